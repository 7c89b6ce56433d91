import { useMemo } from 'react';
import type { Experiment } from '../../../src/experiment/document';
import type { PresetResult } from '../../../src/experiment/preset';
import type { PresetCard } from '../../../src/worker/study-api';
import { Sample } from '../../charts/key';
import { openExperiment } from '../../state/document';
import { editScript } from '../../state/script';
import { cancelPreset, type PresetRun, runPresets, useStudies } from '../../state/studies';
import { RunProgress } from '../run-progress';
import { DeviceTimes } from './device-times';
import { figuresOf } from './figures';
import { ResultFigure } from './result-figure';

/** A preset: what it asks, what came out beside the paper's figures, and what differs. */
export function PresetView({ card }: { readonly card: PresetCard }) {
  const run = useStudies((state) => state.runs[card.id]);
  const result = resultOf(run);
  const { experiment } = card;
  return (
    <article className="panel preset" id={card.id} aria-labelledby={`${card.id}-title`}>
      <header>
        <div>
          <h3 id={`${card.id}-title`}>{card.title}</h3>
          <p className="hint">
            {card.paper} · <span className="mono">{card.id}</span>
          </p>
        </div>
        <div className="preset-tools">
          {experiment !== null && <EditScript experiment={experiment} />}
          {experiment !== null && (
            <button type="button" className="button" onClick={() => openExperiment(experiment)}>
              Open as experiment
            </button>
          )}
          <RunButton id={card.id} run={run} />
        </div>
      </header>
      <p className="question">{card.question}</p>
      {run?.kind === 'running' && <RunProgress progress={run.progress} />}
      {run?.kind === 'failed' && (
        <p className="failed" role="alert">
          This run ended: {run.message}
        </p>
      )}
      {card.timed && <DeviceTimes id={card.id} />}
      {result !== null && <Result result={result} whole={run?.kind === 'done'} />}
    </article>
  );
}

function EditScript({ experiment: { workload, seed } }: { readonly experiment: Experiment }) {
  if (workload.kind !== 'script') return null;
  const { name, source } = workload;
  return (
    <button type="button" className="button" onClick={() => editScript({ name, source, seed })}>
      Edit script
    </button>
  );
}

function resultOf(run: PresetRun | undefined): PresetResult | null {
  if (run === undefined || run.kind === 'waiting') return null;
  return run.kind === 'done' ? run.result : run.partial;
}

function RunButton({ id, run }: { readonly id: string; readonly run: PresetRun | undefined }) {
  if (run?.kind === 'done') return null;
  const busy = run?.kind === 'waiting' || run?.kind === 'running';
  return busy ? (
    <button type="button" className="button" onClick={() => cancelPreset(id)}>
      {run.kind === 'waiting' ? 'Waiting: cancel' : 'Cancel'}
    </button>
  ) : (
    <button type="button" className="button primary" onClick={() => runPresets([id])}>
      {run === undefined ? 'Run' : 'Run again'}
    </button>
  );
}

function Result({ result, whole }: { readonly result: PresetResult; readonly whole: boolean }) {
  const figures = useMemo(() => figuresOf(result.series), [result]);
  const some = (column: 'published' | 'low') =>
    result.series.some((series) => series[column].some((value) => value !== null));
  return (
    <>
      <ul className="chart-legend">
        {some('published') && (
          <li>
            <Sample series={0} source="published" /> the paper’s
          </li>
        )}
        <li>
          <Sample series={0} source="measured" /> ours
        </li>
        {some('low') && <li>shaded: 90 % interval over seeded runs</li>}
      </ul>
      <div className="preset-figures">
        {figures.map((figure) => (
          <ResultFigure
            key={figure.all.map(({ series }) => series.name).join()}
            preset={result.preset}
            figure={figure}
          />
        ))}
      </div>
      {result.notes.length > 0 && (
        <>
          <h4>What differs, and why</h4>
          <ul className="preset-notes">
            {result.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
      <p className="hint">
        {whole ? 'Fingerprint ' : 'So far '}
        <span className="mono" data-preset-fingerprint={whole ? result.fingerprint : undefined}>
          {result.fingerprint}
        </span>
        {whole && (
          <>
            , the same as <code>lab run {result.preset}</code> prints
          </>
        )}
      </p>
    </>
  );
}
