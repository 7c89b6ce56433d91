/**
 * Address × time: time goes across, addresses go down, every block is a rectangle. Exact coverage in constant time a
 * block: a rectangle is sixteen entries of a table of differences (Crow's summed-area table, "Summed-area tables for
 * texture mapping", 1984, run backwards), and two running sums over the pixels turn the table into coverage.
 * A picture that has been drawn takes in blocks that come later, so that a run under way costs what it adds.
 */
import type { BlockIndex, Window } from './block-index';

/** Steps of a ramp of colours: sizes and lifetimes by powers of two. */
export const RAMP = 24;
/** Palette: the ground, the ramp, and what is not replayed yet: its ground and the hatch over it. */
export const ADDRESS_TIME_COLOURS = 1 + RAMP + 2;
const AHEAD = 1 + RAMP;
const HATCH = AHEAD + 1;
/** Pixels from one line of the hatch to the next. */
const HATCH_PITCH = 9;

/** What is drawn, and on how many pixels. */
export interface Frame extends Window {
  readonly width: number;
  readonly height: number;
  readonly by: 'size' | 'life';
}

export interface Picture extends Frame {
  /** `ADDRESS_TIME_COLOURS` colours, 0xAABBGGRR. */
  readonly palette: Uint32Array;
}

/** Fractions of a pixel along each axis; their product still sums exactly in 32 bits. */
const SHIFT = 7;
const PARTS = 1 << SHIFT;
const FULL = PARTS * PARTS;
/** A block of at least so many pixels is set off from the next by one of them. */
const EDGE = 5;

/** Step of the ramp: step s holds what is above 2^(s−1) and up to 2^s, as the size classes do. */
export const rampStep = (value: number): number =>
  value <= 1 ? 0 : Math.min(RAMP - 1, 32 - Math.clz32(value - 1));

/**
 * Draws the blocks of a window. A pixel takes the colour of the mean step of the blocks in it, as strong as they cover
 * it, so that free memory between small blocks shows as texture. Blocks are drawn to their ends, which the trace knows;
 * columns of pixels that the run has not come to are hatched, the others are as they will be when it is over.
 */
export class AddressTimeRaster {
  private readonly sums: Sums;
  private readonly add: Add;
  /** Of the index: blocks drawn, and ends put off by then. */
  private drawn = 0;
  private putOffs = 0;

  constructor(
    private readonly index: BlockIndex,
    private readonly frame: Frame,
  ) {
    const { width, height } = frame;
    const table = () => new Int32Array((width + 2) * (height + 2));
    this.sums = { cover: table(), steps: table(), small: table(), smallSteps: table() };
    this.add = adder(index, frame, this.sums);
  }

  /** Whether it is a picture of the same. */
  shows(index: BlockIndex, frame: Frame): boolean {
    return index === this.index && FRAME.every((key) => frame[key] === this.frame[key]);
  }

  /**
   * Takes in what has come to the index since the last time.
   * @param reached events replayed by now
   * @returns pixels, row by row, width × height
   */
  draw(palette: Uint32Array, reached: number): Uint32Array {
    const { index, frame, add } = this;
    for (; this.putOffs < index.putOffs.length; this.putOffs++) {
      const { block, before, then } = index.putOffs[this.putOffs];
      if (block >= this.drawn) continue;
      add(block, before, -1);
      add(block, then, 1);
    }
    const { ends } = index;
    const see = (block: number) => {
      add(block, ends[block], 1);
      return true;
    };
    index.within(frame, see, this.drawn);
    this.drawn = index.count;
    const { width, fromEvent, toEvent } = frame;
    const share = (reached - fromEvent) / (toEvent - fromEvent);
    const columns = Math.max(0, Math.min(width, Math.floor(share * width)));
    return coloured(this.sums, { ...frame, palette }, columns);
  }
}

/** Adds a block to the sums with an end, or with sign −1 takes it away from them. */
type Add = (block: number, ends: number, sign: 1 | -1) => void;

function adder(index: BlockIndex, frame: Frame, { cover, steps, small, smallSteps }: Sums): Add {
  const { width, height, fromEvent, toEvent, fromAddress, toAddress, by } = frame;
  const { born, address, bytes } = index;
  const pitch = width + 2;
  const perEvent = (width * PARTS) / (toEvent - fromEvent);
  const perByte = (height * PARTS) / (toAddress - fromAddress);
  const share = (at: number, part: number, step: number) => {
    cover[at] += part;
    steps[at] += part * step;
  };
  /** A corner between pixels is shared out among the four that touch it. */
  const corner = (x: number, y: number, sign: number, step: number) => {
    const at = (y >>> SHIFT) * pitch + (x >>> SHIFT);
    const right = x & (PARTS - 1);
    const below = sign * (y & (PARTS - 1));
    const here = sign * PARTS - below;
    share(at, here * (PARTS - right), step);
    share(at + 1, here * right, step);
    share(at + pitch, below * (PARTS - right), step);
    share(at + pitch + 1, below * right, step);
  };
  return (b, ends, sign) => {
    const x0 = clamp((born[b] - fromEvent) * perEvent, width);
    const x1 = setOff(x0, clamp((ends - fromEvent) * perEvent, width), 1);
    const y0 = clamp((address[b] - fromAddress) * perByte, height);
    const y1 = setOff(y0, clamp((address[b] + bytes[b] - fromAddress) * perByte, height), 1);
    if (x0 === x1 || y0 === y1) return;
    const step = rampStep(by === 'size' ? bytes[b] : ends - born[b]);
    if (x0 >>> SHIFT === (x1 - 1) >>> SHIFT && y0 >>> SHIFT === (y1 - 1) >>> SHIFT) {
      const at = (y0 >>> SHIFT) * pitch + (x0 >>> SHIFT);
      const area = sign * (x1 - x0) * (y1 - y0);
      small[at] += area;
      smallSteps[at] += area * step;
      return;
    }
    corner(x0, y0, sign, step);
    corner(x1, y0, -sign, step);
    corner(x0, y1, -sign, step);
    corner(x1, y1, sign, step);
  };
}

const FRAME = ['width', 'height', 'by', 'fromEvent', 'toEvent', 'fromAddress', 'toAddress'] as const;

const clamp = (parts: number, pixels: number): number =>
  Math.round(Math.max(0, Math.min(pixels * PARTS, parts)));

/** The end of a long side, one pixel short, so that neighbours stay apart. */
const setOff = (from: number, to: number, pixels: number): number =>
  to - from >= EDGE * PARTS ? to - pixels * PARTS : to;

interface Sums {
  /** Differences of coverage, and of coverage times step. */
  readonly cover: Int32Array;
  readonly steps: Int32Array;
  /** The same of blocks within a pixel, as they are: most of a long history, one entry each. */
  readonly small: Int32Array;
  readonly smallSteps: Int32Array;
}

/** Sums the differences across and down, adds the small blocks, and looks the colours up; hatches what is ahead. */
function coloured(
  { cover, steps, small, smallSteps }: Sums,
  { width, height, palette }: Picture,
  reached: number,
): Uint32Array {
  const pitch = width + 2;
  const pixels = new Uint32Array(width * height);
  const ground = palette[0];
  const columns = new Int32Array(pitch);
  const columnSteps = new Int32Array(pitch);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    let stepSum = 0;
    for (let x = 0; x < reached; x++) {
      const at = y * pitch + x;
      columns[x] += cover[at];
      columnSteps[x] += steps[at];
      sum += columns[x];
      stepSum += columnSteps[x];
      const share = sum + small[at];
      const weighted = stepSum + smallSteps[at];
      if (share <= 0) {
        pixels[y * width + x] = ground;
        continue;
      }
      const colour = palette[1 + Math.min(RAMP - 1, Math.round(weighted / share))];
      pixels[y * width + x] = share >= FULL ? colour : mixed(ground, colour, share);
    }
    for (let x = reached; x < width; x++)
      pixels[y * width + x] = palette[(x + y) % HATCH_PITCH === 0 ? HATCH : AHEAD];
  }
  return pixels;
}

function mixed(ground: number, colour: number, share: number): number {
  return (
    ((255 << 24) |
      (channel(ground >>> 16, colour >>> 16, share) << 16) |
      (channel(ground >>> 8, colour >>> 8, share) << 8) |
      channel(ground, colour, share)) >>>
    0
  );
}

const channel = (ground: number, colour: number, share: number): number => {
  const from = ground & 255;
  return (from + (((colour & 255) - from) * share) / FULL) & 255;
};
