import type { AllocatorDescriptor } from './descriptor';
import { remainder } from './first';

export const cache: AllocatorDescriptor = {
  id: 'cache',
  title: 'Adaptive cache',
  about: 'first fit behind a cache of the sizes that were freed last: five entries in order of use',
  source: 'Zorn and Grunwald 1992, Table 6 (CACHE)',
  kind: null,
  files: ['cache.c', 'first.c', 'knuth.h'],
  parameters: [
    {
      index: 0,
      name: 'entries',
      about: 'sizes that are cached at a time; one more flushes the least recently used',
      unit: 'entries',
      min: 1,
      max: 64,
      default: 5,
      paper: { value: 5, where: 'Table 6' },
    },
    {
      index: 1,
      name: 'rounding',
      about: 'R: an item of B bytes belongs to the size R·⌊(B + R − 1)/R⌋',
      unit: 'bytes',
      min: 1,
      max: 65536,
      default: 32,
      paper: { value: 32, where: 'Table 6' },
    },
    {
      index: 2,
      name: 'round',
      about:
        'whether items are compared with the request, or requests are rounded up so that any item will do',
      unit: 'choice',
      min: 0,
      max: 1,
      default: 0,
      paper: null,
      choices: ['compare', 'round up'],
    },
    remainder(3),
  ],
  alignment: 4,
  walks: true,
  regions: [],
};
