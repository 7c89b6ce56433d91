import './speedup.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Experiment } from '../../../src/experiment/document';
import { machineOf } from '../../../src/machine/presets';
import { type SpeedupPoint, withThreads } from '../../../src/machine/speedup';
import { type StudyTask, startStudy } from '../../../src/worker/study-client';
import { Panel } from '../../controls/panel';
import { machineIn } from '../../state/machine';
import { isAbort, report } from '../../state/problems';
import { useLab } from '../../state/store';
import { useContenders } from './contenders';
import { DeviceView } from './device-view';
import { programs } from './programs';
import { type Measured, SpeedupCharts } from './speedup-charts';
import { SpeedupWords } from './speedup-words';

const COUNTS = [1, 2, 3, 4, 6, 8, 10, 12, 14] as const;
/** The script that is open, where its threads can be counted. */
const OPEN = 'open';

/** Processors of the machine; 0 for one that cannot be built, and the page says elsewhere why. */
function useProcessors(machine: Experiment['machine']): number {
  return useMemo(() => {
    try {
      return machineOf(machine).processors;
    } catch {
      return 0;
    }
  }, [machine]);
}

/** Measures in a worker of its own; what was measured is of one program on one machine and goes with either. */
function useMeasuring(program: string) {
  const experiment = useLab((state) => state.experiment);
  const [measured, setMeasured] = useState<Measured | null>(null);
  const [running, setRunning] = useState(false);
  const task = useRef<StudyTask<void> | null>(null);
  useEffect(() => () => task.current?.cancel(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: their change is what it waits for
  useEffect(() => {
    task.current?.cancel();
    setMeasured(null);
  }, [program, experiment.machine, experiment.seed]);
  const start = async (
    contenders: Measured['contenders'],
    counts: Measured['counts'],
    sourceOf: (threads: number) => string,
  ) => {
    let points: readonly SpeedupPoint[] = [];
    setMeasured({ contenders, points, counts });
    setRunning(true);
    const question = {
      scripts: counts.map((threads) => ({ threads, source: sourceOf(threads) })),
      allocators: contenders.map(({ config }) => config),
      seed: experiment.seed,
    };
    task.current = startStudy((study) =>
      study.speedup(question, machineIn(experiment), (point) => {
        points = [...points, point];
        setMeasured({ contenders, points, counts });
      }),
    );
    try {
      await task.current.result;
    } catch (error) {
      if (!isAbort(error)) report('The speedups could not be measured', error);
    } finally {
      setRunning(false);
    }
  };
  return { measured, running, start, cancel: () => task.current?.cancel() };
}

/** A program with 1 to N threads on several allocators: speedup, efficiency and workload against the processors. */
export function SpeedupView() {
  const workload = useLab((state) => state.experiment.workload);
  const most = useProcessors(useLab((state) => machineIn(state.experiment)));
  const [program, setProgram] = useState('newest-first');
  const { contenders, chosen, toggle } = useContenders();
  const { measured, running, start, cancel } = useMeasuring(program);
  const open = workload.kind === 'script' && withThreads(workload.source, 2) !== null ? workload : null;
  const counts = COUNTS.filter((threads) => threads <= most);
  const picked = contenders.filter(({ key }) => chosen.has(key));
  const sourceOf = (threads: number): string =>
    (program === OPEN && open
      ? withThreads(open.source, threads)
      : programs.find(({ id }) => id === program)?.source(threads)) ?? '';
  return (
    <Panel
      title="Speedup"
      className={`speedup ${measured ? 'measured' : ''}`}
      note={`virtual time, 1 … ${Math.max(1, ...counts)} processors`}
    >
      <div className="speedup-choices">
        <ProgramField program={program} open={open?.name ?? null} onChoose={setProgram} />
        <details className="contenders">
          <summary>{chosen.size} allocators</summary>
          <fieldset aria-label="Allocators to compare">
            {contenders.map(({ key, name }) => (
              <label key={key}>
                <input type="checkbox" checked={chosen.has(key)} onChange={() => toggle(key)} /> {name}
              </label>
            ))}
          </fieldset>
        </details>
        {running ? (
          <Progress measured={measured} onCancel={cancel} />
        ) : (
          <button
            type="button"
            className="button small primary"
            disabled={chosen.size === 0 || most === 0}
            onClick={() => void start(picked, counts, sourceOf)}
          >
            Run with 1 to {Math.max(1, ...counts)} threads
          </button>
        )}
      </div>
      {measured ? <SpeedupWords measured={measured} /> : <Explanation />}
      {measured && <SpeedupCharts measured={measured} />}
      <DeviceView key={program} sourceOf={sourceOf} contenders={picked} virtual={measured} />
    </Panel>
  );
}

interface ProgramProps {
  readonly program: string;
  /** Name of the open script, where its threads can be counted. */
  readonly open: string | null;
  readonly onChoose: (program: string) => void;
}

function ProgramField({ program, open, onChoose }: ProgramProps) {
  return (
    <label>
      <span>program</span>
      <select
        value={program}
        aria-label="Program for the speedup"
        onChange={({ target }) => onChoose(target.value)}
      >
        {open !== null && <option value={OPEN}>the open script: {open}</option>}
        {programs.map(({ id, title }) => (
          <option key={id} value={id}>
            Kumar: {title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ProgressProps {
  readonly measured: Measured | null;
  readonly onCancel: () => void;
}

function Progress({ measured, onCancel }: ProgressProps) {
  const done = measured?.points.length ?? 0;
  const all = measured ? measured.contenders.length * measured.counts.length : 1;
  return (
    <>
      <progress aria-label="Measuring speedups" max={all} value={done} />
      <button type="button" className="button small" onClick={onCancel}>
        Cancel
      </button>
    </>
  );
}

function Explanation() {
  return (
    <p className="hint">
      Speedup is the virtual time of one thread over that of P; efficiency is speedup over P. Both can be{' '}
      <em>inflated</em>, even below the ideal: not since P processors are good, but since one of them has more
      work than all of them together. The total workload (all cycles but those of waiting) tells: it should
      not fall as P grows.
    </p>
  );
}
