import { concurrent } from './concurrent';
import type { AllocatorDescriptor } from './descriptor';
import { hoard } from './hoard';
import { perthread } from './perthread';
import { privateHeaps } from './private';
import { seq } from './seq';
import { serial } from './serial';
import { sysv } from './sysv';

/** Every built-in allocator, in the order in which pages and command line show them. A new one is a line here. */
export const allocators: readonly AllocatorDescriptor[] = [
  sysv,
  seq,
  serial,
  perthread,
  concurrent,
  privateHeaps,
  hoard,
];

export function findAllocator(id: string): AllocatorDescriptor | undefined {
  return allocators.find((allocator) => allocator.id === id);
}
