import { useEffect, useRef, useState } from 'react';
import { type DevicePoint, RUNS } from '../../../src/device/measure';
import { type StudyTask, startStudy } from '../../../src/worker/study-client';
import { ratio } from '../../format';
import { isAbort, report } from '../../state/problems';
import { useLab } from '../../state/store';
import { programs } from './programs';

/** Threads at most: beyond the device's processors they only wait for each other. */
const MOST_THREADS = 8;

/** Why this browser cannot run threads on one memory; null where it can. */
function obstacle(): string | null {
  if (!globalThis.crossOriginIsolated)
    return 'This page is not cross-origin isolated: its server does not send the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp, so the browser lets no memory be shared between workers.';
  if (typeof SharedArrayBuffer === 'undefined') return 'This browser has no shared memory for workers.';
  return null;
}

const counts = (): readonly number[] => {
  const most = Math.min(MOST_THREADS, navigator.hardwareConcurrency || 1);
  return [1, 2, 3, 4, 6, 8].filter((threads) => threads <= most);
};

/** The same program on real Web Workers: wall-clock times of this device, beside the virtual ones. */
export function DeviceView({ program }: { readonly program: string }) {
  const seed = useLab((state) => state.experiment.seed);
  const [points, setPoints] = useState<readonly DevicePoint[]>([]);
  const [running, setRunning] = useState(false);
  const task = useRef<StudyTask<void> | null>(null);
  useEffect(() => () => task.current?.cancel(), []);
  const reason = obstacle();
  const chosen = programs.find(({ id }) => id === program);
  const start = async () => {
    if (!chosen) return;
    const scripts = counts().map((threads) => ({ threads, source: chosen.source(threads) }));
    let found: readonly DevicePoint[] = [];
    setPoints(found);
    setRunning(true);
    task.current = startStudy((study) =>
      study.onDevice(scripts, seed, (point) => {
        found = [...found, point];
        setPoints(found);
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
          <button type="button" className="button small" onClick={() => task.current?.cancel()}>
            Stop
          </button>
        ) : (
          <button type="button" className="button small" disabled={!chosen} onClick={() => void start()}>
            Measure with {counts().join(', ')} real threads
          </button>
        )}
        {reason === null && (
          <span className="hint">
            wall clock, median of {RUNS} runs: another machine than the modelled one, and not the same twice
          </span>
        )}
      </div>
      {points.length > 0 && <DeviceTable points={points} />}
    </section>
  );
}

function DeviceTable({ points }: { readonly points: readonly DevicePoint[] }) {
  const one = (allocator: string) =>
    points.find((point) => point.allocator === allocator && point.threads === 1)?.milliseconds;
  return (
    <div className="table-frame">
      <table className="figures-table">
        <thead>
          <tr>
            <th scope="col">allocator</th>
            <th scope="col">threads</th>
            <th scope="col">milliseconds</th>
            <th scope="col">speedup</th>
            <th scope="col">refused</th>
            <th scope="col">damaged</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ allocator, threads, milliseconds, failures, damaged }) => (
            <tr key={`${allocator} ${threads}`}>
              <th scope="row">{allocator}</th>
              <td>{threads}</td>
              <td>{milliseconds.toFixed(2)}</td>
              <td>{ratio((one(allocator) ?? 0) / Math.max(0.001, milliseconds))}</td>
              <td>{failures}</td>
              <td>{damaged}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
