/** Reads what the machine's module has accounted, out of its memory. */
import type { Cycles } from '../units';
import { MOST_LEVELS } from './machine';
import type { MachineModel, Tally } from './model';
import {
  CYCLE_KINDS,
  type CycleKind,
  type Lanes,
  type LevelAccount,
  type LockAccount,
  ORIGINS,
  type Origin,
  type ProcessorAccount,
} from './result';

/** The accounts of all processors. */
export function readProcessors(model: MachineModel): ProcessorAccount[] {
  const width = model.call('processor_row_bytes') / 8;
  const rows = new BigUint64Array(model.buffer, model.call('processor_rows') >>> 0, width * model.processors);
  const levels = model.machine.levels.length;
  // The rows of `processor` in wasm/machine/machine.h.
  const FOUND = 10;
  const REST = FOUND + ORIGINS.length * (MOST_LEVELS + 1);
  return Array.from({ length: model.processors }, (_, p) => {
    const value = (index: number) => Number(rows[p * width + index]);
    const cycles = Object.fromEntries(CYCLE_KINDS.map((kind, i) => [kind, value(1 + i)])) as Record<
      CycleKind,
      Cycles
    >;
    const found = Object.fromEntries(
      ORIGINS.map((origin, i) => [
        origin,
        Array.from({ length: levels + 1 }, (__, level) => value(FOUND + i * (MOST_LEVELS + 1) + level)),
      ]),
    ) as Record<Origin, number[]>;
    return {
      clock: value(0),
      cycles,
      instructions: value(8),
      found,
      tlbWalks: value(REST),
      upgrades: value(REST + 1),
      interventions: value(REST + 2),
      invalidated: value(REST + 3),
      falselyInvalidated: value(REST + 4),
      coherenceMisses: value(REST + 5),
      falseSharingMisses: value(REST + 6),
      lockCalls: value(REST + 7),
      lockWaits: value(REST + 8),
      barriers: value(REST + 9),
    };
  });
}

/** Counts of every instance of a level of the caches (0) or the TLBs (1). */
export function tallies(model: MachineModel, which: 0 | 1, level: number): Tally[] {
  const count = model.call('view_instances', which, level);
  return Array.from({ length: count }, (_, instance) =>
    which === 0 ? model.tally(level, instance) : model.tlbTally(level, instance),
  );
}

/** A level's counts, summed over its instances. */
export function levelAccount(
  name: string,
  instances: readonly Tally[],
  tellsConflicts: boolean,
): LevelAccount {
  const sum = (pick: (tally: Tally) => number) => instances.reduce((total, tally) => total + pick(tally), 0);
  const hits = sum(({ readHits, writeHits }) => readHits + writeHits);
  const misses = sum(({ readMisses, writeMisses }) => readMisses + writeMisses);
  return {
    name,
    instances,
    accesses: hits + misses,
    hits,
    misses,
    writeBacks: sum(({ writeBacks }) => writeBacks),
    replacements: misses - sum(({ fills }) => fills),
    conflicts: tellsConflicts ? sum(({ conflicts }) => conflicts) : null,
    invalidations: sum(({ invalidations }) => invalidations),
  };
}

/** The locks that were ever taken, by number. */
export function readLocks(model: MachineModel): LockAccount[] {
  const width = model.call('lock_row_bytes');
  const slots = model.call('lock_slots');
  const view = new DataView(model.buffer, model.call('lock_rows') >>> 0, width * slots);
  const locks: LockAccount[] = [];
  for (let slot = 0; slot < slots; slot++) {
    const wide = (offset: number) => Number(view.getBigUint64(slot * width + offset, true));
    const calls = wide(16);
    if (calls === 0) continue;
    locks.push({ id: view.getUint32(slot * width + 8, true), calls, waits: wide(24), waited: wide(32) });
  }
  return locks.sort((a, b) => a.id - b.id);
}

/** The lanes as far as they are filled; only where they were kept. */
export function readLanes(model: MachineModel, from: Cycles): Lanes {
  const slices = model.call('lane_buckets');
  const length = model.processors * slices * CYCLE_KINDS.length;
  return {
    from,
    slice: model.call('lane_slice'),
    slices,
    cycles: new Uint32Array(model.buffer, model.call('lane_rows') >>> 0, length).slice(),
  };
}
