/** The coordinator of YAWNS (wasm/simulations/yawns.h): P processors, each a module with its own memory, in windows. */
import type { AllocatorDescriptor } from '../allocators/descriptor';
import { Host } from '../engine/host';
import type { Modules } from '../engine/modules';
import { descriptorOf } from '../engine/replay';
import type { Machine } from '../machine/machine';
import { MachineModel } from '../machine/model';
import { machineOf } from '../machine/presets';
import { Slices } from '../slices';
import type { Bytes, Cycles } from '../units';
import { SimulationModule } from './module';
import { IPSC2_NETWORK, messageCycles, type Network, reductionCycles } from './network';
import type { Watch } from './watch';
import { FreeBlocks, type Phase, YawnsProcessor } from './yawns-processor';
import { Sampler, type WindowSample } from './yawns-sample';
import { parseYawns, RULES, type YawnsDocument, YawnsError, type YawnsSetup } from './yawns-setup';

export { PHASES, type Phase } from './yawns-processor';
export type { WindowSample } from './yawns-sample';
export { parseYawns, type YawnsDocument, YawnsError, type YawnsSetup } from './yawns-setup';

const EVERYTHING = 0xffff_ffff;

/** One processor's account at the end. */
export interface ProcessorResult {
  readonly events: number;
  /** Sums up to the processor's clock. */
  readonly cycles: Readonly<Record<Phase, Cycles>>;
  /** Share of the finishing time spent on useful work, 0 … 1. */
  readonly utilization: number;
  /** Mean over every change of a free list, and most ever; null for allocators that do not report their free blocks. */
  readonly meanFreeBlocks: number | null;
  readonly mostFreeBlocks: number | null;
  readonly peakFootprintBytes: Bytes;
}

export interface YawnsResult {
  readonly processors: readonly ProcessorResult[];
  /** Finishing time, in seconds of virtual time. */
  readonly seconds: number;
  /** Mean of the processors', 0 … 1. */
  readonly utilization: number;
  /** Useful work of all processors: utilization × seconds × processors. */
  readonly workloadSeconds: number;
  readonly events: number;
  readonly windows: number;
  /** Hash of every event whatever the order, 16 hex digits: the same for every number of processors. */
  readonly history: string;
  /** Who ran out of memory at what simulated time; null for a run that came to its end. */
  readonly failure: { readonly processor: number; readonly time: number } | null;
}

export interface YawnsOptions {
  /** Gives cycles an instruction and the caches; the iPSC/2 by default. */
  readonly machine?: Machine;
  readonly network?: Network;
  /** False: nothing is counted and virtual time stands still, at full speed. */
  readonly counts?: boolean;
  readonly signal?: AbortSignal;
  /** Follows what the processors hold and do. */
  readonly watch?: Watch;
  /** Called after every window. */
  onProgress?(sample: WindowSample, end: number): void;
}

/** A YAWNS run on its way: it goes on window by window, and can be looked at in between. */
export class YawnsRun {
  private floor = 0;
  private windows = 0;
  private failed: YawnsResult['failure'] = null;
  readonly lookahead: number;
  /** Simulated time at which the run ends. */
  readonly end: number;

  private constructor(
    readonly setup: YawnsSetup,
    readonly descriptor: AllocatorDescriptor,
    readonly processors: readonly YawnsProcessor[],
    private readonly host: Host,
    private readonly network: Network,
  ) {
    this.end = setup.model.kind === 'hypercube' ? setup.model.until : setup.model.steps + 0.5;
    const begin = new Sampler(processors);
    for (const processor of processors) beginModel(setup, processor);
    this.lookahead = processors[0].module.call('yawns_lookahead');
    this.begun = this.finishWindow(begin, 0);
  }

  /** What the model's beginning cost: the sample of window 0. */
  readonly begun: WindowSample;

  /**
   * Loads the processors and begins the model.
   * @throws YawnsError, ConfigError, MachineError for a setup that cannot be run
   */
  static async create(
    modules: Modules,
    document: YawnsDocument,
    options: YawnsOptions = {},
  ): Promise<YawnsRun> {
    const setup = parseYawns(document);
    const descriptor = descriptorOf(modules, setup.allocator);
    const chosen = options.machine ?? machineOf('ipsc2');
    // Every processor has a memory of its own: equal addresses are different places.
    const machine: Machine = { ...chosen, processors: setup.processors, coherence: 'none' };
    const caches = setup.caches ? await MachineModel.create(modules, machine) : null;
    const host = await Host.create(modules);
    const variant = options.counts === false ? 'plain' : caches ? 'observed' : 'counted';
    const processors: YawnsProcessor[] = [];
    for (let number = 0; number < setup.processors; number++) {
      // A module of a user's reports its lists only where it was made with the lab's STEP.
      const free = descriptor.walks && !descriptor.user && variant !== 'plain' ? new FreeBlocks() : null;
      const module = await SimulationModule.load(modules, 'yawns', descriptor, setup.allocator, variant, {
        step: free?.step,
        told: options.watch?.hook(number),
        load: caches?.imports.load,
        store: caches?.imports.store,
        walk_block: host.lend('walk_block'),
        walk_list: host.lend('walk_list'),
        walk_item: host.lend('walk_item'),
        walk_region: host.lend('walk_region'),
      });
      if (setup.memoryBytes > 0 && !module.limit(setup.memoryBytes))
        throw new YawnsError(`${descriptor.title} has a system of its own: its memory cannot be limited`);
      const { instructions } = machine.costs;
      processors.push(new YawnsProcessor(number, module, free, instructions, caches, options.watch));
    }
    options.watch?.adopt(processors.map(({ module }) => module));
    return new YawnsRun(setup, descriptor, processors, host, options.network ?? IPSC2_NETWORK);
  }

  get done(): boolean {
    return this.failed !== null || this.floor >= this.end;
  }

  /** Works off the next window; null when the run is over. */
  advance(): WindowSample | null {
    if (this.done) return null;
    const ceiling = Math.min(this.floor + this.lookahead, this.end);
    const sampler = new Sampler(this.processors);
    this.windows++;
    for (const processor of this.processors) processor.run('work', 'yawns_window', ceiling, EVERYTHING);
    return this.finishWindow(sampler, ceiling);
  }

  /** State of a node of the model: objects at it, or whether the cell is alive. */
  state(node: number): number {
    const home = this.processors[this.home(node)];
    return home.aside(() => home.module.call('yawns_state', node));
  }

  /** Number of the processor that owns a node. */
  home(node: number): number {
    const [first] = this.processors;
    return first.aside(() => first.module.call('yawns_home', node));
  }

  /** States of all nodes; 255 for larger ones. */
  nodes(): Uint8Array {
    const { model } = this.setup;
    const count = model.kind === 'hypercube' ? 2 ** model.dimensions : model.columns * model.rows;
    return Uint8Array.from({ length: count }, (_, node) => Math.min(255, this.state(node)));
  }

  /** Rows that the allocator's heap_walk reports on a processor's heap, as `Host.walkRows` gives them. */
  walk(processor: number, table: 'blocks' | 'lists' | 'items' | 'regions'): Uint32Array {
    this.host.call('walk_begin');
    const walked = this.processors[processor];
    walked.aside(() => walked.module.find('heap_walk')?.());
    return this.host.walkRows(table);
  }

  /** Frees all that is still held. Returns the blocks that are left over all processors: 0, or something leaked. */
  close(): number {
    return this.processors.reduce((left, { module }) => {
      module.call('yawns_end');
      return left + module.call('yawns_live_blocks');
    }, 0);
  }

  result(): YawnsResult {
    const { processors, network } = this;
    const latest = Math.max(...processors.map(({ clock }) => clock));
    const work = processors.reduce((sum, { spent }) => sum + spent.work, 0);
    const history = processors.reduce(
      (sum, { module }) => BigInt.asUintN(64, sum + module.need<() => bigint>('yawns_history')()),
      0n,
    );
    const results = processors.map((processor): ProcessorResult => {
      const { module, free, spent } = processor;
      return {
        events: module.call('yawns_events') >>> 0,
        cycles: { ...spent },
        utilization: latest > 0 ? spent.work / latest : 1,
        meanFreeBlocks: free?.mean ?? null,
        mostFreeBlocks: free?.most ?? null,
        peakFootprintBytes: module.peak(),
      };
    });
    return {
      processors: results,
      seconds: latest / network.hertz,
      utilization: latest > 0 ? work / latest / processors.length : 1,
      workloadSeconds: work / network.hertz,
      events: results.reduce((sum, { events }) => sum + events, 0),
      windows: this.windows,
      history: history.toString(16).padStart(16, '0'),
      failure: this.failed,
    };
  }

  /** All that follows a window's work: messages change hands, the minimum is found, the next floor with it. */
  private finishWindow(sampler: Sampler, ceiling: number): WindowSample {
    const { processors, network } = this;
    const floor = this.floor;
    const messages = processors.map((processor) => this.send(processor));
    const bounds = processors.map((processor) => processor.run('sending', 'yawns_bound'));
    this.floor = Math.min(...bounds);
    const together =
      Math.max(...processors.map(({ clock }) => clock)) + reductionCycles(network, bits(processors.length));
    for (const processor of processors) processor.book('waiting', together - processor.clock);
    for (const [to, processor] of processors.entries()) {
      for (const sent of messages) for (const bytes of sent[to]) receive(processor, bytes);
      if (this.failed === null && processor.module.call('yawns_failed') !== 0) {
        this.failed = { processor: to, time: floor };
      }
    }
    return sampler.finish(this.windows, floor, ceiling);
  }

  /** Packs a processor's messages: the physical ones by receiver. */
  private send(processor: YawnsProcessor): Uint8Array[][] {
    return this.processors.map((_, to) => {
      const packed: Uint8Array[] = [];
      if (to === processor.number) return packed;
      for (;;) {
        const bytes = processor.run('sending', 'yawns_pack', to);
        if (bytes === 0) return packed;
        const at = processor.module.call('yawns_buffer') >>> 0;
        packed.push(new Uint8Array(processor.module.memory.buffer, at, bytes).slice());
        processor.book('sending', messageCycles(this.network, bytes));
      }
    });
  }
}

/**
 * Runs a simulation to its end, giving way to messages between slices. Deterministic: the same document and machine give
 * the same result everywhere.
 * @throws as YawnsRun.create; the signal's reason when aborted
 */
export async function runYawns(
  modules: Modules,
  document: YawnsDocument,
  options: YawnsOptions = {},
): Promise<YawnsResult> {
  const slices = new Slices();
  await slices.next(options.signal);
  const run = await YawnsRun.create(modules, document, options);
  options.onProgress?.(run.begun, run.end);
  for (let sample = run.advance(); sample; sample = run.advance()) {
    options.onProgress?.(sample, run.end);
    if (slices.over) await slices.next(options.signal);
  }
  return run.result();
}

function receive(processor: YawnsProcessor, bytes: Uint8Array): void {
  const at = processor.module.call('yawns_buffer') >>> 0;
  processor.put(at, bytes);
  processor.run('receiving', 'yawns_receive', bytes.length);
}

function beginModel({ model, seed, processors }: YawnsSetup, processor: YawnsProcessor): void {
  const words = [(seed % 2 ** 32) | 0, Math.floor(seed / 2 ** 32)];
  if (model.kind === 'hypercube') {
    const { objects, dimensions } = model;
    processor.run('work', 'yawns_hypercube', ...words, objects, dimensions, processor.number, processors);
    return;
  }
  const { columns, rows, density, rule, words: message } = model;
  const shape = [columns, rows, density, RULES.indexOf(rule), message, gridColumns(processors)];
  processor.run('work', 'yawns_life', ...words, ...shape, processor.number, processors);
}

/** Processors a row of their grid: as square as a power of two can be, wider than high. */
function gridColumns(processors: number): number {
  return 1 << ((bits(processors) + 1) >> 1);
}

/** The logarithm of a power of two. */
function bits(power: number): number {
  return 31 - Math.clz32(power);
}
