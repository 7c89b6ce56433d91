import './simulations-page.css';
import { lazy, Suspense, useEffect } from 'react';
import { modelOf } from '../../state/simulation-setup';
import { frameOf, start, useSimulations } from '../../state/simulations';
import { Account } from './account';
import { Board } from './board';
import { ClassSetsPanel } from './class-sets';
import { Controls } from './controls';
import { InsidePanel } from './inside-panel';
import { Lanes } from './lanes';
import { MemoryCharts } from './memory-charts';
import { SetupForm } from './setup-form';
import { Speedups } from './speedups';

/** Fetched with the catalogue's cards, behind what the page shows first. */
const PaperFigures = lazy(() => import('./paper-figures'));

/** Parallel simulations that allocate: conservative windows after Nicol, Time Warp after Vitali et al. */
export default function SimulationsPage() {
  const state = useSimulations();
  const { view, failed, title } = state;
  const at = frameOf(state);
  useEffect(start, []);
  return (
    <div className="simulations">
      <section className="panel sim-part" aria-labelledby="sim-title">
        <h2 id="sim-title">{title || 'Parallel simulations that allocate'}</h2>
        <p className="hint">
          Every event, message and state comes from the allocator, on virtual processors with a heap each.
          YAWNS (Nicol, ICASE 90-63) works in windows that no processor leaves before the others; Time Warp
          (Vitali, Pellegrini and Cerasuolo) goes ahead and rolls back.
        </p>
        <SetupForm />
        <Controls />
        {failed !== null && (
          <p className="failed" role="alert">
            The simulation ended: {failed}
          </p>
        )}
      </section>
      {view !== null && (
        <>
          <InsidePanel view={view} frame={at} />
          <Lanes view={view} cursor={at} />
          <div className="sim-columns">
            <Board view={view} cursor={at} />
            <Account view={view} cursor={at} />
          </div>
          <MemoryCharts view={view} />
          {view.document.kind === 'timewarp' && <ClassSetsPanel view={view} />}
        </>
      )}
      <Speedups />
      <section className="sim-papers" aria-labelledby="sim-papers-title">
        <h2 id="sim-papers-title">The papers’ own figures</h2>
        <Suspense fallback={<p className="hint">Loading …</p>}>
          <PaperFigures model={modelOf(state.document)} />
        </Suspense>
      </section>
    </div>
  );
}
