import { type SpeedupPoint, type SpeedupRow, speedupRows } from '../../../src/machine/speedup';
import type { Curve, Point } from '../../charts/curve';
import { CurveChart } from '../../charts/curve-chart';
import { csvText } from '../../charts/export';
import { Key } from '../../charts/key';
import { NumbersTable } from '../../charts/numbers-table';
import { count, ratio } from '../../format';
import type { Contender } from './contenders';

/** What was asked for, and the points that are known so far. */
export interface Measured {
  readonly contenders: readonly Contender[];
  readonly points: readonly SpeedupPoint[];
  readonly counts: readonly number[];
}

export const SPEEDUP_HEIGHT = 178;
/** Place in the palette of a line that is no allocator's. */
export const NOBODY = -1;
const HEADING = [
  'allocator',
  'threads',
  'speedup',
  'efficiency',
  'time (cycles)',
  'total workload (cycles)',
  'waiting (cycles)',
  'inflated',
] as const;

const waiting = ({ lockWaited, barrierWaited }: SpeedupPoint): number => lockWaited + barrierWaited;

/** A line that nothing was measured for. */
export const ideal = (name: string, series: number, points: readonly Point[]): Curve => ({
  name,
  series,
  source: 'ideal',
  marks: false,
  points,
});
export const idealSpeedup = (counts: readonly number[]): Curve =>
  ideal(
    'ideal',
    NOBODY,
    counts.map((x) => ({ x, y: x })),
  );

/** Speedup, efficiency and total workload against the processors, each with its ideal line. */
export function SpeedupCharts({ measured }: { readonly measured: Measured }) {
  const { contenders, counts } = measured;
  const rows = contenders.map((_, i) => speedupRows(measured.points, i));
  const curves = (value: (row: SpeedupRow) => number): Curve[] =>
    contenders.map(({ name }, series) => ({
      name,
      series,
      source: 'measured',
      points: rows[series].map((row) => ({
        x: row.threads,
        y: value(row),
        flag: row.inflated ? `${name}, ${row.threads} threads: inflated` : undefined,
      })),
    }));
  const at = (y: number): Point[] => counts.map((x) => ({ x, y }));
  const speedups = [...curves(({ speedup }) => speedup), idealSpeedup(counts)];
  const efficiencies = [...curves(({ efficiency }) => efficiency), ideal('ideal', NOBODY, at(1))];
  const workloads = [
    ...contenders.flatMap(({ name }, series) =>
      rows[series].slice(0, 1).map((one) => ideal(`${name} on one`, series, at(one.workload / 1e6))),
    ),
    ...curves(({ workload }) => workload / 1e6),
  ];
  const lines = contenders.flatMap(({ name }, i) => rows[i].map((row) => ({ name, ...row })));
  const csv = () =>
    csvText(
      HEADING,
      lines.map((row) => [
        row.name,
        row.threads,
        Number(row.speedup.toFixed(4)),
        Number(row.efficiency.toFixed(4)),
        row.time,
        row.workload,
        waiting(row),
        row.inflated ? 'yes' : 'no',
      ]),
    );
  const table = (
    <NumbersTable
      label="Numbers of the speedups"
      heading={HEADING}
      rows={lines.map((row) => [
        row.name,
        row.threads,
        ratio(row.speedup),
        ratio(row.efficiency),
        count(row.time),
        count(row.workload),
        count(waiting(row)),
        row.inflated ? '▲ yes' : 'no',
      ])}
    />
  );
  const frame = (title: string, curves: readonly Curve[], yTitle: string, label: string) => (
    <CurveChart
      name="speedup"
      title={title}
      csv={csv}
      table={table}
      legend={null}
      curves={curves}
      height={SPEEDUP_HEIGHT}
      xTitle="processors"
      yTitle={yTitle}
      label={label}
      xTicks={counts}
      logX={false}
    />
  );
  return (
    <>
      <Key curves={speedups} flagged={lines.some(({ inflated }) => inflated) ? 'inflated' : undefined} />
      <div className="speedup-charts">
        {frame(
          'Speedup over one thread',
          speedups,
          '× one thread',
          'Speedup against the number of processors, with the ideal line',
        )}
        {frame(
          'Efficiency',
          efficiencies,
          'speedup ÷ processors',
          'Efficiency against the number of processors; ideal is 1',
        )}
        {frame(
          'Total workload',
          workloads,
          'million cycles',
          'Total workload against the number of processors; ideal is that on one processor',
        )}
      </div>
    </>
  );
}
