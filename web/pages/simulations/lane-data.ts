import { TW_PHASES } from '../../../src/simulations/timewarp-clocks';
import { PHASES } from '../../../src/simulations/yawns-processor';
import type { SimulationFrame } from '../../../src/worker/simulation-api';
import type { SimulationView } from '../../state/simulations';

/** Virtual time at which a window or round ends, for the processor that is last. */
export function endOf(frame: SimulationFrame): number {
  if (frame.kind === 'timewarp') return frame.sample.clock;
  const { start, cycles } = frame.sample;
  let latest = 0;
  for (let p = 0; p < start.length; p++) {
    latest = Math.max(
      latest,
      PHASES.reduce((sum, phase) => sum + cycles[phase][p], start[p]),
    );
  }
  return latest;
}

/** Virtual time up to which there is something to draw. */
export function extentOf({ frames, lanes, accounts }: SimulationView): number {
  const last = frames[frames.length - 1];
  let extent = last === undefined ? 0 : endOf(last);
  if (lanes === null) return extent;
  const row = lanes.slices * TW_PHASES.length;
  for (let k = 0; k < accounts.length; k++) {
    let at = row - 1;
    while (at >= 0 && lanes.cycles[k * row + at] === 0) at--;
    extent = Math.max(extent, Math.floor(at / TW_PHASES.length + 1) * lanes.slice);
  }
  return extent;
}

export const processorsOf = (view: SimulationView): number => view.accounts.length;

/** Calls back with every stretch of a processor's time that lies between two moments; phases by their number. */
export function eachStretch(
  view: SimulationView,
  from: number,
  to: number,
  draw: (processor: number, phase: number, start: number, end: number) => void,
): void {
  for (const frame of view.frames) {
    if (frame.kind !== 'yawns') break;
    const { start, cycles } = frame.sample;
    for (let p = 0; p < start.length; p++) {
      let at = start[p];
      PHASES.forEach((phase, k) => {
        const end = at + cycles[phase][p];
        if (end > from && at < to) draw(p, k, at, end);
        at = end;
      });
    }
  }
  const { lanes } = view;
  if (lanes === null) return;
  // Within a slice phases are drawn one after the other.
  const width = TW_PHASES.length;
  for (let p = 0; p < processorsOf(view); p++) {
    const first = Math.max(0, Math.floor(from / lanes.slice));
    const last = Math.min(lanes.slices, Math.ceil(to / lanes.slice));
    for (let s = first; s < last; s++) {
      let at = s * lanes.slice;
      for (let k = 0; k < width; k++) {
        const cycles = lanes.cycles[(p * lanes.slices + s) * width + k];
        if (cycles > 0) draw(p, k, at, at + cycles);
        at += cycles;
      }
    }
  }
}

/** Cycles by processor and phase, over the frames so far: for the table beside the lanes. */
export function sumsOf(view: SimulationView, phases: number): number[][] {
  const sums = Array.from({ length: processorsOf(view) }, () => new Array<number>(phases).fill(0));
  eachStretch(view, 0, Number.POSITIVE_INFINITY, (p, k, start, end) => {
    sums[p][k] += end - start;
  });
  return sums;
}
