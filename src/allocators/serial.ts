import type { AllocatorDescriptor } from './descriptor';

export const serial: AllocatorDescriptor = {
  id: 'serial',
  title: 'Kumar, serial single heap',
  about: 'the sequential allocator behind one mutex',
  source: 'Kumar, Proposed Idea 2',
  kind: 'serial single heap',
  files: ['serial.c', 'seq.c', 'kumar.h'],
  parameters: [],
  alignment: 4,
  walks: true,
  regions: ['mapped pages'],
};
