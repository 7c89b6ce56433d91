/**
 * Address × time: time goes across, addresses go down, every block is a rectangle. Exact coverage in constant time a
 * block: a rectangle is sixteen entries of a table of differences (Crow's summed-area table, "Summed-area tables for
 * texture mapping", 1984, run backwards), and two running sums over the pixels turn the table into coverage.
 */

/** Lives of blocks at their addresses as parallel columns, in order of birth. */
export interface PlacedBlocks {
  readonly count: number;
  /** Event of birth, and the one that ends it (exclusive). */
  readonly born: Uint32Array;
  readonly ends: Uint32Array;
  readonly address: Uint32Array;
  readonly bytes: Uint32Array;
}

/** What is drawn: events across, addresses down. */
export interface Window {
  readonly fromEvent: number;
  readonly toEvent: number;
  readonly fromAddress: number;
  readonly toAddress: number;
}

/** Steps of a ramp of colours: sizes and lifetimes by powers of two. */
export const RAMP = 24;
/** Palette: the ground, then the ramp. */
export const ADDRESS_TIME_COLOURS = 1 + RAMP;

/** Blocks of one bounding box. */
const CHUNK = 1024;

/** Blocks with bounding boxes over every 1,024 of them, so that a window costs what lies in it. */
export class BlockIndex {
  private readonly boxes: Float64Array;

  constructor(readonly blocks: PlacedBlocks) {
    const { count, ends, address, bytes } = blocks;
    const chunks = Math.ceil(count / CHUNK);
    this.boxes = new Float64Array(chunks * 3);
    for (let chunk = 0; chunk < chunks; chunk++) {
      let [lastEnd, low, high] = [0, Number.POSITIVE_INFINITY, 0];
      for (let b = chunk * CHUNK; b < Math.min(count, (chunk + 1) * CHUNK); b++) {
        lastEnd = Math.max(lastEnd, ends[b]);
        low = Math.min(low, address[b]);
        high = Math.max(high, address[b] + bytes[b]);
      }
      this.boxes.set([lastEnd, low, high], chunk * 3);
    }
  }

  /** Calls `see` for each block of a window in order of birth, until it returns false. */
  within({ fromEvent, toEvent, fromAddress, toAddress }: Window, see: (block: number) => boolean): void {
    const { count, born, ends, address, bytes } = this.blocks;
    for (let from = 0, box = 0; from < count && born[from] < toEvent; from += CHUNK, box += 3) {
      if (
        this.boxes[box] <= fromEvent ||
        this.boxes[box + 1] >= toAddress ||
        this.boxes[box + 2] <= fromAddress
      )
        continue;
      const to = Math.min(count, from + CHUNK);
      for (let b = from; b < to && born[b] < toEvent; b++) {
        if (ends[b] <= fromEvent || address[b] >= toAddress || address[b] + bytes[b] <= fromAddress) continue;
        if (!see(b)) return;
      }
    }
  }
}

export interface Picture extends Window {
  readonly width: number;
  readonly height: number;
  readonly by: 'size' | 'life';
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
 * it, so that free memory between small blocks shows as texture.
 * @returns pixels, row by row, width × height
 */
export function rasterAddressTime(index: BlockIndex, picture: Picture): Uint32Array {
  const { width, height, fromEvent, toEvent, fromAddress, toAddress, by } = picture;
  const { born, ends, address, bytes } = index.blocks;
  const pitch = width + 2;
  const cover = new Int32Array(pitch * (height + 2));
  const steps = new Int32Array(pitch * (height + 2));
  // Most blocks of a long history lie within a pixel: those go here, one entry each.
  const small = new Int32Array(pitch * (height + 2));
  const smallSteps = new Int32Array(pitch * (height + 2));
  const perEvent = (width * PARTS) / (toEvent - fromEvent);
  const perByte = (height * PARTS) / (toAddress - fromAddress);
  /** A corner between pixels is shared out among the four that touch it. */
  const corner = (x: number, y: number, sign: number, step: number) => {
    const at = (y >>> SHIFT) * pitch + (x >>> SHIFT);
    const right = x & (PARTS - 1);
    const below = sign * (y & (PARTS - 1));
    const here = sign * PARTS - below;
    add(at, here * (PARTS - right), step);
    add(at + 1, here * right, step);
    add(at + pitch, below * (PARTS - right), step);
    add(at + pitch + 1, below * right, step);
  };
  const add = (at: number, share: number, step: number) => {
    cover[at] += share;
    steps[at] += share * step;
  };
  index.within(picture, (b) => {
    const x0 = clamp((born[b] - fromEvent) * perEvent, width);
    const x1 = setOff(x0, clamp((ends[b] - fromEvent) * perEvent, width), 1);
    const y0 = clamp((address[b] - fromAddress) * perByte, height);
    const y1 = setOff(y0, clamp((address[b] + bytes[b] - fromAddress) * perByte, height), 1);
    if (x0 === x1 || y0 === y1) return true;
    const step = rampStep(by === 'size' ? bytes[b] : ends[b] - born[b]);
    if (x0 >>> SHIFT === (x1 - 1) >>> SHIFT && y0 >>> SHIFT === (y1 - 1) >>> SHIFT) {
      const at = (y0 >>> SHIFT) * pitch + (x0 >>> SHIFT);
      const area = (x1 - x0) * (y1 - y0);
      small[at] += area;
      smallSteps[at] += area * step;
      return true;
    }
    corner(x0, y0, 1, step);
    corner(x1, y0, -1, step);
    corner(x0, y1, -1, step);
    corner(x1, y1, 1, step);
    return true;
  });
  return coloured({ cover, steps, small, smallSteps }, picture);
}

const clamp = (parts: number, pixels: number): number =>
  Math.round(Math.max(0, Math.min(pixels * PARTS, parts)));

/** The end of a long side, one pixel short, so that neighbours stay apart. */
const setOff = (from: number, to: number, pixels: number): number =>
  to - from >= EDGE * PARTS ? to - pixels * PARTS : to;

interface Sums {
  /** Differences of coverage, and of coverage times step. */
  readonly cover: Int32Array;
  readonly steps: Int32Array;
  /** The same of blocks within a pixel, as they are. */
  readonly small: Int32Array;
  readonly smallSteps: Int32Array;
}

/** Sums the differences across and down, adds the small blocks, and looks the colours up. */
function coloured(
  { cover, steps, small, smallSteps }: Sums,
  { width, height, palette }: Picture,
): Uint32Array {
  const pitch = width + 2;
  const pixels = new Uint32Array(width * height);
  const ground = palette[0];
  const columns = new Int32Array(pitch);
  const columnSteps = new Int32Array(pitch);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    let stepSum = 0;
    for (let x = 0; x < width; x++) {
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
