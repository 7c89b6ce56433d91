import { expect } from 'vitest';
import type { MachineResult, Origin } from '../../../src/machine/result';

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

/** What holds in every run, whatever ran: nothing is counted twice, and nothing is lost. */
export function checkConservation(result: MachineResult): void {
  const { processors, levels, tlb, locks, time } = result;
  for (const {
    clock,
    cycles,
    invalidated,
    falselyInvalidated,
    coherenceMisses,
    falseSharingMisses,
  } of processors) {
    expect(sum(Object.values(cycles))).toBe(clock);
    expect(clock).toBe(time);
    expect(falselyInvalidated).toBeLessThanOrEqual(invalidated);
    expect(falseSharingMisses).toBeLessThanOrEqual(coherenceMisses);
    expect(coherenceMisses).toBeLessThanOrEqual(invalidated);
  }
  expect(result.workload).toBe(
    sum(processors.map(({ cycles: c }) => c.work + c.cacheMiss + c.tlbMiss + c.coherence)),
  );
  for (const level of [...levels, ...tlb]) {
    expect(level.hits + level.misses).toBe(level.accesses);
    expect(level.replacements).toBeLessThanOrEqual(level.misses);
    for (const one of level.instances) {
      const misses = one.readMisses + one.writeMisses;
      // Each miss brings a line in, into an empty way or in place of another.
      expect(one.fills).toBeLessThanOrEqual(misses);
      expect(one.conflicts).toBeLessThanOrEqual(misses);
      expect(one.invalidations).toBeLessThanOrEqual(misses);
    }
  }
  levels.slice(1).forEach(({ instances }, at) => {
    expect(sum(instances.map(({ readHits, readMisses }) => readHits + readMisses))).toBe(levels[at].misses);
  });
  // What a processor found beyond its nearest level is what missed there.
  const found = (origin: Origin) => sum(processors.map((one) => sum(one.found[origin].slice(1))));
  expect(found('allocator') + found('program')).toBe(levels[0].misses);
  // A lock's waiting is somebody's.
  expect(sum(locks.map(({ waited }) => waited))).toBe(sum(processors.map(({ cycles }) => cycles.lockWait)));
  expect(sum(locks.map(({ calls }) => calls))).toBe(sum(processors.map(({ lockCalls }) => lockCalls)));
  expect(sum(locks.map(({ waits }) => waits))).toBe(sum(processors.map(({ lockWaits }) => lockWaits)));
  if (tlb.length > 0)
    expect(tlb[tlb.length - 1].misses).toBe(sum(processors.map(({ tlbWalks }) => tlbWalks)));
}
