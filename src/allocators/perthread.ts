import type { AllocatorDescriptor } from './descriptor';

export const perthread: AllocatorDescriptor = {
  id: 'perthread',
  title: 'My_mem_alloc, a heap per thread',
  about: 'the sequential allocator once a thread; a freed block goes back to the heap that it came from',
  source: 'Kumar, Proposed Idea 3',
  kind: 'private heaps with ownership',
  files: ['perthread.c', 'kumar.h'],
  parameters: [
    {
      index: 0,
      name: 'heaps',
      about: 'Heaps that the first request sets up; a thread beyond the last shares heap (thread mod heaps).',
      unit: 'heaps',
      min: 1,
      max: 64,
      default: 8,
      paper: { value: 8, where: 'Experiments and Analysis: the multithreaded benchmarks run 8 threads' },
    },
    {
      index: 1,
      name: 'initial_pages',
      about: 'Pages mapped to every heap by the first request, and never unmapped below.',
      unit: 'pages of 4 KiB',
      min: 0,
      max: 64,
      default: 2,
      paper: { value: 2, where: 'Proposed Idea 3c' },
    },
    {
      index: 2,
      name: 'init_check',
      about:
        'How a request learns that the heaps are set up: under the init mutex, or by a look without it first.',
      unit: '',
      min: 0,
      max: 1,
      default: 0,
      paper: { value: 0, where: 'Proposed Idea 3c' },
      choices: ['under the mutex', 'double-checked'],
    },
  ],
  alignment: 4,
  walks: true,
  regions: ['mapped pages'],
};
