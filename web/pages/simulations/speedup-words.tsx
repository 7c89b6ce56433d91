import { PROCESSORS } from '../../../src/experiment/catalogue/nicol-yawns-published';
import { figure, ratio } from '../../format';
import type { SimulationModel } from '../../state/simulation-setup';
import type { SweepPoint } from '../../state/speedups';
import { publishedOf, rowsOf, type SweepRow } from './sweep-rows';

/**
 * A workload that falls by this share more than the flattest one inflates the speedup even below the ideal line. What
 * the flattest loses is the model's own: shorter event lists.
 */
const FALLS = 0.1;

interface Props {
  readonly model: SimulationModel;
  readonly allocators: readonly string[];
  readonly points: readonly SweepPoint[];
}

/** In words: whose speedup is inflated, and by what. */
export function SpeedupWords({ model, allocators, points }: Props) {
  const workloadOn = (allocator: string, wanted: number) =>
    rowsOf(points, allocator).find(({ processors }) => processors === wanted)?.workload ?? 0;
  const histories = new Set(points.map(({ history }) => history));
  return (
    <ul className="sim-words">
      {allocators.map((allocator) => {
        const rows = rowsOf(points, allocator);
        const end = rows.at(-1);
        if (!end || end.processors === 1 || end.speedup === null) return null;
        const superlinear = rows.filter(
          ({ speedup, processors }) => processors > 1 && (speedup ?? 0) > processors,
        );
        const flattest = Math.max(...allocators.map((each) => workloadOn(each, end.processors)));
        const inflated =
          superlinear.length > 0 || (end.workload !== null && end.workload < flattest * (1 - FALLS));
        return (
          <li key={allocator} data-inflated={inflated}>
            <strong>
              {allocator}
              {inflated ? ': inflated speedup' : ''}
            </strong>{' '}
            {sentence(rows, end, superlinear)}
            {report(model, allocator, end.processors)}
          </li>
        );
      })}
      <li>
        {histories.size === 1
          ? 'All runs had the same events, as the hash of the history tells.'
          : `The runs had ${histories.size} different histories of events.`}
      </li>
    </ul>
  );
}

function sentence(rows: readonly SweepRow[], last: SweepRow, superlinear: readonly SweepRow[]): string {
  const parts = [
    `– ${ratio(last.speedup ?? 0)} on ${last.processors} processors`,
    superlinear.length > 0
      ? `, superlinear on ${superlinear.map(({ processors }) => processors).join(', ')}`
      : ', nowhere superlinear',
  ];
  if (last.workload !== null)
    parts.push(`; the total workload becomes ${ratio(last.workload)} times that on one processor`);
  const [first] = rows;
  if (first?.meanFreeBlocks != null && last.meanFreeBlocks !== null)
    parts.push(
      `, its free blocks ${figure(Math.round(first.meanFreeBlocks))} → ${figure(Math.round(last.meanFreeBlocks))} a processor on average`,
    );
  if (last.fairSpeedup !== null)
    parts.push(`; over the fastest allocator on one processor the speedup is ${ratio(last.fairSpeedup)}`);
  return `${parts.join('')}.`;
}

function report(model: SimulationModel, allocator: string, processors: number): string {
  const published = publishedOf(model, allocator);
  const value = published?.speedup[(PROCESSORS as readonly number[]).indexOf(processors)] ?? null;
  return value === null ? '' : ` Nicol’s report: ${ratio(value)}.`;
}
