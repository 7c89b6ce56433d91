import { useEffect, useMemo, useRef, useState } from 'react';
import { machineOf } from '../../../src/machine/presets';
import { type SpeedupPoint, withThreads } from '../../../src/machine/speedup';
import { type StudyTask, startStudy } from '../../../src/worker/study-client';
import { ChartFrame } from '../../charts/chart-frame';
import type { Curve } from '../../charts/curve';
import { csvText } from '../../charts/export';
import { Key } from '../../charts/key';
import { fitsLabels, XyPlot } from '../../charts/xy-plot';
import { Panel } from '../../controls/panel';
import { count, ratio } from '../../format';
import { machineIn } from '../../state/machine';
import { isAbort, report } from '../../state/problems';
import { useLab } from '../../state/store';
import { type Contender, useContenders } from './contenders';
import { DeviceView } from './device-view';
import { programs } from './programs';
import { SpeedupWords } from './speedup-words';

const COUNTS = [1, 2, 3, 4, 6, 8, 10, 12, 14] as const;
/** The script that is open, where its threads can be counted. */
const OPEN = 'open';

export interface Measured {
  readonly contenders: readonly Contender[];
  readonly points: readonly SpeedupPoint[];
  readonly counts: readonly number[];
}

/** Points of one allocator by number of threads, with the speedup over its own run on one. */
export function rowsOf({ points }: Measured, allocator: number) {
  const own = points.filter((point) => point.allocator === allocator);
  const one = own.find(({ threads }) => threads === 1);
  return own.map((point) => ({
    ...point,
    speedup: one ? one.time / point.time : 0,
    efficiency: one ? one.time / point.time / point.threads : 0,
  }));
}

/** A program with 1 to N threads on several allocators: speedup and total workload against the processors. */
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

  const start = async () => {
    const counts = COUNTS.filter((threads) => threads <= most);
    const picked = contenders.filter(({ key }) => chosen.has(key));
    const sourceOf = (threads: number) =>
      (program === OPEN && open
        ? withThreads(open.source, threads)
        : programs.find(({ id }) => id === program)?.source(threads)) ?? '';
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
      className="speedup"
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
      {measured && <Charts measured={measured} />}
      <DeviceView key={program} program={program} />
    </Panel>
  );
}

function Explanation() {
  return (
    <p className="hint">
      Speedup is the virtual time of one thread over that of P. It can be <em>inflated</em>: above P, not
      since P processors are better than ideal, but since one of them has more work than all of them together.
      The total workload (all cycles but idle ones) tells: it should not fall as P grows.
    </p>
  );
}

function Charts({ measured }: { readonly measured: Measured }) {
  const { contenders, counts } = measured;
  const rows = contenders.map((_, i) => rowsOf(measured, i));
  const curves = (value: (row: (typeof rows)[number][number]) => number): Curve[] =>
    contenders.map(({ name }, i) => ({
      name,
      series: i,
      source: 'measured',
      points: rows[i].map((row) => ({ x: row.threads, y: value(row) })),
    }));
  const ideal: Curve = {
    name: 'ideal',
    series: 5,
    source: 'published',
    marks: false,
    points: counts.map((threads) => ({ x: threads, y: threads })),
  };
  const heading = [
    'allocator',
    'threads',
    'speedup',
    'efficiency',
    'time (cycles)',
    'total workload (cycles)',
  ];
  const lines = contenders.flatMap(({ name }, i) =>
    rows[i].map((row) => [
      name,
      row.threads,
      Number(row.speedup.toFixed(4)),
      Number(row.efficiency.toFixed(4)),
      row.time,
      row.workload,
    ]),
  );
  const table = (
    <div className="table-frame">
      <table className="figures-table">
        <thead>
          <tr>
            {heading.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {contenders.flatMap(({ name, key }, i) =>
            rows[i].map((row) => (
              <tr key={`${key} ${row.threads}`}>
                <th scope="row">{name}</th>
                <td>{row.threads}</td>
                <td>
                  {ratio(row.speedup)}
                  {row.speedup > row.threads * 1.001 ? ' (inflated)' : ''}
                </td>
                <td>{ratio(row.efficiency)}</td>
                <td>{count(row.time)}</td>
                <td>{count(row.workload)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
  const csv = () => csvText(heading, lines);
  const speedups = [...curves(({ speedup }) => speedup), ideal];
  const workloads = curves(({ workload }) => workload / 1e6);
  const legend = (width: number, list: readonly Curve[]) => !fitsLabels(list, width) && <Key curves={list} />;
  return (
    <div className="speedup-charts">
      <ChartFrame
        name="speedup"
        title="Speedup over one thread"
        csv={csv}
        table={table}
        chart={(width) => (
          <>
            {legend(width, speedups)}
            <XyPlot
              curves={speedups}
              width={width}
              height={165}
              xTitle="processors"
              yTitle="× one thread"
              label="Speedup against the number of processors, with the ideal line"
              logX={false}
              logY={false}
            />
          </>
        )}
      />
      <ChartFrame
        name="speedup"
        title="Total workload"
        csv={csv}
        table={table}
        chart={(width) => (
          <>
            {legend(width, workloads)}
            <XyPlot
              curves={workloads}
              width={width}
              height={165}
              xTitle="processors"
              yTitle="million cycles, idle ones left out"
              label="Total workload against the number of processors"
              logX={false}
              logY={false}
            />
          </>
        )}
      />
    </div>
  );
}
