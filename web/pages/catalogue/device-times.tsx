import { useEffect, useMemo, useRef, useState } from 'react';
import type { ResultSeries } from '../../../src/experiment/preset';
import type { StudyProgress } from '../../../src/worker/study-api';
import { type StudyTask, startStudy } from '../../../src/worker/study-client';
import { RunProgress } from '../run-progress';
import { figuresOf } from './figures';
import { ResultFigure } from './result-figure';

type Measurement =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly progress: StudyProgress | null;
      readonly series: readonly ResultSeries[];
    }
  | { readonly kind: 'done'; readonly series: readonly ResultSeries[] }
  | { readonly kind: 'failed'; readonly message: string };

/** A preset by the clock of this device. It is not part of the result: no link and no fingerprint holds it. */
export function DeviceTimes({ id, axis }: { readonly id: string; readonly axis: string | undefined }) {
  const [state, setState] = useState<Measurement>({ kind: 'idle' });
  const task = useRef<StudyTask<readonly ResultSeries[]> | null>(null);
  useEffect(() => () => task.current?.cancel(), []);

  const start = () => {
    const update = (change: Partial<Extract<Measurement, { kind: 'running' }>>) =>
      setState((now) => (now.kind === 'running' ? { ...now, ...change } : now));
    setState({ kind: 'running', progress: null, series: [] });
    const started = startStudy((study) =>
      study.measurePreset(
        id,
        (progress) => update({ progress }),
        (series) => update({ series }),
      ),
    );
    task.current = started;
    started.result.then(
      (series) => setState({ kind: 'done', series }),
      (error: Error) =>
        setState(error.name === 'AbortError' ? { kind: 'idle' } : { kind: 'failed', message: error.message }),
    );
  };

  const series = state.kind === 'running' || state.kind === 'done' ? state.series : [];
  const figures = useMemo(() => figuresOf(series), [series]);
  return (
    <section aria-label="By the clock of this device">
      {state.kind === 'running' ? (
        <button type="button" className="button" onClick={() => task.current?.cancel()}>
          Stop the clock
        </button>
      ) : (
        <button type="button" className="button" onClick={start}>
          Time it on this device
        </button>
      )}
      {state.kind === 'running' && <RunProgress progress={state.progress} />}
      {state.kind === 'failed' && (
        <p className="failed" role="alert">
          This measurement ended: {state.message}
        </p>
      )}
      {figures.length > 0 && (
        <>
          <p className="hint">
            By the clock of this device, which other work disturbs: these numbers belong to no link.
          </p>
          <div className="preset-figures">
            {figures.map((figure) => (
              <ResultFigure key={figure.title} preset={`${id}-device`} figure={figure} axis={axis} />
            ))}
          </div>
        </>
      )}
    </section>
  );
}
