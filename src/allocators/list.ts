import { best } from './best';
import { bsd } from './bsd';
import { cache } from './cache';
import { cacheaware } from './cacheaware';
import { concurrent } from './concurrent';
import { dalloc } from './dalloc';
import type { AllocatorDescriptor } from './descriptor';
import { dlmalloc } from './dlmalloc';
import { emmalloc } from './emmalloc';
import { first } from './first';
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
  first,
  best,
  cache,
  seq,
  serial,
  perthread,
  concurrent,
  privateHeaps,
  hoard,
  cacheaware,
  dalloc,
  dlmalloc,
  emmalloc,
];

/** A built-in allocator by its id; undefined for any other id, a user's too. */
export function findAllocator(id: string): AllocatorDescriptor | undefined {
  return allocators.find((allocator) => allocator.id === id);
}
