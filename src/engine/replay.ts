import type { AllocatorConfig } from '../experiment/document';
import { Slices } from '../slices';
import { lacksMemory } from '../trace/errors';
import { type EventLinks, linkEvents } from '../trace/links';
import type { Trace } from '../trace/trace';
import type { Bytes, EventIndex } from '../units';
import { type Fault, traceFaults, trapFault } from './faults';
import { Host, type HostTotals, OUTPUTS } from './host';
import { type AllocatorInstance, ConfigError, instantiate } from './instance';
import type { Modules } from './modules';
import { type Run, type RunEnd, summarize, type Timeline } from './run';
import { Series } from './series';
import { PAGE, Snapshots } from './snapshots';

export interface ReplayOptions {
  readonly signal?: AbortSignal;
  /** Called between chunks with the number of events replayed. */
  readonly onProgress?: (events: number) => void;
  /** Links computed already for this trace. */
  readonly links?: EventLinks;
  /** Most bytes of snapshots to hold. */
  readonly snapshotBudget?: Bytes;
  /** Refuse to take more than so many bytes from the simulated system; 0 for no limit. */
  readonly memoryLimit?: Bytes;
}

export const DEFAULT_BUDGET: Bytes = 192 * 1024 * 1024;
/** A snapshot is due after so many events or so many instructions: what a seek has to replay at most. */
const EVENTS_A_SNAPSHOT = 16_384;
const INSTRUCTIONS_A_SNAPSHOT = 2_000_000;
/** The replay gives way to messages this often: a cancel, or questions of a page that waits for a picture. */
const MILLISECONDS_A_SLICE = 4;
/** It tells its progress after the first slice, and then this often. */
const MILLISECONDS_A_REPORT = 40;

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
  const started = await startReplay(modules, trace, config, options);
  await started.proceed(options);
  return started;
}

/** A run that has not begun: `proceed` replays it, and it can be looked into while it grows. */
export async function startReplay(
  modules: Modules,
  trace: Trace,
  config: AllocatorConfig,
  options: ReplayOptions = {},
): Promise<Replay> {
  const descriptor = descriptorOf(modules, config);
  const host = await Host.create(modules);
  const instance = await instantiate(modules, descriptor, config, 'counted', host);
  if (options.memoryLimit) instance.find('os_limit')?.(options.memoryLimit);
  return new Replay(host, instance, trace, config, options);
}

/** A run under way. What is there (timeline, snapshots, totals) is valid up to `events`, whenever it is asked for. */
export class Replay implements Run {
  readonly descriptor;
  readonly links: EventLinks;
  readonly timeline = Object.fromEntries(OUTPUTS.map((name) => [name, new Series()])) as unknown as Timeline;
  readonly snapshots: Snapshots;
  heapStart;
  heapEnd;
  events = 0;
  end: RunEnd | null = null;
  private trap: Fault | null = null;
  /** Where the last chunk was lost for want of memory: the host's totals before it. */
  private kept: HostTotals | null = null;
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
    // Small at first: nobody knows yet what an event costs, and the engine has yet to make the code quick.
    this.chunk = host.chunkSize >> 2;
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
    return summarize(this.descriptor.id, this.totals, freeBlocks);
  }

  private get totals(): HostTotals {
    return this.kept ?? this.host.totals();
  }

  get faults(): readonly Fault[] {
    const found = traceFaults(this.host.faults(Math.min(this.totals.faults, 1000)), this.trace);
    return this.trap ? [...found, this.trap] : found;
  }

  get faultCount(): number {
    return this.totals.faults + (this.trap ? 1 : 0);
  }

  /**
   * Replays what is left. After an abort it can be called again and goes on where it stood.
   * @throws the signal's reason when aborted
   */
  async proceed({ signal, onProgress }: Pick<ReplayOptions, 'signal' | 'onProgress'>): Promise<void> {
    if (this.end === 'cancelled') this.end = null;
    const slices = new Slices(MILLISECONDS_A_SLICE);
    let reported = Number.NEGATIVE_INFINITY;
    while (this.end === null && this.events < this.trace.length) {
      this.step();
      if (!slices.over) continue;
      const now = performance.now();
      if (now - reported >= MILLISECONDS_A_REPORT) {
        reported = now;
        onProgress?.(this.events);
      }
      await slices.next();
      if (signal?.aborted) {
        this.end ??= 'cancelled';
        throw signal.reason;
      }
    }
    this.end ??= 'complete';
    onProgress?.(this.events);
  }

  /** Ends the run where memory could not be had for it; what was done by then stays. @throws any other error */
  endWithout(error: unknown): void {
    if (!lacksMemory(error)) throw error;
    this.end = 'out of memory';
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

  /** Replays one chunk. The run is over when the allocator traps, or when there is no memory for what came of it. */
  private step(): void {
    const from = this.events;
    const count = Math.min(this.chunk, this.trace.length - from);
    feed(this.host, this.trace, from, count);
    let trap: unknown = null;
    const before = this.host.totals();
    this.instance.refuel();
    try {
      this.host.call('replay_counted', from, count);
    } catch (error) {
      trap = this.host.explained(error);
    }
    const { events, instructions } = this.host.totals();
    const done = events - from;
    try {
      for (const name of OUTPUTS) this.timeline[name].append(this.host.pack(name, done));
      this.events = events;
      this.measure();
      if (!trap) this.adapt(instructions - before.instructions, count);
    } catch (error) {
      this.endWithout(error);
      if (this.events === from) this.kept = before;
    }
    if (!trap) return;
    // The host that ran out of memory is not the allocator's fault.
    if (this.end !== null || lacksMemory(trap)) {
      this.end = 'out of memory';
      return;
    }
    this.trap = trapFault(events, this.trace, trap, this.instance.exhausted);
    this.end = 'trapped';
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
}

/** Copies events into the host's columns. */
export function feed(host: Host, trace: Trace, from: EventIndex, count: number): void {
  host.input('op').set(trace.op.subarray(from, from + count));
  host.input('id').set(trace.id.subarray(from, from + count));
  host.input('size').set(trace.size.subarray(from, from + count));
  if (trace.cpu) host.input('cpu').set(trace.cpu.subarray(from, from + count));
}
