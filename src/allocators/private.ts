import type { AllocatorDescriptor } from './descriptor';

/** `private` is a reserved word in strict code, hence the name of the constant. */
export const privateHeaps: AllocatorDescriptor = {
  id: 'private',
  title: 'Pure private heaps',
  about: 'lists of powers of two for each thread; a freed block joins the heap of the thread that frees it',
  source: 'Kumar, Taxonomy of Memory Allocators',
  kind: 'pure private heaps',
  files: ['private.c', 'runs.h'],
  parameters: [],
  alignment: 4,
  walks: true,
  regions: ['run'],
};
