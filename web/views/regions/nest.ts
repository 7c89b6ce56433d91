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
 * The regions that are drawn as rows: those that parts cover from end to end, with what lies in these parts, and
 * those that belong to no other. A region of such ones (a stock of blocks) is left to its blocks.
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
  const partsOf = (region: Region): readonly Region[] => parts.get(region) ?? [];
  const tiled = (region: Region) =>
    partsOf(region).reduce((sum, part) => sum + part.bytes, 0) === region.bytes;
  return sorted.flatMap((region) => {
    if (!tiled(region)) return parent.has(region) ? [] : [{ region, parts: [] }];
    if (partsOf(region).some(tiled)) return [];
    return [{ region, parts: partsOf(region).flatMap((part) => [part, ...partsOf(part)]) }];
  });
}
