import type { EventIndex } from '../../../src/units';
import type { Column } from '../../../src/worker/api';
import type { FoundBlock, SearchResult } from '../../../src/worker/trace-api';
import { NumbersTable } from '../../charts/numbers-table';
import { address, count } from '../../format';
import { eventsOf, useLab } from '../../state/store';
import { showBlock } from '../../state/trace-page';
import { EventButton } from './event-button';
import { BLOCK_HEADING } from './placed-table';

interface Props {
  readonly column: Column;
  readonly result: SearchResult;
  /** What was looked for. */
  readonly words: string;
}

/** What a search found: each event and each block can be shown in the lab. */
export function FoundTable({ column, result: { blocks, count: all, reached }, words }: Props) {
  const events = useLab(eventsOf);
  const where =
    reached < events ? `${words}, in the first ${count(reached)} of ${count(events)} events` : words;
  const threads = useLab((state) => (state.trace.kind === 'ready' ? state.trace.opened.summary.cpus : 1)) > 1;
  return (
    <NumbersTable
      label="Found blocks"
      caption={
        all > blocks.length
          ? `The first ${count(blocks.length)} of ${count(all)} found: ${where}`
          : `${count(all)} found: ${where}`
      }
      heading={threads ? [...BLOCK_HEADING, 'thread'] : BLOCK_HEADING}
      keys={blocks.map(({ born }) => born)}
      rows={blocks.map((block) => [
        `#${count(block.object)}`,
        block.address === null ? (
          'refused'
        ) : (
          <button
            key="address"
            type="button"
            className="inline mono"
            aria-label={`Show the block at ${address(block.address)} in the lab`}
            onClick={() => showBlock(column, block)}
          >
            {address(block.address)}
          </button>
        ),
        count(block.bytes),
        <EventButton key="born" event={block.born} />,
        <End key="ends" block={block} reached={reached} />,
        ...(threads ? [threadsOf(block)] : []),
      ])}
    />
  );
}

interface EndProps {
  readonly block: FoundBlock;
  readonly reached: EventIndex;
}

function End({ block: { address: at, ends, endedBy }, reached }: EndProps) {
  if (ends === null) return at === null ? '–' : 'never';
  return (
    <>
      <EventButton event={ends} /> {endedBy}
      {ends >= reached && ' (not replayed)'}
    </>
  );
}

const threadsOf = ({ cpu, endCpu }: FoundBlock): string =>
  endCpu === null || endCpu === cpu ? count(cpu) : `${count(cpu)}, ended by ${count(endCpu)}`;
