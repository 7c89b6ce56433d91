import type { AllocatorDescriptor } from './descriptor';
import { remainder } from './first';

export const best: AllocatorDescriptor = {
  id: 'best',
  title: 'Best fit',
  about:
    'first fit with the search alone changed: the whole list is scanned for the smallest block that fits',
  source: 'Zorn and Grunwald 1992, Table 6 (BEST)',
  kind: null,
  files: ['best.c', 'knuth.h'],
  parameters: [remainder(0)],
  alignment: 4,
  walks: true,
  regions: [],
};
