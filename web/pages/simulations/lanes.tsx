import { useCallback, useMemo, useState } from 'react';
import { NumbersTable } from '../../charts/numbers-table';
import { Segments } from '../../controls/segments';
import { useCanvas } from '../../controls/use-canvas';
import { useSize } from '../../controls/use-size';
import { count, percent } from '../../format';
import { look, type SimulationView } from '../../state/simulations';
import { colours, variable } from '../../styles/palette';
import { useTheme } from '../../styles/theme';
import { eachStretch, endOf, extentOf, processorsOf, sumsOf } from './lane-data';
import { looks } from './phases';

const LABEL = 34;
const PITCH = 20;
const LEAST_PITCH = 9;
/** Labels closer than this would run into each other. */
const LEAST_LABEL = 13;
const MOST_HEIGHT = 260;
const FOOT = 18;
/** Frames in sight when not the whole run is. */
const NEAR = 8;
/** Lines of windows closer than this would hide the lanes. */
const LEAST_GAP = 6;

interface Props {
  readonly view: SimulationView;
  readonly cursor: number;
}

/** Each processor's time, phase after phase; a click moves the cursor to the window there. */
export function Lanes({ view, cursor }: Props) {
  const [extent, setExtent] = useState<'whole' | 'near'>('whole');
  const [ref, size] = useSize<HTMLDivElement>();
  const kind = view.document.kind;
  const unit = kind === 'yawns' ? 'windows' : 'rounds';
  return (
    <section className="panel sim-part" aria-labelledby="sim-lanes-title">
      <h3 id="sim-lanes-title">Processors in virtual time</h3>
      <div className="sim-tools">
        <Segments
          label="Part of the run"
          options={[
            { value: 'whole', title: 'the whole run' },
            { value: 'near', title: `${NEAR} ${unit} at the cursor` },
          ]}
          chosen={extent}
          onChoose={setExtent}
        />
        <ul className="chart-legend">
          {looks[kind].map(({ name, title, colour, height }) => (
            <li key={name} title={title}>
              <span
                className="sim-swatch"
                style={{ background: `var(${variable(colour)})`, height: 11 * height }}
              />
              {name}
            </li>
          ))}
        </ul>
      </div>
      <div ref={ref} className="sim-lane-area">
        {size && size.width > LABEL && (
          <LaneCanvas view={view} cursor={cursor} near={extent === 'near'} width={size.width} />
        )}
      </div>
      <LaneTable view={view} />
    </section>
  );
}

function LaneCanvas({
  view,
  cursor,
  near,
  width,
}: Props & { readonly near: boolean; readonly width: number }) {
  const theme = useTheme((state) => state.theme);
  const ends = useMemo(() => view.frames.map(endOf), [view.frames]);
  const processors = processorsOf(view);
  const all = useMemo(() => Math.max(1, extentOf(view)), [view]);
  const first = Math.max(0, Math.min(cursor - NEAR / 2, view.frames.length - NEAR));
  const from = near && first > 0 ? ends[first - 1] : 0;
  const to = near ? Math.max(from + 1, ends[Math.min(ends.length - 1, first + NEAR - 1)] ?? all) : all;
  const pitch = Math.max(LEAST_PITCH, Math.min(PITCH, Math.floor(MOST_HEIGHT / processors)));
  const lane = pitch - 3;
  const height = pitch * processors + FOOT;
  const plot = width - LABEL - 4;
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      const palette = colours[theme];
      const scale = plot / (to - from);
      context.save();
      context.beginPath();
      context.rect(LABEL, 0, plot, height);
      context.clip();
      const kinds = looks[view.lanes ? 'timewarp' : 'yawns'];
      eachStretch(view, from, to, (p, k, start, end) => {
        const full = kinds[k].height * lane;
        context.fillStyle = palette[kinds[k].colour];
        context.fillRect(
          LABEL + (start - from) * scale,
          p * pitch + lane - full,
          (end - start) * scale,
          full,
        );
      });
      // Ends of windows, or GVT rounds.
      context.fillStyle = palette.edge;
      let before = Number.NEGATIVE_INFINITY;
      for (const end of ends) {
        const x = LABEL + (end - from) * scale;
        if (x - before < LEAST_GAP) continue;
        context.fillRect(x - 0.5, 0, 1, pitch * processors - 3);
        before = x;
      }
      context.restore();
      context.font = '10.5px ui-monospace, Menlo, Consolas, monospace';
      context.textBaseline = 'middle';
      context.fillStyle = palette.ink2;
      const every = Math.ceil(LEAST_LABEL / pitch);
      for (let p = 0; p < processors; p += every) context.fillText(`P${p}`, 4, p * pitch + lane / 2 + 1);
      context.fillText(`${count(from)}`, LABEL, height - 7);
      context.textAlign = 'right';
      context.fillText(`${count(to)} cycles`, LABEL + plot, height - 7);
      context.textAlign = 'left';
    },
    [view, theme, from, to, ends, processors, pitch, lane, plot, height],
  );
  const canvas = useCanvas(width, height, paint);
  const go = ({ clientX, currentTarget }: React.PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    const time = from + ((clientX - box.left - LABEL) / plot) * (to - from);
    const at = ends.findIndex((end) => end >= time);
    look(at < 0 ? null : at);
  };
  const at = LABEL + ((ends[cursor] ?? 0) - from) * (plot / (to - from));
  return (
    <div
      className="sim-lane-canvas"
      role="img"
      aria-label="Lanes of the processors over virtual time; their sums stand in the table below"
      style={{ height }}
      onPointerDown={go}
      onPointerMove={(event) => {
        if (event.buttons === 1) go(event);
      }}
    >
      <canvas ref={canvas} style={{ width, height }} />
      {at >= LABEL && at <= width && <span className="sim-cursor" style={{ left: at, bottom: FOOT }} />}
    </div>
  );
}

/** The sums of the lanes. */
function LaneTable({ view }: { readonly view: SimulationView }) {
  const kinds = looks[view.document.kind];
  const sums = useMemo(() => sumsOf(view, kinds.length), [view, kinds]);
  return (
    <details>
      <summary>Cycles by processor</summary>
      <NumbersTable
        label="Cycles by processor"
        caption="Cycles of virtual time by phase, in the windows or rounds so far"
        heading={['processor', ...kinds.map(({ name }) => name), `${kinds[0].name}, share`]}
        rows={sums.map((row, p) => {
          const total = row.reduce((sum, cycles) => sum + cycles, 0);
          return [`P${p}`, ...row.map(count), total > 0 ? percent(row[0] / total) : '–'];
        })}
      />
    </details>
  );
}
