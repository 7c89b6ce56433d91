import type { PlacedBlock } from '../../../src/worker/trace-api';
import { ScrollArea } from '../../controls/scroll-area';
import { address, count } from '../../format';
import { EventButton } from './event-button';

interface Props {
  readonly label: string;
  readonly caption: string;
  readonly blocks: readonly PlacedBlock[];
}

/** Blocks with their lives; each event can be shown in the lab. */
export function PlacedTable({ label, caption, blocks }: Props) {
  return (
    <ScrollArea className="table-frame" label={label}>
      <table className="figures-table num">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">object</th>
            <th scope="col">address</th>
            <th scope="col">bytes asked for</th>
            <th scope="col">placed at event</th>
            <th scope="col">ends at event</th>
          </tr>
        </thead>
        <tbody>
          {blocks.map((block) => (
            <tr key={block.born}>
              <th scope="row">#{count(block.object)}</th>
              <td className="mono">{address(block.address)}</td>
              <td>{count(block.bytes)}</td>
              <td>
                <EventButton event={block.born} />
              </td>
              <td>{block.ends === null ? 'never' : <EventButton event={block.ends} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
