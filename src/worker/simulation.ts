import { type ModuleSource, Modules } from '../engine/modules';
import type { AllocatorConfig } from '../experiment/document';
import { simulationFingerprint } from '../experiment/simulation';
import { addUserModules } from '../experiment/user-modules';
import { blockIndexAt } from '../raster/blocks';
import { HeapMapRaster } from '../raster/heap-map';
import { classSets } from '../simulations/class-sets';
import { type FollowedMoment, Follower } from '../simulations/follower';
import { type JobResult, runJob, type SimulationJob } from '../simulations/jobs';
import { TimeWarpRun } from '../simulations/timewarp';
import { YawnsRun } from '../simulations/yawns';
import type { HeapMapRequest } from './api';
import { type HandOver, pixelImage } from './pixels';
import type {
  ClassSets,
  Inside,
  InsideMoment,
  ProcessorAccount,
  SimulationBegun,
  SimulationDocument,
  SimulationFrame,
  SimulationNews,
  SimulationWorker,
} from './simulation-api';

type Run =
  | { readonly kind: 'yawns'; readonly run: YawnsRun }
  | { readonly kind: 'timewarp'; readonly run: TimeWarpRun };

/** One simulation at a time, stepped as the page asks. Knows nothing of workers: tests and Node use it as it is. */
export class Simulation<Image> implements SimulationWorker<Image> {
  private readonly modules: Modules;
  private held: Run | null = null;
  private follower: Follower | null = null;
  private seen: { readonly moment: FollowedMoment; readonly address: number } | null = null;

  constructor(
    modules: ModuleSource,
    private readonly handOver: HandOver<Image>,
  ) {
    this.modules = new Modules(modules);
  }

  async begin(
    document: SimulationDocument,
    file: Uint8Array<ArrayBuffer> | null = null,
  ): Promise<SimulationBegun> {
    await this.bring(document.setup.allocator, file);
    this.follower = new Follower(this.modules, document);
    this.seen = null;
    if (document.kind === 'yawns') {
      const run = await YawnsRun.create(this.modules, document.setup);
      this.held = { kind: 'yawns', run };
      const begun = { kind: 'yawns', sample: run.begun, nodes: run.nodes() } as const;
      return { ...this.news([begun]), end: run.end };
    }
    const run = await TimeWarpRun.create(this.modules, document.setup, { lanes: true });
    this.held = { kind: 'timewarp', run };
    return { ...this.news([]), end: run.setup.end };
  }

  async advance(milliseconds: number): Promise<SimulationNews> {
    const held = this.need();
    const frames: SimulationFrame[] = [];
    const start = performance.now();
    while (!held.run.done) {
      if (held.kind === 'yawns') {
        const sample = held.run.advance();
        if (sample) frames.push({ kind: 'yawns', sample, nodes: held.run.nodes() });
      } else {
        const sample = held.run.advance();
        if (sample) frames.push({ kind: 'timewarp', sample });
      }
      if (frames.length > 0 && performance.now() - start >= milliseconds) break;
    }
    return this.news(frames);
  }

  async inside(frame: number, onFrame: (frames: number) => void = () => undefined): Promise<Inside> {
    return this.followed().inside(frame, onFrame);
  }

  async moment(frame: number, row: number): Promise<InsideMoment> {
    const follower = this.followed();
    const inside = await follower.inside(frame);
    const moment = await follower.moment(frame, row);
    const { heap, nodes } = moment;
    const address = inside.address[row];
    const at = blockIndexAt(heap.blocks, address);
    this.seen = { moment, address };
    return {
      frame,
      row,
      processor: inside.processor[row],
      heapStart: heap.heapStart,
      heapEnd: heap.heapEnd,
      footprintBytes: heap.footprintBytes,
      liveBytes: heap.liveBytes,
      liveBlocks: heap.liveBlocks,
      block: at < 0 ? null : { address: heap.blocks.address[at], bytes: heap.blocks.bytes[at] },
      lists: heap.lists,
      regions: heap.regions,
      nodes,
    };
  }

  async heapMap(request: HeapMapRequest): Promise<Image | null> {
    const raster = await HeapMapRaster.of(this.modules);
    if (this.seen === null) return null;
    const { moment, address } = this.seen;
    const pixels = raster.draw(request, moment.heap.blocks, { event: address, visited: [] });
    return this.handOver(pixelImage(request, pixels));
  }

  async sets(level: number, kernel: number): Promise<ClassSets | null> {
    const held = this.need();
    return held.kind === 'timewarp' ? classSets(held.run, level, kernel) : null;
  }

  async job<J extends SimulationJob>(
    job: J,
    file: Uint8Array<ArrayBuffer> | null,
    onShare: (share: number) => void,
  ): Promise<JobResult<J>> {
    const { allocator } = job.kind === 'board' ? job.question : job.setup;
    await this.bring({ ...allocator, params: allocator.params ?? {} }, file);
    return runJob(this.modules, job, { onShare });
  }

  private bring(allocator: AllocatorConfig, file: Uint8Array<ArrayBuffer> | null): Promise<void> {
    return addUserModules(this.modules, [allocator], async () => file);
  }

  private need(): Run {
    if (this.held === null) throw new Error('no simulation has begun');
    return this.held;
  }

  private followed(): Follower {
    if (this.follower === null) throw new Error('no simulation has begun');
    return this.follower;
  }

  private news(frames: readonly SimulationFrame[]): SimulationNews {
    const held = this.need();
    const lanes = held.kind === 'timewarp' ? held.run.lanes : null;
    const result = held.run.done ? held.run.result() : null;
    return {
      frames,
      accounts: accountsOf(held),
      lanes: lanes && { slice: lanes.slice, slices: lanes.slices, cycles: lanes.cycles },
      result,
      fingerprint: result && simulationFingerprint(result),
    };
  }
}

function accountsOf(held: Run): ProcessorAccount[] {
  if (held.kind === 'yawns') {
    return held.run.processors.map((processor) =>
      processor.aside(() => ({
        events: processor.module.call('yawns_events') >>> 0,
        liveBytes: processor.liveBytes() >>> 0,
        clock: processor.clock,
        freeBlocks: processor.free?.count ?? null,
        queues: null,
      })),
    );
  }
  const { run } = held;
  return Array.from({ length: run.setup.kernels }, (_, k) => {
    const { executed, events, sent, logs, rollbacks, mild, intensive } = run.account(k);
    return {
      events: executed,
      liveBytes: null,
      clock: null,
      freeBlocks: null,
      queues: { input: events, output: sent, states: logs, rollbacks, mild, intensive },
    };
  });
}
