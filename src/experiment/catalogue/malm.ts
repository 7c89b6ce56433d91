import type { Preset } from '../preset';
import { headers } from './malm-headers';
import { merge, noMerge, split } from './malm-scenarios';

/** Malm 2020: dalloc's free lists, and what smaller headers are worth. */
export const presets: readonly Preset[] = [split, noMerge, merge, headers];
