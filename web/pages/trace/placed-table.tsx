import type { EventIndex } from '../../../src/units';
import type { PlacedBlock } from '../../../src/worker/trace-api';
import { NumbersTable } from '../../charts/numbers-table';
import { address, count } from '../../format';
import { EventButton } from './event-button';

export const BLOCK_HEADING = [
  'object',
  'address',
  'bytes asked for',
  'placed at event',
  'ends at event',
] as const;

interface Props {
  readonly label: string;
  readonly caption: string;
  readonly blocks: readonly PlacedBlock[];
  /** Events replayed. */
  readonly reached: EventIndex;
}

/** Blocks with their lives; each event can be shown in the lab. */
export function PlacedTable({ label, caption, blocks, reached }: Props) {
  return (
    <NumbersTable
      label={label}
      caption={caption}
      heading={BLOCK_HEADING}
      keys={blocks.map(({ born }) => born)}
      rows={blocks.map((block) => [
        `#${count(block.object)}`,
        <span key="address" className="mono">
          {address(block.address)}
        </span>,
        count(block.bytes),
        <EventButton key="born" event={block.born} />,
        <Ends key="ends" event={block.ends} reached={reached} />,
      ])}
    />
  );
}

interface EndsProps {
  readonly event: EventIndex | null;
  readonly reached: EventIndex;
}

function Ends({ event, reached }: EndsProps) {
  if (event === null) return 'never';
  return (
    <>
      <EventButton event={event} />
      {event >= reached && ' (not replayed)'}
    </>
  );
}
