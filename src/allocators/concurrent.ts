import type { AllocatorDescriptor } from './descriptor';

export const concurrent: AllocatorDescriptor = {
  id: 'concurrent',
  title: 'Parallel buddy system',
  about: 'one heap for all processors: a binary buddy system with a lock for every order',
  source: 'Kumar, Taxonomy of Memory Allocators; Johnson and Davis 1992',
  kind: 'concurrent single heap',
  files: ['concurrent.c', 'runs.h'],
  parameters: [
    {
      index: 0,
      name: 'region_order',
      about: 'Regions of 2^order bytes are mapped; a larger request gets a run of pages of its own.',
      unit: 'log₂ bytes',
      min: 12,
      max: 20,
      default: 16,
      paper: null,
    },
  ],
  alignment: 4,
  walks: true,
  regions: ['region', 'large run'],
};
