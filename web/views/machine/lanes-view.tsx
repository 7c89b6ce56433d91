import { useCallback, useState } from 'react';
import { CYCLE_KINDS, type CycleKind } from '../../../src/machine/result';
import type { MachineRunInfo } from '../../../src/worker/machine-api';
import { useSize } from '../../controls/use-size';
import { count } from '../../format';
import { setCursor } from '../../state/document';
import { useMachine } from '../../state/machine';
import { type Colours, colours } from '../../styles/palette';
import { useTheme } from '../../styles/theme';
import { useCanvas } from './use-canvas';

interface Kind {
  readonly name: string;
  readonly title: string;
  readonly colour: keyof Colours;
  /** Part of the lane's height that it fills: what is lost is lower than what is won. */
  readonly height: number;
}

const KINDS: Readonly<Record<CycleKind, Kind>> = {
  work: { name: 'running', title: 'Executing instructions', colour: 'live', height: 1 },
  cacheMiss: {
    name: 'missing',
    title: 'Waiting for a line from a farther cache or memory',
    colour: 'slack',
    height: 0.8,
  },
  tlbMiss: { name: 'page walk', title: 'Waiting for the address of a page', colour: 'column2', height: 0.65 },
  coherence: {
    name: 'coherence',
    title: 'Waiting for another cache to give a line up',
    colour: 'visited',
    height: 0.9,
  },
  lockWait: { name: 'lock', title: 'Waiting for a lock', colour: 'event', height: 0.7 },
  barrierWait: {
    name: 'barrier',
    title: 'Waiting for the others at a barrier',
    colour: 'freeInk',
    height: 0.45,
  },
  idle: {
    name: 'idle',
    title: 'Nothing to do, or the object is not there yet',
    colour: 'free',
    height: 0.25,
  },
};

const LANE = 12;
const PITCH = 15;
const LABEL = 34;
/** Lanes in sight; more are made thinner. */
const MOST_HEIGHT = 130;

/** What each processor did along virtual time; a click moves the cursor there. */
export function LanesView() {
  const info = useMachine((state) => (state.run.kind === 'ready' ? state.run.info : null));
  const [ref, size] = useSize<HTMLDivElement>();
  return (
    <section className="lanes" aria-labelledby="lanes-title">
      <header>
        <h3 id="lanes-title">Processors</h3>
        <div className="note">
          {info &&
            `${count(info.result.time)} cycles of virtual time · total workload ${count(info.result.workload)} cycles`}
        </div>
        <ul className="legend">
          {CYCLE_KINDS.map((kind) => (
            <li key={kind} title={KINDS[kind].title}>
              <span
                className="lane-swatch"
                style={{
                  background: `var(${cssName(KINDS[kind].colour)})`,
                  height: 11 * KINDS[kind].height,
                }}
              />
              {KINDS[kind].name}
            </li>
          ))}
        </ul>
      </header>
      <div ref={ref} className="lanes-area">
        {info && size && size.width > LABEL && <LaneCanvas info={info} width={size.width} />}
      </div>
      {info && <LaneTable info={info} />}
    </section>
  );
}

const cssName = (name: string): string => `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;

function LaneCanvas({ info, width }: { readonly info: MachineRunInfo; readonly width: number }) {
  const theme = useTheme((state) => state.theme);
  const moment = useMachine((state) => state.moment);
  const processor = useMachine((state) => state.moment?.viewpoint ?? 0);
  const [at, setAt] = useState<{ readonly processor: number; readonly slice: number } | null>(null);
  const { processors, result, positionOfSlice } = info;
  const { lanes, time } = result;
  const pitch = Math.max(2, Math.min(PITCH, Math.floor(MOST_HEIGHT / processors)));
  const lane = pitch >= 5 ? Math.min(LANE, pitch - 2) : pitch;
  const height = pitch * processors;
  const plot = width - LABEL - 8;
  const paint = useCallback(
    (context: CanvasRenderingContext2D, density: number) => {
      if (!lanes) return;
      const palette = colours[theme];
      context.setTransform(density, 0, 0, density, 0, 0);
      context.clearRect(0, 0, width, height);
      const perPixel = time / Math.max(1, plot) / lanes.slice;
      for (let p = 0; p < processors; p++) {
        const y = p * pitch;
        for (let x = 0; x < plot; x++) {
          const sums = sumOf(lanes.cycles, p * lanes.slices, x * perPixel, (x + 1) * perPixel, lanes.slices);
          let bottom = y + lane;
          let total = 0;
          for (const sum of sums) total += sum;
          if (total === 0) continue;
          // Parts of a pixel's time are stacked: as high as their share.
          CYCLE_KINDS.forEach((kind, k) => {
            if (sums[k] === 0) return;
            const part = (sums[k] / total) * lane * (sums[k] === total ? KINDS[kind].height : 1);
            context.fillStyle = palette[KINDS[kind].colour];
            context.fillRect(LABEL + x, bottom - part, 1, part);
            bottom -= part;
          });
        }
        if (pitch < 9) continue;
        context.fillStyle = p === processor ? palette.ink : palette.ink2;
        context.font = `${p === processor ? 700 : 400} 10.5px ui-monospace, Menlo, Consolas, monospace`;
        context.textBaseline = 'middle';
        context.fillText(`P${p}`, 4, y + lane / 2 + 1);
      }
    },
    [lanes, theme, processors, time, processor, plot, pitch, lane, width, height],
  );
  const canvas = useCanvas(width, height, paint);
  if (!lanes) return null;
  const place = ({ clientX, clientY, currentTarget }: React.PointerEvent | React.MouseEvent) => {
    const box = currentTarget.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (clientX - box.left - LABEL) / plot));
    return {
      processor: Math.max(0, Math.min(processors - 1, Math.floor((clientY - box.top) / pitch))),
      slice: Math.min(lanes.slices - 1, Math.floor((share * time) / lanes.slice)),
    };
  };
  const go = (event: React.PointerEvent | React.MouseEvent) => {
    const { slice } = place(event);
    setCursor(positionOfSlice[slice] - 1);
  };
  const cursor = moment ? LABEL + (moment.clock / Math.max(1, time)) * plot : null;
  return (
    <div
      className="lane-canvas"
      role="img"
      aria-label="Lanes of the processors over virtual time; sums stand in the table below"
      style={{ height }}
      onPointerDown={go}
      onPointerMove={(event) => {
        setAt(place(event));
        if (event.buttons === 1) go(event);
      }}
      onPointerLeave={() => setAt(null)}
    >
      <canvas ref={canvas} style={{ width, height }} />
      {cursor !== null && <span className="strip-cursor" style={{ left: cursor }} />}
      {at && (
        <div
          className="map-tip"
          style={{
            left: Math.min(LABEL + ((at.slice * lanes.slice) / Math.max(1, time)) * plot + 8, width - 220),
            bottom: height - at.processor * pitch + 4,
          }}
        >
          <strong>
            P{at.processor} · from cycle {count(at.slice * lanes.slice)}
          </strong>
          {CYCLE_KINDS.map((kind, k) => ({
            kind,
            cycles: lanes.cycles[(at.processor * lanes.slices + at.slice) * CYCLE_KINDS.length + k],
          }))
            .filter(({ cycles }) => cycles > 0)
            .map(({ kind, cycles }) => (
              <span key={kind}>
                {KINDS[kind].name} {count(cycles)} of {count(lanes.slice)} cycles
              </span>
            ))}
        </div>
      )}
    </div>
  );
}

const sums = new Float64Array(CYCLE_KINDS.length);

/** Cycles of each kind between two places in a lane; those of a slice that is cut are shared out. */
function sumOf(cycles: Uint32Array, lane: number, from: number, to: number, slices: number): Float64Array {
  sums.fill(0);
  const last = Math.min(slices, Math.ceil(to));
  for (let slice = Math.floor(from); slice < last; slice++) {
    const share = Math.min(slice + 1, to) - Math.max(slice, from);
    for (let k = 0; k < sums.length; k++) sums[k] += cycles[(lane + slice) * sums.length + k] * share;
  }
  return sums;
}

/** The sums of the lanes, which account for every cycle. */
function LaneTable({ info }: { readonly info: MachineRunInfo }) {
  return (
    <details className="lane-table">
      <summary>Cycles by processor</summary>
      <div className="table-frame">
        <table className="figures-table">
          <thead>
            <tr>
              <th scope="col">processor</th>
              {CYCLE_KINDS.map((kind) => (
                <th key={kind} scope="col">
                  {KINDS[kind].name}
                </th>
              ))}
              <th scope="col">clock</th>
            </tr>
          </thead>
          <tbody>
            {info.result.processors.map(({ cycles, clock }, p) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a processor is its number
              <tr key={p}>
                <th scope="row">P{p}</th>
                {CYCLE_KINDS.map((kind) => (
                  <td key={kind}>{count(cycles[kind])}</td>
                ))}
                <td>{count(clock)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
