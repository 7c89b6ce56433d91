import type { AllocatorDescriptor } from './descriptor';

export const sysv: AllocatorDescriptor = {
  id: 'sysv',
  title: 'System V',
  about: 'address-ordered free list, first fit, coalescing with neighbours',
  source: 'Nicol 1990, §2',
  kind: null,
  files: ['sysv.c'],
  parameters: [],
  alignment: 4,
  walks: true,
  regions: [],
};
