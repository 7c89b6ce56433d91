import type { Preset } from '../preset';
import { cpu, efficiency } from './zorn-extrinsic';
import { intrinsic } from './zorn-intrinsic';
import { programs, sizes } from './zorn-programs';
import { sample } from './zorn-sample';
import { variantsPreset } from './zorn-variants';

/** Zorn and Grunwald, Evaluating Models of Memory Allocation (CU-CS-603-92, 1992), in the report's order. */
export const presets: readonly Preset[] = [
  sample,
  programs,
  sizes,
  intrinsic,
  cpu,
  efficiency,
  variantsPreset,
];
