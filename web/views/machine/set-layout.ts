import type { PanZoom } from '../../controls/use-pan-zoom';

/** Where the sets and ways of a cache stand on the screen. Lengths in CSS pixels. */
export interface SetLayout {
  readonly sets: number;
  readonly ways: number;
  /** Sets beside each other. */
  readonly columns: number;
  /** From one set to the next, across and down. */
  readonly width: number;
  readonly height: number;
  /** A line's place, and from one to the next. */
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly pitch: number;
  /** Height of the set's number over it; 0 where there is no room. */
  readonly label: number;
  /** Left upper corner of the first set, which a zoomed picture has out of sight. */
  readonly x: number;
  readonly y: number;
}

/** Places of a zoomed cache are at most so large: room for the line's address. */
const LARGEST = { width: 84, height: 18 };
const LEAST_ZOOM = 4;
const READABLE = { width: 26, height: 12 };

const LABEL = 13;
const LABELLED_WIDTH = 24;
/** Places from this height on keep a pixel between each other. */
const GAPPED = 4;
const TALLEST = 40;
const WIDEST = 180;

const labelFor = (width: number, height: number, ways: number): number =>
  width >= LABELLED_WIDTH && height >= LABEL + 3 * ways + 4 ? LABEL : 0;
const between = (height: number, ways: number): number => (height > 3 * ways ? 4 : height > 2 * ways ? 1 : 0);
const cellIn = (width: number, pitch: number): Pick<SetLayout, 'cellWidth' | 'cellHeight'> => ({
  cellWidth: width - (width >= 6 ? 2 : width >= 3 ? 1 : 0),
  cellHeight: pitch >= GAPPED ? pitch - 1 : pitch,
});

/** Lays sets out so that their places are as large as the room allows, and about three times as wide as high. */
export function layOutSets(sets: number, ways: number, width: number, height: number): SetLayout {
  let best: SetLayout | null = null;
  let score = -1;
  for (let columns = 1; columns <= Math.min(sets, Math.floor(width)); columns++) {
    const rows = Math.ceil(sets / columns);
    const setWidth = Math.min(WIDEST, width / columns);
    const setHeight = height / rows;
    const label = labelFor(setWidth, setHeight, ways);
    const gap = between(setHeight, ways);
    const pitch = Math.min(TALLEST, (setHeight - label - gap) / ways);
    if (pitch <= 0) continue;
    const { cellWidth, cellHeight } = cellIn(setWidth, pitch);
    const value = Math.min(pitch, cellWidth / 2.6) + (label > 0 ? 2 : 0) + (sets % columns === 0 ? 0.5 : 0);
    if (value < score) continue;
    score = value;
    best = {
      sets,
      ways,
      columns,
      width: setWidth,
      height: label + pitch * ways + gap,
      cellWidth,
      cellHeight,
      pitch,
      label,
      x: 0,
      y: 0,
    };
  }
  if (!best) throw new RangeError(`no room for ${sets} sets in ${width} × ${height}`);
  return best;
}

/** How far a layout can be zoomed: until its smallest places can be read. */
export const mostZoom = ({ cellWidth, pitch }: SetLayout): number =>
  Math.max(LEAST_ZOOM, LARGEST.width / cellWidth, LARGEST.height / pitch);

/** How far it has to be zoomed until sets carry their numbers and places a letter. */
export const readableZoom = (l: SetLayout): number =>
  Math.max(1, Math.min(mostZoom(l), Math.max(READABLE.width / l.cellWidth, READABLE.height / l.pitch)));

/** The same layout, zoomed: sets keep their order, and get numbers as soon as there is room. */
export function zoomSets(l: SetLayout, { scale, x, y }: PanZoom): SetLayout {
  if (scale === 1) return l;
  const width = l.width * scale;
  const height = l.height * scale;
  const label = labelFor(width, height, l.ways);
  const pitch = (height - label - between(height, l.ways)) / l.ways;
  return { ...l, x, y, width, height, label, pitch, ...cellIn(width, pitch) };
}

/** Sets that a frame shows at least a part of, in order. */
export function setsInSight(l: SetLayout, width: number, height: number): Uint32Array {
  const inside = (from: number, size: number, step: number, most: number) =>
    [Math.max(0, Math.floor(-from / step)), Math.min(most, Math.ceil((size - from) / step))] as const;
  const [left, right] = inside(l.x, width, l.width, l.columns);
  const [top, bottom] = inside(l.y, height, l.height, Math.ceil(l.sets / l.columns));
  const seen: number[] = [];
  for (let row = top; row < bottom; row++)
    for (let set = row * l.columns + left; set < Math.min(l.sets, row * l.columns + right); set++)
      seen.push(set);
  return Uint32Array.from(seen);
}

/** Left upper corner of a place. */
export function placeOf(l: SetLayout, index: number): { readonly x: number; readonly y: number } {
  const set = Math.floor(index / l.ways);
  return {
    x: l.x + (set % l.columns) * l.width,
    y: l.y + Math.floor(set / l.columns) * l.height + l.label + (index % l.ways) * l.pitch,
  };
}

/** The place under a point; −1 for none. */
export function placeAt(l: SetLayout, left: number, top: number): number {
  const [x, y] = [left - l.x, top - l.y];
  const column = Math.floor(x / l.width);
  const row = Math.floor(y / l.height);
  const way = Math.floor((y - row * l.height - l.label) / l.pitch);
  const set = row * l.columns + column;
  if (x < 0 || y < 0 || column >= l.columns || set >= l.sets || way < 0 || way >= l.ways) return -1;
  return set * l.ways + way;
}
