import type { Column } from '../../../src/worker/api';
import type { FoundBlock, SearchResult } from '../../../src/worker/trace-api';
import { ScrollArea } from '../../controls/scroll-area';
import { address, count } from '../../format';
import { useLab } from '../../state/store';
import { showBlock } from '../../state/trace-page';
import { EventButton } from './event-button';

interface Props {
  readonly column: Column;
  readonly result: SearchResult;
  /** What was looked for. */
  readonly words: string;
}

/** What a search found: each event and each block can be shown in the lab. */
export function FoundTable({ column, result: { blocks, count: all }, words }: Props) {
  const threads = useLab((state) => (state.trace.kind === 'ready' ? state.trace.opened.summary.cpus : 1)) > 1;
  return (
    <ScrollArea className="table-frame" label="Found blocks">
      <table className="figures-table num">
        <caption>
          {all > blocks.length
            ? `The first ${count(blocks.length)} of ${count(all)} found: ${words}`
            : `${count(all)} found: ${words}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">object</th>
            <th scope="col">address</th>
            <th scope="col">bytes asked for</th>
            <th scope="col">placed at event</th>
            <th scope="col">ends at event</th>
            {threads && <th scope="col">thread</th>}
          </tr>
        </thead>
        <tbody>
          {blocks.map((block) => (
            <tr key={block.born}>
              <th scope="row">#{count(block.object)}</th>
              <td className="mono">
                {block.address === null ? (
                  'refused'
                ) : (
                  <button
                    type="button"
                    className="inline"
                    aria-label={`Show the block at ${address(block.address)} in the lab`}
                    onClick={() => showBlock(column, block)}
                  >
                    {address(block.address)}
                  </button>
                )}
              </td>
              <td>{count(block.bytes)}</td>
              <td>
                <EventButton event={block.born} />
              </td>
              <td>
                <End block={block} />
              </td>
              {threads && <td>{threadsOf(block)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function End({ block: { address: at, ends, endedBy } }: { readonly block: FoundBlock }) {
  if (ends === null) return at === null ? '–' : 'never';
  return (
    <>
      <EventButton event={ends} /> {endedBy}
    </>
  );
}

const threadsOf = ({ cpu, endCpu }: FoundBlock): string =>
  endCpu === null || endCpu === cpu ? count(cpu) : `${count(cpu)}, ended by ${count(endCpu)}`;
