import { useMemo, useState } from 'react';
import { PROCESSORS } from '../../../src/experiment/catalogue/nicol-yawns-published';
import { type Curve, SERIES_COLOURS } from '../../charts/curve';
import { CurveChart } from '../../charts/curve-chart';
import { csvText } from '../../charts/export';
import { NumbersTable } from '../../charts/numbers-table';
import { count, figure, percent, ratio } from '../../format';
import { choicesIn } from '../../state/allocators';
import { modelOf } from '../../state/simulation-setup';
import { useSimulations } from '../../state/simulations';
import { cancelSpeedups, SWEEP_PROCESSORS, sweepSpeedups, useSpeedups } from '../../state/speedups';
import { useLab } from '../../state/store';
import { SpeedupWords } from './speedup-words';
import { curvesOf, paperSize, publishedOf, rowsOf } from './sweep-rows';

const HEIGHT = 270;
const PAPERS = ['sysv', 'ssmalloc'] as const;
const IDEAL: Curve = {
  name: 'ideal: P',
  series: SERIES_COLOURS - 1,
  source: 'measured',
  points: SWEEP_PROCESSORS.map((processors) => ({ x: processors, y: processors })),
  marks: false,
};

/** Speedup and total workload against the number of processors, the report's points beside ours. */
export function Speedups() {
  const chosen = useSimulations((state) => state.document);
  const { document, points, total: all, running, under, failed } = useSpeedups();
  const [picked, pick] = useState<readonly string[]>(PAPERS);
  const lab = useLab();
  const own = chosen.setup.allocator.id;
  const possible = choicesIn(lab).filter(({ id, user }) => !user || id === own);
  const swept = picked.filter((id) => possible.some((each) => each.id === id));
  const toggle = (id: string) =>
    pick(picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id]);
  return (
    <section className="panel sim-part" aria-labelledby="sim-speedups-title">
      <h3 id="sim-speedups-title">Speedup and total workload</h3>
      <p className="hint">
        The model chosen above on {SWEEP_PROCESSORS.join(', ')} processors. Speedup: an allocator’s own time
        on one processor over its time on P. Total workload: utilization × time × P, the useful work of all
        processors.
      </p>
      <div className="sim-tools">
        <details>
          <summary>{swept.length} allocators</summary>
          <fieldset className="sim-pick" aria-label="Allocators to compare">
            {possible.map(({ id, title }) => (
              <label key={id}>
                <input type="checkbox" checked={picked.includes(id)} onChange={() => toggle(id)} /> {title}
              </label>
            ))}
          </fieldset>
        </details>
        {running ? (
          <>
            <progress aria-label="Runs of the sweep" max={all} value={points.length + under} />
            <span className="num">
              {points.length} of {all} runs
            </span>
            <button type="button" className="button" onClick={cancelSpeedups}>
              Cancel the sweep
            </button>
          </>
        ) : (
          <button
            type="button"
            className="button primary"
            disabled={swept.length === 0 || swept.length >= SERIES_COLOURS}
            onClick={() => void sweepSpeedups(chosen, swept)}
          >
            Run on {SWEEP_PROCESSORS[0]} to {SWEEP_PROCESSORS[SWEEP_PROCESSORS.length - 1]} processors
          </button>
        )}
        {swept.length >= SERIES_COLOURS && (
          <span className="hint">At most {SERIES_COLOURS - 1} allocators can be told apart.</span>
        )}
      </div>
      {failed !== null && (
        <p className="failed" role="alert">
          The sweep ended: {failed}
        </p>
      )}
      {document !== null && points.length > 0 && <Sweep />}
    </section>
  );
}

function Sweep() {
  const { document, allocators, points } = useSpeedups();
  const model = document === null ? 'life' : modelOf(document);
  const speedup = useMemo(
    () => [IDEAL, ...curvesOf(model, allocators, points, 'speedup')],
    [model, allocators, points],
  );
  const second = useMemo(
    () =>
      model === 'phold' ? throughputs(allocators, points) : curvesOf(model, allocators, points, 'workload'),
    [model, allocators, points],
  );
  if (document === null) return null;
  const table = <SweepTable />;
  const csv = () =>
    csvText(
      [
        'allocator',
        'processors',
        'seconds',
        'speedup',
        'utilization',
        'workload seconds',
        'mean free blocks',
        'throughput',
        'history',
      ],
      allocators.flatMap((allocator) =>
        rowsOf(points, allocator).map((row) => [
          allocator,
          row.processors,
          row.seconds,
          row.speedup,
          row.utilization,
          row.workloadSeconds,
          row.meanFreeBlocks,
          row.throughput,
          row.history,
        ]),
      ),
    );
  const secondTitle = model === 'phold' ? 'Throughput' : 'Total workload';
  const secondUnit = model === 'phold' ? 'committed events a second' : 'workload, 1 = on one processor';
  return (
    <>
      <p className="hint">{scaleWords(model, paperSize(document))}</p>
      <div className="sim-grid">
        <CurveChart
          name={`simulation ${model}`}
          title="Speedup"
          csv={csv}
          curves={speedup}
          height={HEIGHT}
          xTitle="processors"
          yTitle="speedup"
          label="Speedup against the number of processors, ours, the report’s, and the ideal line"
          logX
          logY
          table={table}
        />
        <CurveChart
          name={`simulation ${model}`}
          title={secondTitle}
          csv={csv}
          curves={second}
          height={HEIGHT}
          xTitle="processors"
          yTitle={secondUnit}
          label={`${secondTitle} against the number of processors`}
          logX={false}
          logY={false}
          table={table}
        />
      </div>
      <SpeedupWords model={model} allocators={allocators} points={points} />
    </>
  );
}

const throughputs = (
  allocators: readonly string[],
  points: ReturnType<typeof useSpeedups.getState>['points'],
): readonly Curve[] =>
  allocators.map((allocator, series) => ({
    name: allocator,
    series,
    source: 'measured',
    points: rowsOf(points, allocator).map(({ processors, throughput }) => ({
      x: processors,
      y: throughput ?? 0,
    })),
  }));

/** Why ours differ from the report's. */
const WHY =
  'Our simulator does less besides allocating than the program of 1990, so that what the allocator costs stands out more; no constant was fitted to the tables.';

function scaleWords(model: string, whole: boolean): string {
  if (model === 'phold') return 'The paper has no speedups of PHOLD: all points are ours.';
  return whole
    ? `Ours are runs of the report’s size. Hollow and dashed: the report’s tables. ${WHY}`
    : `Hollow and dashed: the report’s tables, for 4,096 objects to time 100, or 64 × 64 cells and 50 steps by its rule. Ours are runs of the size chosen above, which is another; workloads are therefore drawn as shares of that on one processor. ${WHY}`;
}

/** All figures, the report's in their own columns. */
function SweepTable() {
  const { document, allocators, points } = useSpeedups();
  const model = document === null ? 'life' : modelOf(document);
  const or = (value: number | null | undefined, format: (value: number) => string) =>
    value === null || value === undefined ? '–' : format(value);
  return (
    <NumbersTable
      label="Figures of the sweep"
      caption="Ours, and what the report’s table has for the same processors"
      heading={[
        'allocator, P',
        'seconds',
        'speedup',
        'speedup, report',
        'over the fastest on 1',
        'utilization',
        'workload, s',
        'workload, s, report',
        'mean free blocks',
        'events/s',
      ]}
      rows={allocators.flatMap((allocator) => {
        const published = publishedOf(model, allocator);
        return rowsOf(points, allocator).map((row) => {
          const at = (PROCESSORS as readonly number[]).indexOf(row.processors);
          return [
            `${allocator}, ${row.processors}`,
            figure(row.seconds),
            or(row.speedup, ratio),
            or(published?.speedup[at], ratio),
            or(row.fairSpeedup, ratio),
            or(row.utilization, percent),
            or(row.workloadSeconds, figure),
            or(published?.workload[at], figure),
            or(row.meanFreeBlocks, figure),
            or(row.throughput, count),
          ];
        });
      })}
    />
  );
}
