import type { AllocatorDescriptor } from './descriptor';

export const hoard: AllocatorDescriptor = {
  id: 'hoard',
  title: 'Hoard',
  about: 'superblocks in a heap for each processor; mostly empty ones move to a global heap',
  source: 'Berger, McKinley, Blumofe and Wilson 2000; Kumar, Taxonomy of Memory Allocators',
  kind: 'private heaps with thresholds',
  files: ['hoard.c', 'hoard_heap.h', 'runs.h'],
  parameters: [
    {
      index: 0,
      name: 'superblock_order',
      about:
        'log₂ of S, the bytes of a superblock. Objects beyond S/2 come from the operating system directly.',
      unit: 'log₂ bytes',
      min: 12,
      max: 16,
      default: 13,
      paper: { value: 13, where: 'Berger et al. 2000: S = 8 KiB' },
    },
    {
      index: 1,
      name: 'empty_fraction',
      about:
        'f: a heap gives a superblock away when less than 1 - f of what it holds is in use (and see slack).',
      unit: '%',
      min: 1,
      max: 99,
      default: 25,
      paper: { value: 25, where: 'Berger et al. 2000: f = 1/4' },
    },
    {
      index: 2,
      name: 'slack',
      about: 'K: a heap keeps up to K superblocks of free memory whatever the fraction says.',
      unit: 'superblocks',
      min: 0,
      max: 64,
      default: 2,
      paper: null,
    },
    {
      index: 3,
      name: 'base',
      about: 'b: each size class is at least b times the one below.',
      unit: '',
      min: 0,
      max: 1,
      default: 0,
      paper: { value: 0, where: 'Berger et al. 2000: b = 1.2' },
      choices: ['1.2', '2'],
    },
  ],
  alignment: 8,
  walks: true,
  regions: ['superblock', 'large object'],
};
