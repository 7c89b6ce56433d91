import type { AllocatorConfig } from '../experiment/document';
import { type EventLinks, linkEvents } from '../trace/links';
import type { Trace } from '../trace/trace';
import type { Bytes, EventIndex } from '../units';
import { traceFaults, trapFault } from './faults';
import { Host, OUTPUTS } from './host';
import { type AllocatorInstance, ConfigError, instantiate } from './instance';
import type { Modules } from './modules';
import { type Run, summarize, type Timeline } from './run';
import { Series } from './series';
import { PAGE, Snapshots } from './snapshots';

export interface ReplayOptions {
  readonly signal?: AbortSignal;
  /** Called between chunks with the number of events replayed. */
  readonly onProgress?: (events: number) => void;
  /** The run while it grows: its timeline is valid up to `run.events`. */
  readonly onStart?: (run: Run) => void;
  /** Links computed already for this trace. */
  readonly links?: EventLinks;
  /** Most bytes of snapshots to hold. */
  readonly snapshotBudget?: Bytes;
  /** Refuse to take more than so many bytes from the simulated system; 0 for no limit. */
  readonly memoryLimit?: Bytes;
}

const DEFAULT_BUDGET: Bytes = 192 * 1024 * 1024;
/** A snapshot is due after so many events or so many instructions: what a seek has to replay at most. */
const EVENTS_A_SNAPSHOT = 16_384;
const INSTRUCTIONS_A_SNAPSHOT = 2_000_000;
/** The replay gives way to messages (progress, cancel) this often. */
const MILLISECONDS_A_SLICE = 40;

/** The descriptor of a configuration's allocator. @throws ConfigError for an id that the lab does not know */
export function descriptorOf(modules: Modules, config: AllocatorConfig) {
  const descriptor = modules.descriptor(config.id);
  if (!descriptor) throw new ConfigError(`no allocator is called "${config.id}"`);
  return descriptor;
}

/**
 * Replays a trace on an allocator, counting every instruction, load and store of each event.
 * Deterministic: the same trace, configuration and modules give the same run, bit for bit.
 * @throws ConfigError for an unknown allocator or parameter; the signal's reason when aborted
 */
export async function replay(
  modules: Modules,
  trace: Trace,
  config: AllocatorConfig,
  options: ReplayOptions = {},
): Promise<Run> {
  const descriptor = descriptorOf(modules, config);
  const host = await Host.create(modules);
  const instance = await instantiate(modules, descriptor, config, 'counted', host);
  if (options.memoryLimit) instance.find('os_limit')?.(options.memoryLimit);
  const replayer = new Replayer(host, instance, trace, config, options);
  options.onStart?.(replayer);
  await replayer.run(options);
  return replayer;
}

class Replayer implements Run {
  readonly descriptor;
  readonly links: EventLinks;
  readonly timeline = Object.fromEntries(OUTPUTS.map((name) => [name, new Series()])) as unknown as Timeline;
  readonly snapshots: Snapshots;
  heapStart;
  heapEnd;
  events = 0;
  faults: Run['faults'] = [];
  faultCount = 0;
  private chunk: number;
  private sinceSnapshot = { events: 0, instructions: 0 };

  constructor(
    private readonly host: Host,
    private readonly instance: AllocatorInstance,
    readonly trace: Trace,
    readonly config: AllocatorConfig,
    options: ReplayOptions,
  ) {
    this.descriptor = instance.descriptor;
    this.links = options.links ?? linkEvents(trace);
    this.heapStart = instance.heapStart();
    this.heapEnd = instance.heapEnd();
    this.chunk = host.chunkSize;
    instance.host(host);
    host.call('reset');
    // The first snapshot holds every page that was written so far: some modules take memory as they start.
    const base = new Uint8Array(
      instance.memory.buffer.slice(0, this.heapStart || instance.memory.buffer.byteLength),
    );
    this.snapshots = new Snapshots(base, options.snapshotBudget ?? DEFAULT_BUDGET);
    this.snapshot();
  }

  get summary() {
    const last = this.events - 1;
    const freeBlocks = this.descriptor.walks ? (last < 0 ? 0 : this.timeline.freeBlocks.at(last)) : null;
    return summarize(this.descriptor.id, this.host.totals(), freeBlocks);
  }

  async run({ signal, onProgress }: ReplayOptions): Promise<void> {
    let slice = performance.now();
    while (this.events < this.trace.length) {
      if (!this.step()) break;
      if (performance.now() - slice < MILLISECONDS_A_SLICE) continue;
      onProgress?.(this.events);
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
      slice = performance.now();
    }
    onProgress?.(this.events);
    this.collectFaults();
  }

  /** Where the heap lies: what the simulated system gave, or what the blocks of a module without it have spanned. */
  private measure(): void {
    if (this.instance.find('os_top')) {
      this.heapEnd = this.instance.heapEnd();
      return;
    }
    const [lowest, highest] = [this.host.call('lowest_block'), this.host.call('highest_block')];
    if (highest <= lowest) return;
    this.heapStart = lowest - (lowest % PAGE);
    this.heapEnd = Math.ceil(highest / PAGE) * PAGE;
  }

  /** Replays one chunk. False when the allocator trapped and the run is over. */
  private step(): boolean {
    const from = this.events;
    const count = Math.min(this.chunk, this.trace.length - from);
    feed(this.host, this.trace, from, count);
    let trap: unknown = null;
    this.instance.refuel();
    try {
      this.host.call('replay_counted', from, count);
    } catch (error) {
      trap = error;
    }
    const { events } = this.host.totals();
    const done = events - from;
    for (const name of OUTPUTS) this.timeline[name].append(this.host.output(name, done));
    const instructions = sum(this.host.output('instructions', done));
    this.events = events;
    this.measure();
    if (trap) {
      this.faults = [trapFault(events, this.trace, trap, this.instance.exhausted)];
      this.faultCount = 1;
      return false;
    }
    this.adapt(instructions, count);
    return true;
  }

  /** Snapshots when enough was done since the last; chunks shrink where single events are dear. */
  private adapt(instructions: number, count: number): void {
    const since = this.sinceSnapshot;
    since.events += count;
    since.instructions += instructions;
    const { spacing } = this.snapshots;
    if (
      since.events >= EVENTS_A_SNAPSHOT * spacing ||
      since.instructions >= INSTRUCTIONS_A_SNAPSHOT * spacing
    ) {
      this.snapshot();
    }
    if (instructions > INSTRUCTIONS_A_SNAPSHOT && this.chunk > 16) this.chunk >>= 1;
    else if (instructions < INSTRUCTIONS_A_SNAPSHOT / 4 && this.chunk < this.host.chunkSize) this.chunk <<= 1;
  }

  private snapshot(): void {
    const mark = { event: this.events - 1, globals: this.instance.saveGlobals() };
    this.snapshots.add(mark, this.instance.memory.buffer, this.host.dirtyPages());
    this.host.forgetPages();
    this.instance.find('lab_forget')?.();
    this.sinceSnapshot = { events: 0, instructions: 0 };
  }

  private collectFaults(): void {
    const { faults } = this.host.totals();
    const found = traceFaults(this.host.faults(Math.min(faults, 1000)), this.trace);
    this.faults = [...found, ...this.faults];
    this.faultCount += faults;
  }
}

/** Copies events into the host's columns. */
export function feed(host: Host, trace: Trace, from: EventIndex, count: number): void {
  host.input('op').set(trace.op.subarray(from, from + count));
  host.input('id').set(trace.id.subarray(from, from + count));
  host.input('size').set(trace.size.subarray(from, from + count));
  if (trace.cpu) host.input('cpu').set(trace.cpu.subarray(from, from + count));
}

function sum(values: Uint32Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
