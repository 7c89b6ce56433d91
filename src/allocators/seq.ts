import type { AllocatorDescriptor } from './descriptor';

export const seq: AllocatorDescriptor = {
  id: 'seq',
  title: 'Kumar, sequential',
  about: 'book-keeping nodes, newest-first free list, best fit, whole pages mapped and unmapped',
  source: 'Kumar, Proposed Idea 1',
  kind: null,
  files: ['seq.c', 'kumar.h'],
  parameters: [],
  alignment: 4,
  walks: true,
  regions: ['mapped pages'],
};
