import { CYCLE_KINDS, type Lanes } from '../../../src/machine/result';
import type { Colours } from '../../styles/palette';
import { KINDS } from './lane-kinds';

/** Room for the processors' names, and behind the last cycle. */
export const LABEL = 34;
export const RIGHT = 8;
const LANE = 12;
const PITCH = 15;
/** Lanes in sight; more are made thinner. */
const MOST_HEIGHT = 130;
/** Height that a processor's name takes. */
const NAME = 11;

/** From one lane to the next, in pixels. */
export const pitchOf = (processors: number, tall: boolean): number =>
  tall ? PITCH : Math.max(2, Math.min(PITCH, Math.floor(MOST_HEIGHT / processors)));

interface Picture {
  readonly lanes: Lanes;
  readonly palette: Colours;
  readonly processors: number;
  /** Whose name is strong. */
  readonly processor: number;
  readonly pitch: number;
  /** Pixels of virtual time, and the cycles of one; the first begins at cycle `from`. */
  readonly plot: number;
  readonly from: number;
  readonly cycles: number;
}

/** Draws a lane a processor: each pixel's time by kind of cycle. */
export function paintLanes(context: CanvasRenderingContext2D, picture: Picture): void {
  const { lanes, palette, processors, processor, pitch, plot, from, cycles } = picture;
  const lane = pitch >= 5 ? Math.min(LANE, pitch - 2) : pitch;
  // Where lanes are thinner than their names, every so many of them is named.
  const named = Math.ceil(NAME / pitch);
  for (let p = 0; p < processors; p++) {
    const y = p * pitch;
    for (let x = 0; x < plot; x++) {
      const sums = sumOf(lanes, p, from + x * cycles, from + (x + 1) * cycles);
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
    if (p % named !== 0) continue;
    context.fillStyle = p === processor ? palette.ink : palette.ink2;
    context.font = `${p === processor ? 700 : 400} 10.5px ui-monospace, Menlo, Consolas, monospace`;
    context.textBaseline = 'middle';
    context.fillText(`P${p}`, 4, y + Math.max(lane, NAME - 1) / 2 + 1);
  }
}

const sums = new Float64Array(CYCLE_KINDS.length);

/** Cycles of each kind between two points of time in a lane; those of a slice that is cut are shared out. */
function sumOf(
  { from: start, slice: length, slices, cycles }: Lanes,
  processor: number,
  from: number,
  to: number,
): Float64Array {
  sums.fill(0);
  const [first, end] = [Math.max(0, (from - start) / length), Math.min(slices, (to - start) / length)];
  for (let slice = Math.floor(first); slice < end; slice++) {
    const share = Math.min(slice + 1, end) - Math.max(slice, first);
    const row = (processor * slices + slice) * sums.length;
    for (let k = 0; k < sums.length; k++) sums[k] += cycles[row + k] * share;
  }
  return sums;
}
