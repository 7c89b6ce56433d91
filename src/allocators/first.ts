import type { AllocatorDescriptor, Parameter } from './descriptor';

/** Knuth's constant c, a parameter of each allocator over knuth.h. */
export function remainder(index: number): Parameter {
  return {
    index,
    name: 'remainder',
    about:
      'smallest free block that a split may leave; a smaller rest stays with the block that is handed out',
    unit: 'bytes',
    min: 16,
    max: 4096,
    default: 16,
    paper: null,
  };
}

export const first: AllocatorDescriptor = {
  id: 'first',
  title: 'First fit',
  about: "Knuth's first fit with boundary tags, immediate coalescing and a roving pointer",
  source: 'Zorn and Grunwald 1992, Table 6 (FIRST); Knuth, TAOCP 1, §2.5',
  kind: null,
  files: ['first.c', 'knuth.h'],
  parameters: [remainder(0)],
  alignment: 4,
  walks: true,
  regions: [],
};
