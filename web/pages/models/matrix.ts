/** Draws a sparse matrix of counts, on a canvas or as SVG. */
import { scaleLinear } from 'd3-scale';
import type { MatrixPicture } from '../../../src/models/picture';
import type { PanZoom } from '../../controls/use-pan-zoom';
import type { Colours } from '../../styles/palette';

/** Powers of ten that have a shade of their own. */
const POWERS = 5;
/** Lightest shade's way from the ground to the strongest. */
const LIGHTEST = 0.2;

/** Shades from one transition to ten thousand and more. */
export function shadesOf({ panel, live, header }: Colours): readonly string[] {
  const shade = scaleLinear<string>([0, 0.6, 1], [panel, live, header]);
  return Array.from({ length: POWERS }, (_, power) =>
    shade(LIGHTEST + ((1 - LIGHTEST) * power) / (POWERS - 1)),
  );
}

const shadeOf = (count: number): number => Math.min(POWERS - 1, String(count).length - 1);

export function drawMatrix(
  canvas: HTMLCanvasElement,
  { sizes, from, to, count }: MatrixPicture,
  side: number,
  { scale, x, y }: PanZoom,
  shades: readonly string[],
): void {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(side * ratio);
  canvas.height = Math.round(side * ratio);
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
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

/** The whole matrix as a file. */
export function matrixSvg(
  { sizes, from, to, count }: MatrixPicture,
  side: number,
  shades: readonly string[],
): string {
  const cell = side / sizes.length;
  const cells = count.map(
    (each, i) =>
      `<rect x="${(to[i] * cell).toFixed(2)}" y="${(from[i] * cell).toFixed(2)}" width="${cell.toFixed(2)}" height="${cell.toFixed(2)}" fill="${shades[shadeOf(each)]}"><title>${sizes[from[i]]} B → ${sizes[to[i]]} B: ${each}</title></rect>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">\n${cells.join('\n')}\n</svg>\n`;
}
