import { useEffect, useRef, useState } from 'react';
import { type DevicePoint, RUNS } from '../../../src/device/measure';
import { deviceObstacle } from '../../../src/device/thread';
import { speedupRows } from '../../../src/machine/speedup';
import { type StudyTask, startStudy } from '../../../src/worker/study-client';
import type { Curve } from '../../charts/curve';
import { CurveChart } from '../../charts/curve-chart';
import { csvText } from '../../charts/export';
import { Key } from '../../charts/key';
import { NumbersTable } from '../../charts/numbers-table';
import { ratio } from '../../format';
import { isAbort, report } from '../../state/problems';
import { useLab } from '../../state/store';
import type { Contender } from './contenders';
import { ideal, idealSpeedup, type Measured, NOBODY, SPEEDUP_HEIGHT } from './speedup-charts';

/** Threads at most: beyond the device's processors they only wait for each other. */
const MOST_THREADS = 8;

/** Why this browser cannot run threads on one memory; null where it can. */
function obstacle(): string | null {
  if (!globalThis.crossOriginIsolated)
    return 'This page is not cross-origin isolated: its server does not send the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp, so the browser lets no memory be shared between workers.';
  if (typeof SharedArrayBuffer === 'undefined') return 'This browser has no shared memory for workers.';
  return null;
}

const processors = (): number => navigator.hardwareConcurrency || 1;
const COUNTS = [1, 2, 3, 4, 6, 8].filter((threads) => threads <= Math.min(MOST_THREADS, processors()));

interface Props {
  readonly sourceOf: (threads: number) => string;
  readonly contenders: readonly Contender[];
  /** The virtual results, as far as they are known. */
  readonly virtual: Measured | null;
}

interface Timed {
  readonly contenders: readonly Contender[];
  readonly points: readonly DevicePoint[];
}

/** The same program on real Web Workers: times by the clock of this device, beside the virtual ones. */
export function DeviceView({ sourceOf, contenders, virtual }: Props) {
  const seed = useLab((state) => state.experiment.seed);
  const [timed, setTimed] = useState<Timed | null>(null);
  const [running, setRunning] = useState(false);
  const task = useRef<StudyTask<void> | null>(null);
  useEffect(() => () => task.current?.cancel(), []);
  const reason = obstacle();
  const able = contenders.filter(({ config }) => deviceObstacle(config) === null);
  const start = async () => {
    let points: readonly DevicePoint[] = [];
    setTimed({ contenders: able, points });
    setRunning(true);
    const question = {
      scripts: COUNTS.map((threads) => ({ threads, source: sourceOf(threads) })),
      allocators: able.map(({ config }) => config),
      seed,
    };
    task.current = startStudy((study) =>
      study.onDevice(question, (point) => {
        points = [...points, point];
        setTimed({ contenders: able, points });
      }),
    );
    try {
      await task.current.result;
    } catch (error) {
      if (!isAbort(error)) report('The program could not run on this device', error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <section className="device" aria-label="On this device">
      <div className="device-row">
        <strong>On this device</strong>
        {reason !== null ? (
          <span className="hint">{reason}</span>
        ) : running ? (
          <>
            <progress
              aria-label="Measuring on this device"
              max={(timed?.contenders.length ?? 1) * COUNTS.length}
              value={timed?.points.length ?? 0}
            />
            <button type="button" className="button small" onClick={() => task.current?.cancel()}>
              Stop
            </button>
          </>
        ) : (
          <button
            type="button"
            className="button small"
            disabled={able.length === 0}
            onClick={() => void start()}
          >
            Measure with {COUNTS.join(', ')} real {COUNTS.length > 1 ? 'threads' : 'thread'}
          </button>
        )}
        {reason === null && (
          <span className="hint">
            measured by the clock of this device, which has {processors()} logical{' '}
            {processors() === 1 ? 'processor' : 'processors'}; the median of {RUNS} runs, and not the same
            twice
          </span>
        )}
      </div>
      {reason === null && <Refused contenders={contenders} />}
      {timed !== null && timed.points.length > 0 && <Times timed={timed} virtual={virtual} />}
    </section>
  );
}

/** Allocators that were chosen and cannot run on real threads, with the reason. */
function Refused({ contenders }: { readonly contenders: readonly Contender[] }) {
  const refused = contenders.flatMap(({ key, name, config }) => {
    const why = deviceObstacle(config);
    return why === null ? [] : [{ key, name, why }];
  });
  if (refused.length === 0) return null;
  return (
    <ul className="device-refused hint">
      {refused.map(({ key, name, why }) => (
        <li key={key}>
          <strong>{name}</strong> does not run on real threads: {why}.
        </li>
      ))}
    </ul>
  );
}

const HEADING = [
  'allocator',
  'threads',
  'milliseconds',
  'speedup',
  'virtual speedup',
  'refused',
  'damaged',
] as const;

function Times({
  timed: { contenders, points },
  virtual,
}: { readonly timed: Timed } & Pick<Props, 'virtual'>) {
  const virtualOf = (key: string) => {
    const at = virtual?.contenders.findIndex((one) => one.key === key) ?? -1;
    return at < 0 || virtual === null ? [] : speedupRows(virtual.points, at);
  };
  const rows = contenders.flatMap(({ key, name }, allocator) => {
    const own = points.filter((point) => point.allocator === allocator);
    const one = own.find(({ threads }) => threads === 1);
    return own.map((point) => ({
      ...point,
      key,
      name,
      speedup: one ? one.milliseconds / Math.max(1e-3, point.milliseconds) : 0,
      virtual: virtualOf(key).find(({ threads }) => threads === point.threads)?.speedup ?? null,
    }));
  });
  const measured = contenders.map(
    ({ name }, series): Curve => ({
      name,
      series,
      source: 'measured',
      points: rows
        .filter(({ allocator }) => allocator === series)
        .map(({ threads, speedup }) => ({ x: threads, y: speedup })),
    }),
  );
  const modelled = contenders.map(({ key, name }, series) =>
    ideal(
      `${name}, virtual`,
      series,
      virtualOf(key)
        .filter(({ threads }) => COUNTS.includes(threads))
        .map(({ threads, speedup }) => ({ x: threads, y: speedup })),
    ),
  );
  const curves = [...measured, ...modelled.filter((curve) => curve.points.length > 0), idealSpeedup(COUNTS)];
  const csv = () =>
    csvText(
      HEADING,
      rows.map((row) => [
        row.name,
        row.threads,
        Number(row.milliseconds.toFixed(4)),
        Number(row.speedup.toFixed(4)),
        row.virtual === null ? null : Number(row.virtual.toFixed(4)),
        row.failures,
        row.damaged,
      ]),
    );
  const table = (
    <NumbersTable
      label="Times on this device"
      heading={HEADING}
      rows={rows.map((row) => [
        row.name,
        row.threads,
        row.milliseconds.toFixed(2),
        ratio(row.speedup),
        row.virtual === null ? '–' : ratio(row.virtual),
        row.failures,
        row.damaged,
      ])}
    />
  );
  return (
    <div className="device-times">
      <CurveChart
        name="speedup on this device"
        title="Speedup by this device’s clock"
        csv={csv}
        legend={
          <Key
            curves={[
              ...measured,
              ideal(
                'virtual; grey: ideal',
                NOBODY,
                COUNTS.map((x) => ({ x, y: x })),
              ),
            ]}
          />
        }
        curves={curves}
        height={SPEEDUP_HEIGHT}
        xTitle="threads"
        yTitle="× one thread"
        label="Speedup measured on this device against the number of threads, the virtual one dotted"
        xTicks={COUNTS}
        logX={false}
      />
      {table}
    </div>
  );
}
