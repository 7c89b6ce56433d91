import { findAllocator } from '../../../src/allocators/list';
import { deviceObstacle } from '../../../src/device/thread';
import type { AllocatorConfig } from '../../../src/experiment/document';
import { type SpeedupRow, speedupRows } from '../../../src/machine/speedup';
import { percent, ratio } from '../../format';
import type { Measured } from './speedup-charts';

/** Waiting from this share of all cycles on is worth a word. */
const MUCH = 0.1;

/** One heap for all threads, and nothing that keeps them out of each other's way. */
const lockless = (config: AllocatorConfig): boolean =>
  !findAllocator(config.id)?.mutex && deviceObstacle(config) !== null;

const million = (cycles: number): string => (cycles / 1e6).toFixed(1);

/** What the curves say, in sentences: which speedups are inflated, and by what. */
export function SpeedupWords({ measured }: { readonly measured: Measured }) {
  return (
    <ul className="speedup-words">
      {measured.contenders.map(({ key, name, config }, i) => {
        const rows = speedupRows(measured.points, i);
        const inflated = rows.some((row) => row.inflated);
        return (
          <li key={key} data-inflated={inflated}>
            {inflated && <strong>▲ inflated </strong>}
            {name}: {sentence(rows)}
            {lockless(config) &&
              ' It has no locks: what threads would wait for each other is missing from its time.'}
          </li>
        );
      })}
    </ul>
  );
}

function sentence(rows: readonly SpeedupRow[]): string {
  const [one] = rows;
  const last = rows.at(-1);
  if (!one || !last || last.threads === 1) return 'under way.';
  const reached = `speedup ${ratio(last.speedup)} on ${last.threads}, efficiency ${ratio(last.efficiency)}, total workload ${million(one.workload)} → ${million(last.workload)} million cycles`;
  const [first] = rows.filter((row) => row.inflated);
  if (first) return `${reached}. ${why(one, last, first.threads)}`;
  const waited = (last.lockWaited + last.barrierWaited) / Math.max(1, last.time * last.threads);
  return waited > MUCH ? `${reached}; ${percent(waited)} of all cycles are waiting.` : `${reached}.`;
}

/** Why one thread has more work than all of them together. */
function why(one: SpeedupRow, last: SpeedupRow, from: number): string {
  const saved = one.workload - last.workload;
  const share = saved > 0 ? (one.work - last.work) / saved : 0;
  const cause =
    saved <= 0
      ? 'with more of them the cost of sharing makes up for it'
      : share > 0.5
        ? `${percent(Math.min(1, share))} of the difference are instructions: each of P heaps has a list a P-th as long to search`
        : `${percent(Math.min(1, 1 - share))} of the difference are misses: P processors have P caches, and each a P-th to hold`;
  return `Inflated from P = ${from} on: one thread alone does ${ratio(one.workload / last.workload)} times the work that ${last.threads} do together (${cause}). Over a sequential program that did only their work the speedup would be ${ratio(last.workload / last.time)}.`;
}
