import type { Modules } from '../engine/modules';
import { descriptorOf } from '../engine/replay';
import { SimulationModule } from './module';
import { parseTimeWarp, type TimeWarpDocument, type TimeWarpSetup } from './timewarp-setup';

/** History and final states of the same model on one event list, to which every parallel run's must be equal. */
export async function runSequential(
  modules: Modules,
  document: TimeWarpDocument,
): Promise<{ readonly committed: number; readonly history: string; readonly states: string }> {
  const setup = parseTimeWarp(document);
  const descriptor = descriptorOf(modules, setup.allocator);
  const module = await SimulationModule.load(modules, 'timewarp', descriptor, setup.allocator, 'plain');
  setModel(module, setup);
  module.call('timewarp_phold_sequential', setup.lps);
  const committed = module.call('timewarp_sequential', setup.end, 0xffff_ffff) >>> 0;
  const hash = (name: string) =>
    BigInt.asUintN(64, module.need<() => bigint>(name)()).toString(16).padStart(16, '0');
  return { committed, history: hash('timewarp_history'), states: hash('timewarp_state') };
}

/** Gives the module PHOLD's parameters. */
export function setModel(module: SimulationModule, { model, seed }: TimeWarpSetup): void {
  const { lists, smallestBytes, largestBytes, stateBytes, touchedBytes, growsEvery, local } = model;
  const words = [(seed % 2 ** 32) | 0, Math.floor(seed / 2 ** 32)];
  const sizes = [smallestBytes, largestBytes, stateBytes, touchedBytes];
  module.call('timewarp_model', ...words, lists, ...sizes, growsEvery, local);
}
