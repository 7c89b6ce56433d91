import type { AllocatorDescriptor } from '../allocators/descriptor';
import type { Faults } from '../engine/fault-steps';
import { type ModuleSource, Modules } from '../engine/modules';
import { DEFAULT_BUDGET, type Replay, startReplay } from '../engine/replay';
import type { Run } from '../engine/run';
import type { AllocatorConfig, Workload } from '../experiment/document';
import { loadWorkload } from '../experiment/workload';
import type { StripKind } from '../machine/strips';
import { asLimit } from '../trace/errors';
import { type EventLinks, linkEvents } from '../trace/links';
import { loadedEvent, recordedEvent } from '../trace/part';
import type { TraceSource } from '../trace/read';
import { summarise } from '../trace/summary';
import { allocates, type Trace } from '../trace/trace';
import type { Address, Bytes, Cycles, EventIndex, ObjectId } from '../units';
import type {
  Column,
  HeapMapRequest,
  LabWorker,
  MemoryReport,
  Metric,
  OnProgress,
  OnRun,
  OpenedTrace,
  OpenOptions,
  RunInfo,
  RunMemory,
} from './api';
import { ColumnView } from './column';
import type { MachineMapRequest, MachineMomentRequest } from './machine-api';
import type { MachineSession } from './machine-session';
import { type HandOver, pixelImage } from './pixels';
import type { AddressTimeRequest, AddressTimeWindow, TraceReport, TraceSearch } from './trace-api';

const FAULTS_SHOWN = 100;
/** How often the page is told what a run under way can show. */
const TELL_MS = 150;

/** What a lab needs from its surroundings. */
export interface LabContext<Image> {
  readonly modules: ModuleSource;
  readonly sample: (name: string) => Promise<TraceSource>;
  readonly handOver: HandOver<Image>;
}

/** One open trace and up to three runs of it. Knows nothing of workers: tests and Node use it as it is. */
export class Lab<Image> implements LabWorker<Image> {
  private readonly modules: Modules;
  private trace: { readonly trace: Trace; readonly links: EventLinks } | null = null;
  private readonly columns = new Map<Column, ColumnView<Replay>>();
  private machine: MachineSession | null = null;
  private abort = new AbortController();
  private budget = DEFAULT_BUDGET;

  constructor(private readonly context: LabContext<Image>) {
    this.modules = new Modules(context.modules);
  }

  async open(
    workload: Workload | null,
    file: File | null,
    seed: number,
    onProgress: OnProgress,
    { part, mostEvents }: OpenOptions = {},
  ): Promise<OpenedTrace> {
    const { signal } = this.abort;
    const { modules, context } = this;
    const { sample } = context;
    const surroundings = { modules, sample, seed, signal, onProgress, mostEvents };
    const loaded = await loadWorkload(workload, file, surroundings, part);
    const { trace } = loaded;
    const { links, summary } = described(trace, file?.name ?? trace.name);
    this.trace = { trace, links };
    this.columns.clear();
    this.machine = null;
    return {
      name: trace.name,
      summary,
      clock: trace.clock,
      sha256: loaded.sha256,
      fileBytes: loaded.bytes,
      notes: trace.notes,
      workload: loaded.workload,
      part: trace.part ? { ...trace.part, origin: null } : null,
    };
  }

  async run(column: Column, config: AllocatorConfig, onRun: OnRun): Promise<RunInfo> {
    const { trace, links } = this.opened();
    const { signal } = this.abort;
    const options = { links, snapshotBudget: this.budget };
    const replay = await startReplay(this.modules, trace, config, options).catch((error: unknown) => {
      throw asLimit(error, trace.name, trace.length);
    });
    signal.throwIfAborted();
    this.columns.set(column, new ColumnView(this.modules, replay));
    return this.proceed(column, onRun);
  }

  async resume(column: Column, onRun: OnRun): Promise<RunInfo> {
    return this.proceed(column, onRun);
  }

  /** Replays what is left of a column's run, telling of it as it goes. */
  private async proceed(column: Column, onRun: OnRun): Promise<RunInfo> {
    const view = this.column(column);
    const { run } = view;
    const task = `replaying on ${run.config.id}`;
    let told = Number.NEGATIVE_INFINITY;
    const onProgress = (events: number) => {
      try {
        view.grow();
      } catch (error) {
        run.endWithout(error);
      }
      const now = performance.now();
      const due = now - told >= TELL_MS;
      if (due) told = now;
      onRun(
        { task, done: events, total: run.trace.length, unit: 'events' },
        due ? describeRun(column, run, faultsSoFar(run)) : null,
      );
    };
    try {
      await run.proceed({ signal: this.abort.signal, onProgress });
    } catch (error) {
      // What was done by then stays.
      if (run.end !== 'cancelled') throw error;
    }
    if (run.end === 'out of memory') return this.outOfMemory(column, run);
    return describeRun(column, run, run.end === 'cancelled' ? faultsSoFar(run) : await this.faultsOf(run));
  }

  /** Says what was held, and gives half of the run's snapshots back: what looks into it needs memory as well. */
  private async outOfMemory(column: Column, run: Replay): Promise<RunInfo> {
    const { trace, links, runs } = await this.memory();
    const held = runs.reduce((sum, each) => sum + bytesOf(each), trace + links);
    run.snapshots.budget = run.snapshots.bytes / 2;
    return { ...describeRun(column, run, faultsSoFar(run)), held };
  }

  async keepSnapshots(bytes: Bytes): Promise<void> {
    this.budget = bytes;
    for (const { run } of this.columns.values()) run.snapshots.budget = bytes;
  }

  async memory(): Promise<MemoryReport> {
    const { trace, links } = this.opened();
    return (await import('./memory')).memoryOf(trace, links, this.columns);
  }

  /** What went wrong, with the sub-steps at which it shows. Loaded when there is something to find. */
  private async faultsOf(run: Run): Promise<Faults> {
    if (run.faultCount === 0 && !run.descriptor.user) return faultsSoFar(run);
    const { findFaults } = await import('../engine/fault-steps');
    return findFaults(this.modules, run, FAULTS_SHOWN, this.abort.signal);
  }

  async addModule(file: File): Promise<AllocatorDescriptor> {
    const { addUserModule } = await import('../engine/user-module');
    return addUserModule(this.modules, file.name, new Uint8Array(await file.arrayBuffer()));
  }

  async close(column: Column): Promise<void> {
    this.columns.delete(column);
  }

  async cancel(): Promise<void> {
    this.abort.abort(new DOMException('cancelled', 'AbortError'));
    this.abort = new AbortController();
  }

  async series(column: Column, metric: Metric, from: EventIndex, to: EventIndex, buckets: number) {
    return this.column(column).series(metric, from, to, buckets);
  }

  async moment(column: Column, event: EventIndex, listLimit: number) {
    return this.column(column).moment(column, this.checked(column, event), listLimit);
  }

  async heapMap(column: Column, request: HeapMapRequest): Promise<Image> {
    const pixels = await this.column(column).heapMap({
      ...request,
      event: this.checked(column, request.event),
    });
    return this.context.handOver(pixelImage(request, pixels));
  }

  async blockAt(column: Column, event: EventIndex, address: Address) {
    return this.column(column).blockAt(this.checked(column, event), address);
  }

  async blocks(column: Column, event: EventIndex, from: Address, to: Address, limit: number) {
    return this.column(column).blocks(this.checked(column, event), from, to, limit);
  }

  async eventOfObject(id: ObjectId): Promise<EventIndex | null> {
    const { trace } = this.opened();
    for (let event = 0; event < trace.length; event++) {
      if (trace.id[event] === id && allocates(trace.op[event])) return event;
    }
    return null;
  }

  async recordedEvents(events: readonly EventIndex[]) {
    const { trace } = this.opened();
    return events.map((event) => recordedEvent(trace.part, event));
  }

  async loadedEvents(recorded: readonly EventIndex[]) {
    const { trace } = this.opened();
    return recorded.map((event) => loadedEvent(trace.part, event, trace.length));
  }

  // The trace page's answers are loaded when it is opened.
  async traceReport(onProgress: OnProgress): Promise<TraceReport> {
    const { trace } = this.opened();
    return (await import('./trace-report')).reportTrace(trace, onProgress);
  }

  async searchTrace(column: Column, search: TraceSearch, limit: number) {
    const { run } = this.column(column);
    return (await import('./trace-search')).search(run, search, limit);
  }

  async pinned(column: Column, event: EventIndex, share: number, limit: number) {
    const { pinnedIn } = await import('./trace-session');
    return this.column(column).look(this.checked(column, event), (heap) => pinnedIn(heap, share, limit));
  }

  async addressTime(column: Column, request: AddressTimeRequest) {
    const { run } = this.column(column);
    const { image, reached } = (await import('./trace-session')).drawAddressTime(run, request);
    return { image: this.context.handOver(image), reached };
  }

  async placedBlocks(column: Column, window: AddressTimeWindow, limit: number) {
    const { run } = this.column(column);
    return (await import('./trace-session')).blocksWithin(run, window, limit);
  }

  async machineRun(config: AllocatorConfig, machine: unknown, onProgress: OnProgress) {
    const { trace } = this.opened();
    const { signal } = this.abort;
    this.machine = null; // its states are large
    // Loaded when it is wanted: most experiments run without a machine.
    const { MachineSession } = await import('./machine-session');
    const task = `running ${config.id} on the machine`;
    const session = await MachineSession.create(this.modules, trace, config, machine, {
      signal,
      onProgress: (events) => onProgress({ task, done: events, total: trace.length, unit: 'events' }),
    });
    this.machine = session;
    return session.info();
  }

  async machineMoment(request: MachineMomentRequest) {
    return this.onMachine().moment(request);
  }

  async machineMap(request: MachineMapRequest): Promise<Image> {
    return this.context.handOver(pixelImage(request, this.onMachine().map(request)));
  }

  async machineBlock(moment: MachineMomentRequest, address: Address) {
    return this.onMachine().block(moment, address);
  }

  async machineStrip(level: number, processor: number, kind: StripKind) {
    return this.onMachine().strip(level, processor, kind);
  }

  async machineLanes(from: Cycles, to: Cycles) {
    return this.onMachine().lanes(from, to);
  }

  async closeMachine(): Promise<void> {
    this.machine = null;
  }

  private onMachine(): MachineSession {
    if (!this.machine) throw new Error('nothing has run on a machine');
    return this.machine;
  }

  private opened() {
    if (!this.trace) throw new Error('no trace is open');
    return this.trace;
  }

  private column(column: Column): ColumnView<Replay> {
    const view = this.columns.get(column);
    if (!view) throw new Error(`column ${column} has no run`);
    return view;
  }

  /** The event nearest to the one asked for that the run has come to: one that trapped is the last. */
  private checked(column: Column, event: EventIndex): EventIndex {
    const { events, end } = this.column(column).run;
    return Math.max(0, Math.min(event, end === 'trapped' ? events : events - 1));
  }
}

/** @throws TraceLimitError where there is no memory for it */
function described(trace: Trace, file: string) {
  try {
    return { links: linkEvents(trace), summary: summarise(trace) };
  } catch (error) {
    throw asLimit(error, file, trace.length);
  }
}

/** Those of the replay, while it goes on. */
const faultsSoFar = ({ faults, faultCount }: Run): Faults => ({
  faults: faults.slice(0, FAULTS_SHOWN),
  count: faultCount,
});

/** The allocator's memory three times: in the replay, and in what looks into it. */
const bytesOf = ({ timeline, lives, blocks, snapshots, heap }: RunMemory): Bytes =>
  timeline + lives + blocks + snapshots + 3 * heap;

function describeRun(column: Column, run: Run, { faults, count }: Faults): RunInfo {
  return {
    column,
    config: run.config,
    end: run.end,
    summary: run.summary,
    faults,
    faultCount: count,
    heapStart: run.heapStart,
    heapEnd: run.heapEnd,
    walks: run.descriptor.walks,
    held: null,
  };
}
