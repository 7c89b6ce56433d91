import './fragmentation.css';
import type { Column } from '../../../src/worker/api';
import { momentOf, useLab } from '../../state/store';
import { Explanation } from './explanation';
import { FootprintBar } from './footprint-bar';

/** Where the footprint goes, and what that is called. */
export function FragmentationView({ column }: { readonly column: Column }) {
  const moment = useLab(momentOf(column));
  return (
    <section className="panel fragmentation" aria-label="Fragmentation">
      <FootprintBar figures={moment?.figures ?? null} />
      <details>
        <summary>Fragmentation</summary>
        {moment && <Explanation figures={moment.figures} />}
      </details>
    </section>
  );
}
