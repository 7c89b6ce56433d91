import type { Region } from '../../../src/worker/api';

/** A region with the parts that it is divided into, in order of address. */
export interface NestedRegion {
  readonly region: Region;
  readonly parts: readonly Region[];
}

const within = (inner: Region, outer: Region): boolean =>
  inner.bytes < outer.bytes &&
  inner.address >= outer.address &&
  inner.address + inner.bytes <= outer.address + outer.bytes;

/**
 * The regions that are drawn as rows: those that are divided into parts and, of those that are not, the ones that
 * belong to no other. A region of divided ones (a stock of blocks) is left to its blocks.
 */
export function nest(regions: readonly Region[]): NestedRegion[] {
  const sorted = [...regions].sort((a, b) => a.address - b.address || b.bytes - a.bytes);
  const around: Region[] = [];
  const parent = new Map<Region, Region>();
  for (const region of sorted) {
    while (around.length > 0 && !within(region, around[around.length - 1])) around.pop();
    if (around.length > 0) parent.set(region, around[around.length - 1]);
    around.push(region);
  }
  const parts = new Map<Region, Region[]>();
  for (const [inner, outer] of parent) parts.set(outer, [...(parts.get(outer) ?? []), inner]);
  return sorted.flatMap((region) => {
    const inner = parts.get(region) ?? [];
    if (inner.some((part) => parts.has(part))) return [];
    return inner.length > 0 || !parent.has(region) ? [{ region, parts: inner }] : [];
  });
}
