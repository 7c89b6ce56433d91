import type { EventIndex } from '../../../src/units';
import { count } from '../../format';
import { showInLab } from '../../state/trace-page';

/** An event that the lab can go to. */
export function EventButton({ event }: { readonly event: EventIndex }) {
  return (
    <button
      type="button"
      className="inline num"
      aria-label={`Show event ${count(event)} in the lab`}
      title="Show in the lab"
      onClick={() => showInLab(event)}
    >
      {count(event)}
    </button>
  );
}
