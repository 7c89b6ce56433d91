import type { AllocatorDescriptor } from './descriptor';
import { sysv } from './sysv';

/** Every built-in allocator, in the order in which pages and command line show them. A new one is a line here. */
export const allocators: readonly AllocatorDescriptor[] = [sysv];

export function findAllocator(id: string): AllocatorDescriptor | undefined {
  return allocators.find((allocator) => allocator.id === id);
}
