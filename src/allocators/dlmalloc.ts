import type { AllocatorDescriptor } from './descriptor';

export const dlmalloc: AllocatorDescriptor = {
  id: 'dlmalloc',
  title: 'dlmalloc',
  about: 'Doug Lea’s allocator as Emscripten links it: bins, best fit, boundary tags',
  source: 'Emscripten’s system library; Lea, A Memory Allocator (1996)',
  kind: null,
  files: ['dlmalloc.c'],
  parameters: [],
  alignment: 8,
  walks: false,
  regions: [],
  mutex: true,
};
