import type { Column, Fault } from '../../../src/worker/api';
import { count } from '../../format';
import { goToFault } from '../../state/faults';

interface Props {
  readonly column: Column;
  readonly faults: readonly Fault[];
  /** All of them, of which `faults` are the first. */
  readonly total: number;
}

const placeOf = ({ event, step }: Fault): string =>
  step === null ? count(event) : `${count(event)}, sub-step ${count(step + 1)}`;

/** What the replay found wrong; each leads to the event and, where it is known, the sub-step. */
export function FaultList({ column, faults, total }: Props) {
  const [first] = faults;
  return (
    <details className="faults">
      <summary>
        {total === 1 ? '1 fault' : `${count(total)} faults`}, first at event {count(first.event)}:{' '}
        {first.kind}
      </summary>
      <ol>
        {faults.map((fault) => (
          <li key={`${fault.event} ${fault.kind} ${fault.message}`}>
            <button
              type="button"
              className="inline"
              aria-label={`Go to event ${placeOf(fault)}`}
              onClick={() => goToFault(column, fault)}
            >
              {placeOf(fault)}
            </button>{' '}
            {fault.message.replace(/^event \d+: /, '')}
          </li>
        ))}
        {total > faults.length && <li>and {count(total - faults.length)} more</li>}
      </ol>
    </details>
  );
}
