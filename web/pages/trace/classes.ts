import { RAMP } from '../../../src/raster/address-time';
import type { Bytes } from '../../../src/units';
import { count } from '../../format';
import type { Theme } from '../../styles/palette';
import { rampColour } from '../../styles/ramp';

/** "33–64": the sizes of a class by powers of two. */
export const className = (upTo: Bytes): string =>
  upTo <= 1 ? '0–1' : upTo === 2 ? '2' : `${count(upTo / 2 + 1)}–${count(upTo)}`;

/** A class's colour: that of its size in the address × time map. */
export const classColour = (theme: Theme, upTo: Bytes): string =>
  rampColour(theme, Math.min(1, Math.log2(upTo) / (RAMP - 1)));
