import type { Preset } from '../preset';

/** A paper in the catalogue. Its presets are loaded when the chapter is opened. */
export interface Chapter {
  /** First part of its presets' ids. */
  readonly id: string;
  readonly title: string;
  readonly authors: string;
  readonly where: string;
  readonly load: () => Promise<readonly Preset[]>;
}

/** Exports of a file of this folder. */
interface PresetFile {
  readonly presets: readonly Preset[];
}

/** Presets of several files, in their order. */
function files(...loads: readonly (() => Promise<PresetFile>)[]): () => Promise<readonly Preset[]> {
  return async () => (await Promise.all(loads.map((load) => load()))).flatMap((file) => file.presets);
}

/** The papers, in the order of the catalogue. A new file of presets is a line here. */
export const chapters: readonly Chapter[] = [
  {
    id: 'nicol',
    title: 'Inflated Speedups in Parallel Simulations via malloc()',
    authors: 'D. M. Nicol',
    where: 'ICASE Report 90-63, 1990',
    load: files(
      () => import('./nicol'),
      () => import('./nicol-yawns'),
    ),
  },
  {
    id: 'kumar',
    title: 'Memory Allocator for OpenMP Programs',
    authors: 'D. D. Kumar',
    where: 'Multicore Processors course project, New York University',
    load: files(() => import('./kumar')),
  },
  {
    id: 'zorn',
    title: 'Evaluating Models of Memory Allocation',
    authors: 'B. Zorn, D. Grunwald',
    where: 'University of Colorado CU-CS-603-92, 1992',
    load: files(() => import('./zorn')),
  },
  {
    id: 'vitali',
    title: 'Cache-Aware Memory Manager for Optimistic Simulations',
    authors: 'R. Vitali, A. Pellegrini, G. Cerasuolo',
    where: 'SIMUTools 2012',
    load: files(() => import('./vitali')),
  },
  {
    id: 'malm',
    title: 'Malloc',
    authors: 'J. Hedén Malm',
    where: '2020',
    load: files(() => import('./malm')),
  },
];

/** Every preset of the catalogue. */
export async function allPresets(): Promise<readonly Preset[]> {
  return (await Promise.all(chapters.map((chapter) => chapter.load()))).flat();
}

/** The preset of that id, without loading the other chapters. */
export async function findPreset(id: string): Promise<Preset | undefined> {
  const chapter = chapters.find((each) => id.startsWith(`${each.id}-`));
  return (await chapter?.load())?.find((preset) => preset.id === id);
}
