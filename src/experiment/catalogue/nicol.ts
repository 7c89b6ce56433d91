import type { Preset } from '../preset';
import { figure2 } from './nicol-figure2';
import { records } from './nicol-records';

/** Nicol 1990: what a call of malloc costs, and how rarely ssmalloc has to pay it. */
export const presets: readonly Preset[] = [figure2, records];
