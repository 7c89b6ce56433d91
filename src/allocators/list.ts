import { bsd } from './bsd';
import { concurrent } from './concurrent';
import type { AllocatorDescriptor } from './descriptor';
import { dlmalloc } from './dlmalloc';
import { emmalloc } from './emmalloc';
import { hoard } from './hoard';
import { perthread } from './perthread';
import { privateHeaps } from './private';
import { seq } from './seq';
import { serial } from './serial';
import { ssmalloc } from './ssmalloc';
import { sysv } from './sysv';

/** Every built-in allocator, in the order in which pages and command line show them. A new one is a line here. */
export const allocators: readonly AllocatorDescriptor[] = [
  sysv,
  bsd,
  ssmalloc,
  seq,
  serial,
  perthread,
  concurrent,
  privateHeaps,
  hoard,
  dlmalloc,
  emmalloc,
];

export function findAllocator(id: string): AllocatorDescriptor | undefined {
  return allocators.find((allocator) => allocator.id === id);
}
