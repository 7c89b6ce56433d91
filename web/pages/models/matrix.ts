/** Draws a sparse matrix of counts, on a canvas or as SVG. */
import { scaleLinear } from 'd3-scale';
import type { MatrixPicture } from '../../../src/models/picture';
import type { PanZoom } from '../../controls/use-pan-zoom';
import type { Colours } from '../../styles/palette';

/** Powers of ten that have a shade of their own. */
const POWERS = 5;
/** Lightest shade's way from the ground to the strongest. */
const LIGHTEST = 0.35;

/** Shades from one transition to ten thousand and more. */
export function shadesOf({ panel, live, header }: Colours): readonly string[] {
  const shade = scaleLinear<string>([0, 0.6, 1], [panel, live, header]);
  return Array.from({ length: POWERS }, (_, power) =>
    shade(LIGHTEST + ((1 - LIGHTEST) * power) / (POWERS - 1)),
  );
}

const shadeOf = (count: number): number => Math.min(POWERS - 1, String(count).length - 1);

export function drawMatrix(
  context: CanvasRenderingContext2D,
  { sizes, from, to, count }: MatrixPicture,
  side: number,
  { scale, x, y }: PanZoom,
  shades: readonly string[],
): void {
  const cell = (side / sizes.length) * scale;
  // A cell narrower than a pixel is drawn as one: rare transitions must not vanish.
  const drawn = Math.max(1, cell > 6 ? cell - 1 : cell);
  shades.forEach((shade, power) => {
    context.fillStyle = shade;
    for (let i = 0; i < count.length; i++) {
      if (shadeOf(count[i]) === power) context.fillRect(x + to[i] * cell, y + from[i] * cell, drawn, drawn);
    }
  });
}

/** Room about the matrix for words. */
const EDGE = 24;

/** The whole matrix as a file, with its axes and shades named. */
export function matrixSvg(
  { sizes, from, to, count }: MatrixPicture,
  side: number,
  shades: readonly string[],
  { panel: ground, ink2: words }: Pick<Colours, 'panel' | 'ink2'>,
): string {
  const cell = side / sizes.length;
  // As on the page: rare transitions must not vanish.
  const drawn = Math.max(1, cell).toFixed(2);
  const [least, greatest] = [sizes[0], sizes[sizes.length - 1]];
  const key = shades.map(
    (shade, power) =>
      `<rect x="${power * 84}" y="${side + 14}" width="12" height="12" fill="${shade}"/><text x="${power * 84 + 17}" y="${side + 24}">${10 ** power}+</text>`,
  );
  const cells = count.map(
    (each, i) =>
      `<rect x="${(to[i] * cell).toFixed(2)}" y="${(from[i] * cell).toFixed(2)}" width="${drawn}" height="${drawn}" fill="${shades[shadeOf(each)]}"><title>${sizes[from[i]]} B → ${sizes[to[i]]} B: ${each}</title></rect>`,
  );
  const [width, height] = [side + 2 * EDGE, side + 2 * EDGE + 20];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-EDGE} ${-EDGE} ${width} ${height}" font-family="sans-serif" font-size="11" fill="${words}">`,
    `<rect x="${-EDGE}" y="${-EDGE}" width="${width}" height="${height}" fill="${ground}"/>`,
    `<rect width="${side}" height="${side}" fill="none" stroke="${words}" stroke-opacity="0.4"/>`,
    `<text y="-6">size allocated next, ${least} to ${greatest} bytes</text>`,
    `<text x="-6" transform="rotate(-90)" y="-6" text-anchor="end">size allocated before</text>`,
    ...cells,
    ...key,
    '</svg>\n',
  ].join('\n');
}
