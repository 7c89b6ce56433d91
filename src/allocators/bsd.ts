import type { AllocatorDescriptor } from './descriptor';

export const bsd: AllocatorDescriptor = {
  id: 'bsd',
  title: 'BSD (Kingsley)',
  about: 'powers of two with 2^j − 4 usable bytes, a list a size, no coalescing',
  source: 'Nicol 1990, §2; Zorn and Grunwald, Table 6; 4.2BSD',
  kind: null,
  files: ['bsd.c'],
  parameters: [
    {
      index: 0,
      name: 'empty',
      about: 'What serves a request whose list is empty: new memory, or the next larger free block.',
      unit: '',
      min: 0,
      max: 1,
      default: 0,
      paper: { value: 1, where: 'Nicol 1990, §2 and §4.2; 4.2BSD carves' },
      choices: ['carve', 'larger'],
    },
    {
      index: 1,
      name: 'run',
      about: 'Least bytes obtained from the system and carved at once, rounded down to a power of two.',
      unit: 'bytes',
      min: 2048,
      max: 65536,
      default: 2048,
      paper: null,
    },
  ],
  alignment: 4,
  walks: true,
  regions: [],
};
