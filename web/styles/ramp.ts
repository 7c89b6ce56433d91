import { interpolateViridis } from 'd3-scale-chromatic';
import { ADDRESS_TIME_COLOURS, RAMP } from '../../src/raster/address-time';
import { colours, type Theme } from './palette';
import { packed } from './raster-palette';

/** A sequential colour (viridis, the part of it that stands off the theme's ground); 0 the least, 1 the greatest. */
export const rampColour = (theme: Theme, share: number): string =>
  interpolateViridis(theme === 'light' ? share * 0.86 : 0.16 + share * 0.84);

/** Ground, ramp and hatch of the address × time map; `top` is the step that takes the ramp's last colour. */
export function addressTimePalette(theme: Theme, top: number): Uint32Array {
  const palette = new Uint32Array(ADDRESS_TIME_COLOURS);
  palette[0] = packed(colours[theme].sunken);
  // What is not replayed yet lies a step above the ground, as panels do.
  palette[1 + RAMP] = packed(colours[theme].panel);
  palette[2 + RAMP] = packed(colours[theme].hairline);
  for (let step = 0; step < RAMP; step++)
    palette[1 + step] = packed(rampColour(theme, Math.min(1, step / Math.max(1, top))));
  return palette;
}
