import type { Preset } from '../preset';
import { figure2 } from './nicol-figure2';

/** Nicol 1990: what a call of malloc costs. */
export const presets: readonly Preset[] = [figure2];
