import { type ModuleSource, Modules } from '../engine/modules';
import { runTimeWarp, TimeWarpRun } from '../simulations/timewarp';
import { runYawns, YawnsRun } from '../simulations/yawns';
import type {
  ProcessorAccount,
  SimulationBegun,
  SimulationDocument,
  SimulationFrame,
  SimulationNews,
  SimulationWorker,
  SweepPoint,
} from './simulation-api';

type Run =
  | { readonly kind: 'yawns'; readonly run: YawnsRun }
  | { readonly kind: 'timewarp'; readonly run: TimeWarpRun };

/** One simulation at a time, stepped as the page asks. Knows nothing of workers: tests and Node use it as it is. */
export class Simulation implements SimulationWorker {
  private readonly modules: Modules;
  private held: Run | null = null;

  constructor(modules: ModuleSource) {
    this.modules = new Modules(modules);
  }

  async begin({ kind, document }: SimulationDocument): Promise<SimulationBegun> {
    if (kind === 'yawns') {
      const run = await YawnsRun.create(this.modules, document);
      this.held = { kind, run };
      const begun = { kind, sample: run.begun, nodes: nodesOf(run) } as const;
      return { ...this.news([begun]), end: run.end };
    }
    const run = await TimeWarpRun.create(this.modules, document, { lanes: true });
    this.held = { kind, run };
    return { ...this.news([]), end: run.setup.end };
  }

  async event(): Promise<SimulationNews> {
    const held = this.need();
    if (held.kind === 'yawns') {
      const step = held.run.step();
      if (step?.kind === 'event')
        return { ...this.news([]), stepped: step.processor, nodes: nodesOf(held.run) };
      return this.news(step ? [{ kind: 'yawns', sample: step.sample, nodes: nodesOf(held.run) }] : []);
    }
    const before = accountsOf(held);
    const sample = held.run.advance();
    const news = this.news(sample ? [{ kind: 'timewarp', sample }] : []);
    if (sample) return news;
    // The driver does not say whose turn it was: the kernel whose account changed.
    const changed = news.accounts.findIndex((now, k) => JSON.stringify(now) !== JSON.stringify(before[k]));
    return { ...news, stepped: changed < 0 ? null : changed };
  }

  async advance(milliseconds: number): Promise<SimulationNews> {
    const held = this.need();
    const frames: SimulationFrame[] = [];
    const start = performance.now();
    while (!held.run.done) {
      if (held.kind === 'yawns') {
        const sample = held.run.advance();
        if (sample) frames.push({ kind: 'yawns', sample, nodes: nodesOf(held.run) });
      } else {
        const sample = held.run.advance();
        if (sample) frames.push({ kind: 'timewarp', sample });
      }
      if (frames.length > 0 && performance.now() - start >= milliseconds) break;
    }
    return this.news(frames);
  }

  async run(asked: SimulationDocument, onShare: (share: number) => void): Promise<SweepPoint> {
    if (asked.kind === 'timewarp') {
      const result = await runTimeWarp(this.modules, asked.document, {
        onProgress: ({ gvt, end }) => onShare(Math.min(1, gvt / end)),
      });
      if (result.failure !== null) throw new Error(`kernel ${result.failure} ran out of memory`);
      const { seconds, committed, throughput, history } = result;
      return {
        allocator: asked.document.allocator.id,
        processors: asked.document.kernels ?? 1,
        seconds,
        events: committed,
        utilization: null,
        workloadSeconds: null,
        meanFreeBlocks: null,
        throughput,
        history,
      };
    }
    const result = await runYawns(this.modules, asked.document, {
      onProgress: ({ ceiling }, end) => onShare(Math.min(1, ceiling / end)),
    });
    if (result.failure !== null) throw new Error(`processor ${result.failure.processor} ran out of memory`);
    const { seconds, events, utilization, workloadSeconds, history, processors } = result;
    const lists = processors.map(({ meanFreeBlocks }) => meanFreeBlocks);
    return {
      allocator: asked.document.allocator.id,
      processors: processors.length,
      seconds,
      events,
      utilization,
      workloadSeconds,
      meanFreeBlocks: lists.some((length) => length === null)
        ? null
        : lists.reduce<number>((sum, length) => sum + (length ?? 0), 0) / lists.length,
      throughput: null,
      history,
    };
  }

  private need(): Run {
    if (this.held === null) throw new Error('no simulation has begun');
    return this.held;
  }

  private news(frames: readonly SimulationFrame[]): SimulationNews {
    const held = this.need();
    const lanes = held.kind === 'timewarp' ? held.run.lanes : null;
    return {
      frames,
      accounts: accountsOf(held),
      nodes: null,
      stepped: null,
      lanes: lanes && { slice: lanes.slice, slices: lanes.slices, cycles: lanes.cycles },
      result: held.run.done ? held.run.result() : null,
    };
  }
}

function nodesOf(run: YawnsRun): Uint8Array {
  const { model } = run.setup;
  const count = model.kind === 'hypercube' ? 2 ** model.dimensions : model.columns * model.rows;
  return Uint8Array.from({ length: count }, (_, node) => Math.min(255, run.state(node)));
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
