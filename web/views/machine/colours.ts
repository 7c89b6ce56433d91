/** Colours as numbers, for pixels. */
import { interpolateViridis } from 'd3-scale-chromatic';
import { colours, type Theme } from '../../styles/palette';

const channels = (hex: string): readonly [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >>> 16, (value >>> 8) & 255, value & 255];
};

const pack = (red: number, green: number, blue: number): number =>
  ((255 << 24) | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red)) >>> 0;

/** `#rrggbb` as 0xAABBGGRR. */
export const packed = (hex: string): number => pack(...channels(hex));

/** Between two colours in so many steps. */
export function rampBetween(from: string, to: string, steps: number): Uint32Array {
  const [a, b] = [channels(from), channels(to)];
  return Uint32Array.from({ length: steps }, (_, i) => {
    const share = steps > 1 ? i / (steps - 1) : 1;
    const at = (k: 0 | 1 | 2) => a[k] + (b[k] - a[k]) * share;
    return pack(at(0), at(1), at(2));
  });
}

const SET_STEPS = 64;

/** The palette of the map coloured by set: the ground, what no block covers, and a ramp over the sets. */
export function setPalette(theme: Theme): Uint32Array {
  const { panel, sunken } = colours[theme];
  const ramp = Array.from({ length: SET_STEPS }, (_, i) => packed(interpolateViridis(i / (SET_STEPS - 1))));
  return Uint32Array.of(packed(panel), packed(sunken), ...ramp);
}

/** The same ramp for a style sheet. */
export const setRampCss = `linear-gradient(to right, ${[0, 0.25, 0.5, 0.75, 1].map(interpolateViridis).join(', ')})`;
