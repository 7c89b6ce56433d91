import { type ReactNode, useMemo, useState } from 'react';
import type { AnyExperiment, Experiment } from '../../../src/experiment/document';
import type { KeptResult } from '../../../src/experiment/kept';
import type { PresetResult } from '../../../src/experiment/preset';
import type { PresetCard } from '../../../src/worker/study-api';
import { Sample } from '../../charts/key';
import { useNear } from '../../controls/use-near';
import { openExperiment } from '../../state/document';
import { editScript } from '../../state/script';
import { openSimulation } from '../../state/simulations';
import { cancelPreset, fetchKept, type PresetRun, runPresets, useStudies } from '../../state/studies';
import { RunProgress } from '../run-progress';
import { DeviceTimes } from './device-times';
import { figuresOf } from './figures';
import { ResultFigure } from './result-figure';

interface Props {
  readonly card: PresetCard;
  /** The address names it. */
  readonly linked: boolean;
}

/** A preset: what it asks, what came out beside the paper's figures, and what differs. */
export function PresetView({ card, linked }: Props) {
  const run = useStudies((state) => state.runs[card.id]);
  const kept = useStudies((state) => state.kept[card.id]);
  const article = useNear<HTMLElement>(() => void fetchKept(card.id));
  const result = run?.kind === 'done' ? run.result : (kept?.result ?? partialOf(run));
  const { experiment } = card;
  return (
    <article
      ref={article}
      className={`panel preset ${linked ? 'linked' : ''}`}
      id={card.id}
      tabIndex={-1}
      aria-labelledby={`${card.id}-title`}
    >
      <header>
        <div>
          <h3 id={`${card.id}-title`}>{card.title}</h3>
          <p className="hint">
            {card.paper} · <span className="mono">{card.id}</span>
          </p>
        </div>
        <div className="preset-tools">
          <CopyLink id={card.id} />
          {experiment !== null && 'workload' in experiment && <EditScript experiment={experiment} />}
          {experiment !== null && (
            <button type="button" className="button" onClick={() => open(experiment)}>
              Open as experiment
            </button>
          )}
          <RunButton id={card.id} run={run} kept={kept !== undefined} />
        </div>
      </header>
      <p className="question">{card.question}</p>
      {run?.kind === 'running' && <RunProgress progress={run.progress} />}
      {run?.kind === 'failed' && (
        <p className="failed" role="alert">
          This run ended: {run.message}
        </p>
      )}
      {result !== null && (
        <Result
          result={result}
          axis={card.axis}
          bars={card.bars}
          origin={<Origin result={result} run={run} kept={kept} />}
        />
      )}
      {card.timed && <DeviceTimes id={card.id} axis={card.axis} />}
    </article>
  );
}

/** Copies the card's address; where there is no clipboard, the link itself is there to be copied. */
function CopyLink({ id }: { readonly id: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    const link = new URL(`#preset=${id}`, location.href).href;
    void navigator.clipboard?.writeText(link).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <a className="button" href={`#preset=${id}`} onClick={copy}>
      <span aria-live="polite">{copied ? 'Link copied' : 'Copy link'}</span>
    </a>
  );
}

/** In the lab, or on the simulations' page. */
function open(experiment: AnyExperiment): void {
  if ('simulation' in experiment) void openSimulation(experiment);
  else openExperiment(experiment);
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

function partialOf(run: PresetRun | undefined): PresetResult | null {
  return run?.kind === 'running' || run?.kind === 'failed' ? run.partial : null;
}

function RunButton(props: {
  readonly id: string;
  readonly run: PresetRun | undefined;
  readonly kept: boolean;
}) {
  const { id, run, kept } = props;
  if (run?.kind === 'done') return null;
  const busy = run?.kind === 'waiting' || run?.kind === 'running';
  return busy ? (
    <button type="button" className="button" onClick={() => cancelPreset(id)}>
      {run.kind === 'waiting' ? 'Waiting: cancel' : 'Cancel'}
    </button>
  ) : (
    <button type="button" className={kept ? 'button' : 'button primary'} onClick={() => runPresets([id])}>
      {run !== undefined ? 'Run again' : kept ? 'Run here' : 'Run'}
    </button>
  );
}

function Result(props: {
  readonly result: PresetResult;
  readonly axis: string | undefined;
  readonly bars: boolean;
  readonly origin: ReactNode;
}) {
  const { result, axis, bars, origin } = props;
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
        {some('low') && <li>{bars ? 'whiskers' : 'shaded'}: 90 % interval over seeded runs</li>}
      </ul>
      <div className="preset-figures">
        {figures.map((figure) => (
          <ResultFigure
            key={figure.all.map(({ series }) => series.name).join()}
            preset={result.preset}
            figure={figure}
            axis={axis}
            bars={bars}
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
      {origin}
    </>
  );
}

/** Where the figures come from, and whether this device gives those that came with the page. */
function Origin(props: {
  readonly result: PresetResult;
  readonly run: PresetRun | undefined;
  readonly kept: KeptResult | undefined;
}) {
  const { result, run, kept } = props;
  const mark = (
    <span className="mono" data-preset-fingerprint={run?.kind === 'done' ? result.fingerprint : undefined}>
      {result.fingerprint}
    </span>
  );
  if (run?.kind !== 'done') {
    return kept ? (
      <p className="hint">
        Fingerprint {mark}. Made by this page’s code when it was built, with {kept.compiler}; run here, it
        gives the same.
      </p>
    ) : (
      <p className="hint">So far {mark}</p>
    );
  }
  const same = kept === undefined || kept.result.fingerprint === result.fingerprint;
  return (
    <p className={same ? 'hint' : 'failed'}>
      {kept && (same ? '✓ ' : '≠ ')}Fingerprint {mark},{' '}
      {same ? (
        <>
          the same as {kept ? 'came with the page and as ' : ''}
          <code>lab run {result.preset}</code> prints
        </>
      ) : (
        <>the page came with {kept.result.fingerprint}: please report it</>
      )}
    </p>
  );
}
