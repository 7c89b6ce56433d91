import { address as hex } from '../../format';
import { type Colours, colours, type Theme } from '../../styles/palette';
import { placeOf, type SetLayout, setsInSight } from './set-layout';
import type { Meaning, Pattern } from './set-meanings';

/** Places from this size on carry a letter; from the other one on a pattern. */
const LETTERED = { width: 12, height: 10 };
const PATTERNED = 5;
/** Wide ones have room for the line's address. */
const ADDRESSED = 74;
/** Lines pale towards the oldest place of their set, from this height of a place on. */
const FADING = 3;
const FADED = 0.5;

interface Painting {
  readonly context: CanvasRenderingContext2D;
  readonly layout: SetLayout;
  readonly theme: Theme;
  readonly density: number;
}

/** Draws every place of a cache in its meaning's colour, with pattern and letter where there is room. */
export function paintSets(
  { context, layout, theme, density }: Painting,
  meanings: readonly Meaning[],
  of: (index: number) => number,
  content?: { readonly address: Uint32Array; readonly ordered: boolean },
): void {
  const { ways, cellWidth, cellHeight, label } = layout;
  const palette = colours[theme];
  const [width, height] = [context.canvas.width / density, context.canvas.height / density];
  context.fillStyle = palette.panel;
  context.fillRect(0, 0, width, height);
  const seen = setsInSight(layout, width, height);
  const patterned = Math.min(cellWidth, cellHeight) >= PATTERNED;
  const lettered = cellWidth >= LETTERED.width && cellHeight >= LETTERED.height;
  const fills = meanings.map((meaning) =>
    patterned ? tile(context, meaning, palette, density) : palette[meaning.colour],
  );
  // By meaning, so that the fill changes a few times only.
  for (let meaning = 0; meaning < meanings.length; meaning++) {
    context.fillStyle = fills[meaning];
    for (const set of seen)
      for (let i = set * ways; i < (set + 1) * ways; i++) {
        if (of(i) !== meaning) continue;
        const { x, y } = placeOf(layout, i);
        context.fillRect(x, y, cellWidth, cellHeight);
      }
  }
  if (content?.ordered && cellHeight >= FADING) {
    context.fillStyle = palette.panel;
    for (let way = 1; way < ways; way++) {
      context.globalAlpha = (way / ways) * FADED;
      for (const set of seen) {
        const { x, y } = placeOf(layout, set * ways + way);
        context.fillRect(x, y, cellWidth, cellHeight);
      }
    }
    context.globalAlpha = 1;
  }
  if (lettered) {
    context.font = `600 ${Math.min(11, cellHeight - 1)}px ui-monospace, Menlo, Consolas, monospace`;
    context.textBaseline = 'middle';
    for (const set of seen)
      for (let i = set * ways; i < (set + 1) * ways; i++) {
        const meaning = meanings[of(i)];
        if (meaning.letter === '') continue;
        const { x, y } = placeOf(layout, i);
        const faded = content?.ordered && i % ways > ways / 2 && ways > 2;
        context.fillStyle = faded ? palette.ink : palette[meaning.ink];
        const text =
          content && cellWidth >= ADDRESSED
            ? `${meaning.letter}  ${hex(content.address[i])}`
            : meaning.letter;
        context.fillText(text, x + 3, y + cellHeight / 2 + 0.5);
      }
  }
  if (label > 0) {
    context.font = '10px ui-monospace, Menlo, Consolas, monospace';
    context.textBaseline = 'alphabetic';
    context.fillStyle = palette.ink2;
    for (const set of seen) {
      const { x, y } = placeOf(layout, set * ways);
      context.fillText(String(set), x, y - 3);
    }
  }
}

const SIDE = 6;
const drawn: Readonly<Record<Pattern, (tile: CanvasRenderingContext2D) => void>> = {
  plain: () => undefined,
  rules: (tile) => tile.fillRect(0, 2, SIDE, 1),
  dots: (tile) => {
    tile.fillRect(1, 1, 1, 1);
    tile.fillRect(4, 4, 1, 1);
  },
  strokes: (tile) => {
    for (let i = 0; i < SIDE; i++) tile.fillRect(i, SIDE - 1 - i, 1.4, 1.4);
  },
  hollow: (tile) => tile.fillRect(2, 2, 1, 1),
};

function tile(
  context: CanvasRenderingContext2D,
  { colour, ink, pattern }: Meaning,
  palette: Colours,
  density: number,
): string | CanvasPattern {
  if (pattern === 'plain') return palette[colour];
  const canvas = new OffscreenCanvas(Math.round(SIDE * density), Math.round(SIDE * density));
  const one = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  one.scale(density, density);
  one.fillStyle = palette[colour];
  one.fillRect(0, 0, SIDE, SIDE);
  one.globalAlpha = 0.55;
  one.fillStyle = palette[ink];
  drawn[pattern](one);
  const fill = context.createPattern(canvas, 'repeat');
  fill?.setTransform(new DOMMatrix().scale(1 / density));
  return fill ?? palette[colour];
}

interface Marks {
  /** Places whose memory is pointed at. */
  readonly lit: readonly number[];
  /** Set of the current access, and its place; −1 for none. */
  readonly set: number;
  readonly place: number;
}

/** Draws what is pointed at and what the current access touches, over the places. */
export function paintMarks(
  { context, layout, theme }: Omit<Painting, 'density'>,
  { lit, set, place }: Marks,
): void {
  const { cellWidth, cellHeight, pitch, ways, label } = layout;
  const palette = colours[theme];
  const frame = (index: number, height: number, colour: string, extra: number) => {
    const { x, y } = placeOf(layout, index);
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.strokeRect(x - extra, y - extra, Math.max(2, cellWidth) + 2 * extra, height + 2 * extra);
  };
  if (set >= 0) frame(set * ways, pitch * ways - (pitch - cellHeight), palette.event, label > 0 ? 1 : 0.5);
  if (place >= 0) {
    const { x, y } = placeOf(layout, place);
    const small = cellHeight < PATTERNED;
    context.fillStyle = palette.event;
    context.globalAlpha = small ? 1 : 0.4;
    context.fillRect(x, y, Math.max(2, cellWidth), Math.max(2, cellHeight));
    context.globalAlpha = 1;
    if (!small) frame(place, cellHeight, palette.event, -1);
  }
  for (const index of lit) frame(index, Math.max(2, cellHeight), palette.ink, 0);
}
