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
}

/** Blocks with their lives; each event can be shown in the lab. */
export function PlacedTable({ label, caption, blocks }: Props) {
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
        block.ends === null ? 'never' : <EventButton key="ends" event={block.ends} />,
      ])}
    />
  );
}
