import './fragmentation.css';
import type { Column } from '../../../src/worker/api';
import { momentOf, useLab } from '../../state/store';
import { Explanation } from './explanation';
import { FootprintBar } from './footprint-bar';

/** Where the footprint goes, and what that is called. */
export function FragmentationView({ column }: { readonly column: Column }) {
  const moment = useLab(momentOf(column));
  const explained = useLab((state) => state.explained);
  return (
    <section className="panel fragmentation" aria-label="Fragmentation">
      <FootprintBar figures={moment?.figures ?? null} />
      <button
        type="button"
        className="explain"
        aria-expanded={explained}
        onClick={() => useLab.setState({ explained: !explained })}
      >
        Fragmentation
      </button>
      {explained && moment && <Explanation figures={moment.figures} />}
    </section>
  );
}
