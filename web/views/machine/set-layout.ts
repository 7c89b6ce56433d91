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
}

const LABEL = 13;
const LABELLED_WIDTH = 24;
/** Places from this height on keep a pixel between each other. */
const GAPPED = 4;
const TALLEST = 40;
const WIDEST = 180;

/** Lays sets out so that their places are as large as the room allows, and about three times as wide as high. */
export function layOutSets(sets: number, ways: number, width: number, height: number): SetLayout {
  let best: SetLayout | null = null;
  let score = -1;
  for (let columns = 1; columns <= Math.min(sets, Math.floor(width)); columns++) {
    const rows = Math.ceil(sets / columns);
    const setWidth = Math.min(WIDEST, width / columns);
    const setHeight = height / rows;
    const label = setWidth >= LABELLED_WIDTH && setHeight >= LABEL + 3 * ways + 4 ? LABEL : 0;
    const between = setHeight > 3 * ways ? 4 : setHeight > 2 * ways ? 1 : 0;
    const pitch = Math.min(TALLEST, (setHeight - label - between) / ways);
    if (pitch <= 0) continue;
    const cellWidth = setWidth - (setWidth >= 6 ? 2 : setWidth >= 3 ? 1 : 0);
    const value = Math.min(pitch, cellWidth / 2.6) + (label > 0 ? 2 : 0) + (sets % columns === 0 ? 0.5 : 0);
    if (value < score) continue;
    score = value;
    best = {
      sets,
      ways,
      columns,
      width: setWidth,
      height: label + pitch * ways + between,
      cellWidth,
      cellHeight: pitch >= GAPPED ? pitch - 1 : pitch,
      pitch,
      label,
    };
  }
  if (!best) throw new RangeError(`no room for ${sets} sets in ${width} × ${height}`);
  return best;
}

/** Left upper corner of a place. */
export function placeOf(l: SetLayout, index: number): { readonly x: number; readonly y: number } {
  const set = Math.floor(index / l.ways);
  return {
    x: (set % l.columns) * l.width,
    y: Math.floor(set / l.columns) * l.height + l.label + (index % l.ways) * l.pitch,
  };
}

/** The place under a point; −1 for none. */
export function placeAt(l: SetLayout, x: number, y: number): number {
  const column = Math.floor(x / l.width);
  const row = Math.floor(y / l.height);
  const way = Math.floor((y - row * l.height - l.label) / l.pitch);
  const set = row * l.columns + column;
  if (x < 0 || y < 0 || column >= l.columns || set >= l.sets || way < 0 || way >= l.ways) return -1;
  return set * l.ways + way;
}
