import type { AllocatorDescriptor } from './descriptor';

export const ssmalloc: AllocatorDescriptor = {
  id: 'ssmalloc',
  title: 'ssmalloc',
  about: 'freed blocks cached by exact size, over System V',
  source: 'Nicol 1990, §3 and Figure 1',
  kind: null,
  files: ['ssmalloc.c', 'sysv.c'],
  parameters: [
    {
      index: 0,
      name: 'lists',
      about: 'Sizes that the cache holds a list for.',
      unit: 'lists',
      min: 1,
      max: 64,
      default: 10,
      paper: { value: 10, where: 'Nicol 1990, Figure 1 (MAXPTRS)' },
    },
    {
      index: 1,
      name: 'full',
      about:
        'What a size without a list does when all lists are in use: go to sysv, or replace the least recently used list.',
      unit: '',
      min: 0,
      max: 1,
      default: 0,
      paper: { value: 0, where: 'Nicol 1990, §3: the code sets an upper bound; LRU may govern replacement' },
      choices: ['bounded', 'lru'],
    },
  ],
  alignment: 4,
  walks: true,
  regions: [],
};
