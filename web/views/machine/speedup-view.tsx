import './speedup.css';
import { useEffect, useMemo, useRef, useState } from 'react';
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

/** A program with 1 to N threads on several allocators: speedup, efficiency and workload against the processors. */
export function SpeedupView() {
  const workload = useLab((state) => state.experiment.workload);
  const experiment = useLab((state) => state.experiment);
  const [program, setProgram] = useState('newest-first');
  const { contenders, chosen, toggle } = useContenders();
  const [measured, setMeasured] = useState<Measured | null>(null);
  const [running, setRunning] = useState(false);
  const task = useRef<StudyTask<void> | null>(null);
  useEffect(() => () => task.current?.cancel(), []);
  // What was measured is of one program on one machine.
  // biome-ignore lint/correctness/useExhaustiveDependencies: their change is what it waits for
  useEffect(() => {
    task.current?.cancel();
    setMeasured(null);
  }, [program, experiment.machine, experiment.seed]);
  const open = workload.kind === 'script' && withThreads(workload.source, 2) !== null ? workload : null;
  const machine = machineIn(experiment);
  const most = useMemo(() => {
    try {
      return machineOf(machine).processors;
    } catch {
      return 0; // the page says elsewhere why it cannot be built
    }
  }, [machine]);

  const picked = contenders.filter(({ key }) => chosen.has(key));
  const sourceOf = (threads: number): string =>
    (program === OPEN && open
      ? withThreads(open.source, threads)
      : programs.find(({ id }) => id === program)?.source(threads)) ?? '';
  const start = async () => {
    const counts = COUNTS.filter((threads) => threads <= most);
    let points: readonly SpeedupPoint[] = [];
    setMeasured({ contenders: picked, points, counts });
    setRunning(true);
    const question = {
      scripts: counts.map((threads) => ({ threads, source: sourceOf(threads) })),
      allocators: picked.map(({ config }) => config),
      seed: experiment.seed,
    };
    task.current = startStudy((study) =>
      study.speedup(question, machine, (point) => {
        points = [...points, point];
        setMeasured({ contenders: picked, points, counts });
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
  const done = measured?.points.length ?? 0;
  const all = measured ? measured.contenders.length * measured.counts.length : 1;
  return (
    <Panel
      title="Speedup"
      className={`speedup ${measured ? 'measured' : ''}`}
      note={`virtual time, 1 … ${Math.max(...COUNTS.filter((threads) => threads <= Math.max(1, most)))} processors`}
    >
      <div className="speedup-choices">
        <label>
          <span>program</span>
          <select
            value={program}
            aria-label="Program for the speedup"
            onChange={({ target }) => setProgram(target.value)}
          >
            {open && <option value={OPEN}>the open script: {open.name}</option>}
            {programs.map(({ id, title }) => (
              <option key={id} value={id}>
                Kumar: {title}
              </option>
            ))}
          </select>
        </label>
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
          <>
            <progress aria-label="Measuring speedups" max={all} value={done} />
            <button type="button" className="button small" onClick={() => task.current?.cancel()}>
              Cancel
            </button>
          </>
        ) : (
          <button
            type="button"
            className="button small primary"
            disabled={chosen.size === 0 || most === 0}
            onClick={() => void start()}
          >
            Run with 1 to {Math.max(1, ...COUNTS.filter((threads) => threads <= most))} threads
          </button>
        )}
      </div>
      {measured ? <SpeedupWords measured={measured} /> : <Explanation />}
      {measured && <SpeedupCharts measured={measured} />}
      <DeviceView key={program} sourceOf={sourceOf} contenders={picked} virtual={measured} />
    </Panel>
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
