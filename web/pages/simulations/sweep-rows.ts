import {
  PROCESSORS,
  type PublishedRuns,
  TABLE1,
  TABLE2,
} from '../../../src/experiment/catalogue/nicol-yawns-published';
import type { SimulationDocument } from '../../../src/experiment/document';
import { type Curve, SERIES_COLOURS } from '../../charts/curve';
import type { SimulationModel } from '../../state/simulation-setup';
import type { SweepPoint } from '../../state/speedups';

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
export function paperSize({ kind, setup }: SimulationDocument): boolean {
  if (kind === 'timewarp') return false;
  const { model } = setup;
  if (model.kind === 'hypercube')
    return model.objects === 4096 && model.dimensions === 8 && model.until === 100;
  const { columns, rows, density, steps, rule, words } = model;
  return columns === 64 && rows === 64 && density === 0.2 && steps === 50 && rule === 'nicol' && words === 7;
}

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
