import {
  PROCESSORS,
  type PublishedRuns,
  TABLE1,
  TABLE2,
} from '../../../src/experiment/catalogue/nicol-yawns-published';
import type { SweepPoint } from '../../../src/worker/simulation-api';
import { type Curve, SERIES_COLOURS } from '../../charts/curve';
import type { SimulationChoice, SimulationModel } from '../../state/simulations';

/** A point with what follows from the allocator's own run on one processor; null while that is missing. */
export interface SweepRow extends SweepPoint {
  readonly speedup: number | null;
  /** Total workload, 1 = that on one processor. */
  readonly workload: number | null;
  /** Over the fastest run on one processor of all allocators: not inflated by a slow one. */
  readonly fairSpeedup: number | null;
}

export function rowsOf(points: readonly SweepPoint[], allocator: string): readonly SweepRow[] {
  const ones = points.filter(({ processors }) => processors === 1);
  const one = ones.find((point) => point.allocator === allocator);
  const fastest = ones.length > 0 ? Math.min(...ones.map(({ seconds }) => seconds)) : null;
  return points
    .filter((point) => point.allocator === allocator)
    .sort((a, b) => a.processors - b.processors)
    .map((point) => ({
      ...point,
      speedup: one ? one.seconds / point.seconds : null,
      workload:
        one?.workloadSeconds && point.workloadSeconds !== null
          ? point.workloadSeconds / one.workloadSeconds
          : null,
      fairSpeedup: fastest === null ? null : fastest / point.seconds,
    }));
}

const tables: Readonly<Record<SimulationModel, Readonly<Record<string, PublishedRuns>>>> = {
  hypercube: TABLE1,
  life: TABLE2,
  phold: {},
};

export const publishedOf = (model: SimulationModel, allocator: string): PublishedRuns | null =>
  tables[model][allocator] ?? null;

/** Whether a run has the size of the report's: only then can seconds be held against its own. */
export const paperSize = ({ model, objects, until, side, steps, rule }: SimulationChoice): boolean =>
  model === 'hypercube'
    ? objects === 4096 && until === 100
    : model === 'life' && side === 64 && steps === 50 && rule === 'nicol';

/** Our curve of each allocator and the report's beside it, both in the allocator's colour. */
export function curvesOf(
  model: SimulationModel,
  allocators: readonly string[],
  points: readonly SweepPoint[],
  measure: 'speedup' | 'workload',
): readonly Curve[] {
  return allocators.flatMap((allocator, i): Curve[] => {
    const series = i % SERIES_COLOURS;
    const ours = rowsOf(points, allocator).flatMap((row) => {
      const y = row[measure];
      return y === null ? [] : [{ x: row.processors, y }];
    });
    const own: Curve = { name: allocator, series, source: 'measured', points: ours };
    const published = publishedOf(model, allocator);
    const [base] = published?.[measure] ?? [null];
    if (published === null || base === null) return [own];
    const theirs = PROCESSORS.flatMap((x, at) => {
      const value = published[measure][at];
      return value === null ? [] : [{ x, y: measure === 'workload' ? value / base : value }];
    });
    return [own, { name: `${allocator}, Nicol`, series, source: 'published', points: theirs }];
  });
}
