import { useMemo, useState } from 'react';
import type { SimulationFrame } from '../../../src/worker/simulation-api';
import { type Curve, SERIES_COLOURS } from '../../charts/curve';
import { CurveChart } from '../../charts/curve-chart';
import { csvText } from '../../charts/export';
import { NumbersTable } from '../../charts/numbers-table';
import { axisBytes, figure } from '../../format';
import { modelOf } from '../../state/simulation-setup';
import type { SimulationView } from '../../state/simulations';
import { processorsOf } from './lane-data';

const HEIGHT = 210;
/** Rows of the table; the CSV has all. */
const TABLE_ROWS = 40;
const ALL = 'all';

interface Measure {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly binary: boolean;
  readonly of: (frame: SimulationFrame) => ArrayLike<number>;
}

const nothing: ArrayLike<number> = [];
const yawns: readonly Measure[] = [
  {
    id: 'free',
    title: 'Length of the free lists',
    unit: 'free blocks',
    binary: false,
    of: (frame) => (frame.kind === 'yawns' ? frame.sample.freeBlocks : nothing),
  },
  {
    id: 'live',
    title: 'Live bytes',
    unit: 'bytes',
    binary: true,
    of: (frame) => (frame.kind === 'yawns' ? frame.sample.liveBytes : nothing),
  },
];
const timewarp: readonly Measure[] = [
  {
    id: 'intensive',
    title: 'Live bytes, intensive buffers',
    unit: 'bytes',
    binary: true,
    of: (frame) => (frame.kind === 'timewarp' ? frame.sample.intensiveBytes : nothing),
  },
  {
    id: 'mild',
    title: 'Live bytes, mild buffers',
    unit: 'bytes',
    binary: true,
    of: (frame) => (frame.kind === 'timewarp' ? frame.sample.mildBytes : nothing),
  },
];

/** Memory of each processor, window by window. */
export function MemoryCharts({ view }: { readonly view: SimulationView }) {
  const [shown, show] = useState<string>(ALL);
  const processors = processorsOf(view);
  const chosen = shown !== ALL && Number(shown) < processors ? Number(shown) : null;
  return (
    <section className="panel sim-part" aria-labelledby="sim-memory-title">
      <h3 id="sim-memory-title">Memory of the processors</h3>
      <div className="sim-tools">
        <label>
          Processor{' '}
          <select value={chosen === null ? ALL : shown} onChange={({ target }) => show(target.value)}>
            <option value={ALL}>all</option>
            {view.accounts.map((_, p) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a processor is its number
              <option key={p} value={p}>
                P{p}
              </option>
            ))}
          </select>
        </label>
        {chosen === null && processors > SERIES_COLOURS && (
          <span className="hint">Mean of the processors; shaded: from the least to the most</span>
        )}
      </div>
      <div className="sim-grid">
        {(view.document.kind === 'timewarp' ? timewarp : yawns).map((measure) => (
          <MemoryChart key={measure.id} view={view} measure={measure} chosen={chosen} />
        ))}
      </div>
    </section>
  );
}

interface Props {
  readonly view: SimulationView;
  readonly measure: Measure;
  readonly chosen: number | null;
}

function MemoryChart({ view: { frames, document, accounts }, measure, chosen }: Props) {
  const processors = accounts.length;
  const curves = useMemo((): readonly Curve[] => {
    const rows = frames.map((frame, x) => ({ x, values: Array.from(measure.of(frame)) }));
    if (chosen === null && processors > SERIES_COLOURS) {
      const points = rows.map(({ x, values }) => ({
        x,
        y: values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length),
      }));
      const band = rows.map(({ x, values }) => ({ x, low: Math.min(...values), high: Math.max(...values) }));
      return [{ name: 'mean', series: 0, source: 'measured', points, band, marks: false }];
    }
    const wanted = chosen === null ? accounts.map((_, p) => p) : [chosen];
    return wanted.map((p) => ({
      name: `P${p}`,
      series: p % SERIES_COLOURS,
      source: 'measured',
      points: rows.map(({ x, values }) => ({ x, y: values[p] })),
      marks: false,
    }));
  }, [frames, measure, chosen, processors, accounts]);
  const unit = document.kind === 'timewarp' ? 'GVT round' : 'window';
  const heading = [unit, ...accounts.map((_, p) => `P${p}`)];
  const step = Math.max(1, Math.ceil(frames.length / TABLE_ROWS));
  return (
    <CurveChart
      name={`${modelOf(document)} ${document.setup.allocator.id}`}
      title={measure.title}
      csv={() =>
        csvText(
          heading,
          frames.map((frame, x) => [x, ...Array.from(measure.of(frame))]),
        )
      }
      curves={curves}
      height={HEIGHT}
      xTitle={unit}
      yTitle={measure.unit}
      label={`${measure.title} of each processor by ${unit}; the numbers stand in the table below`}
      logX={false}
      logY={false}
      binary={measure.binary}
      yFormat={measure.binary ? axisBytes : figure}
      table={
        <NumbersTable
          label={measure.title}
          caption={`${measure.title}, ${measure.unit}, at the end of ${step === 1 ? `each ${unit}` : `every ${step}th ${unit}`}`}
          heading={heading}
          rows={frames.flatMap((frame, x) =>
            x % step === 0 ? [[String(x), ...Array.from(measure.of(frame), figure)]] : [],
          )}
        />
      }
    />
  );
}
