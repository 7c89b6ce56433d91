/**
 * The cost model, in words: what `costs`, `latency` and `memory` of a machine document mean, in one place.
 *
 * A processor's clock runs on by whole cycles, each of one kind:
 *
 * | kind       | when | how many |
 * |------------|------|----------|
 * | work       | the allocator executes n WebAssembly instructions (counted by wasm/observe) | n × instructions.cycles ÷ instructions.per, the rest carried on |
 * | work       | the program reads or writes an object | `touch` instructions for each word of 4 bytes |
 * | work       | the program computes | the cycles that the trace says |
 * | work       | a lock is taken | `lock` |
 * | cacheMiss  | an access is found at level k > 0, or in memory | latency of k − latency of the nearest level |
 * | tlbMiss    | a page is found in TLB k > 0, or in none | latency of k; `walk` |
 * | coherence  | the line comes modified out of another cache, instead of cacheMiss | `intervention` |
 * | coherence  | a write finds its line shared | `upgrade` |
 * | coherence  | a lock is taken that another processor had last: its word has to come over | `intervention` |
 * | lockWait   | the lock was given back later than this clock shows | the difference |
 * | barrierWait| others have not come to the barrier yet | until the last one has, and `barrier` |
 * | idle       | the object is another processor's who has not got it yet; or there is nothing left to do | the difference |
 *
 * The nearest level costs nothing beyond the instruction that asks: pipelines hide it, and the published cycles of an
 * 80386's instructions include it. An access over two lines pays for both. Write-backs go through buffers and cost
 * nothing; bandwidth has no limit.
 */
import type { Costs } from './machine';
import type { FigureSource } from './presets';

/** A constant of the cost model, as a form names it, and where its default comes from. */
export interface CostNote {
  readonly name: string;
  readonly unit: 'cycles' | 'instructions';
  readonly about: string;
  /** Source of the default. */
  readonly source: string;
}

/** The costs with the sources of their defaults (`DEFAULT_COSTS`); a preset's own are in presets.ts. */
export const COST_NOTES: Readonly<Record<keyof Costs, CostNote>> = {
  instructions: {
    name: 'cycles',
    unit: 'cycles',
    about: 'Cycles for so many instructions',
    source:
      'Our estimate: V8 makes about one machine instruction of two WebAssembly ones (local.get and local.set vanish), and a wide core retires two a cycle.',
  },
  intervention: {
    name: 'intervention',
    unit: 'cycles',
    about: 'A line comes modified out of another cache',
    source:
      'Our estimate, for the cores of one chip: Intel’s guide for the Xeon 5500 gives about 75 cycles, later chips take more; David, Guerraoui and Trigonakis (SOSP 2013) compare them.',
  },
  upgrade: {
    name: 'upgrade',
    unit: 'cycles',
    about: 'A write finds its line shared',
    source: 'Our estimate: an intervention without the data.',
  },
  lock: {
    name: 'lock',
    unit: 'cycles',
    about: 'Taking a lock that is free',
    source: 'Fog, Instruction tables: LOCK CMPXCHG takes 18 to 22 cycles on Intel cores since 2013.',
  },
  barrier: {
    name: 'barrier',
    unit: 'cycles',
    about: 'Leaving a barrier once the last has come',
    source:
      'Our estimate: two interventions, one for the count and one for the flag (Mellor-Crummey and Scott, 1991).',
  },
  touch: {
    name: 'touch',
    unit: 'instructions',
    about: 'Of the program, for each word of its objects',
    source: 'The loop that clang makes: an access, an addition, a comparison, a branch.',
  },
  walk: {
    name: 'page walk',
    unit: 'cycles',
    about: 'A page that no TLB holds',
    source: 'Our estimate: between 20 and 40 cycles (7-cpu.com, pages of Skylake and Ice Lake).',
  },
};

/** The same as a preset gives its sources. */
export const COST_SOURCES: readonly FigureSource[] = Object.entries(COST_NOTES).map(([cost, { source }]) => ({
  of: [`costs.${cost}`, `costs.${cost}.*`],
  source,
}));
