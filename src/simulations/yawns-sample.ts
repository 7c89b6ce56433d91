import { PHASES, type Phase, type YawnsProcessor } from './yawns-processor';

/** One window: arrays of a number a processor. A processor works, sends, waits for the minimum, receives. */
export interface WindowSample {
  /** 0: the model's beginning, before the first window. */
  readonly window: number;
  /** Simulated time that the window covers. */
  readonly floor: number;
  readonly ceiling: number;
  /** Virtual time at which each processor begins its work. */
  readonly start: Float64Array;
  readonly cycles: Readonly<Record<Phase, Float64Array>>;
  readonly events: Uint32Array;
  /** At the window's end; zeros for allocators that do not report their free blocks. */
  readonly freeBlocks: Uint32Array;
  readonly freeBytes: Float64Array;
  /** Bytes that the simulation holds, as it asked for them, and what its heap took from the system. */
  readonly liveBytes: Float64Array;
  readonly footprintBytes: Float64Array;
}

/** Fills a window's sample: what each processor's account was before, and by how much it grew. */
export class Sampler {
  private readonly start: Float64Array;
  private readonly before: Readonly<Record<Phase, Float64Array>>;
  private readonly events: Uint32Array;

  constructor(private readonly processors: readonly YawnsProcessor[]) {
    this.start = this.column(({ clock }) => clock);
    this.before = this.phases();
    this.events = this.happened();
  }

  finish(window: number, floor: number, ceiling: number): WindowSample {
    const cycles = this.phases();
    for (const phase of PHASES) {
      for (let p = 0; p < this.processors.length; p++) cycles[phase][p] -= this.before[phase][p];
    }
    return {
      window,
      floor,
      ceiling,
      start: this.start,
      cycles,
      events: this.happened().map((count, p) => count - this.events[p]),
      freeBlocks: Uint32Array.from(this.processors, ({ free }) => free?.count ?? 0),
      freeBytes: this.column(({ free }) => free?.bytes ?? 0),
      liveBytes: this.column(({ liveBytes }) => liveBytes() >>> 0),
      footprintBytes: this.column(({ footprint }) => footprint() >>> 0),
    };
  }

  private column(value: (processor: YawnsProcessor) => number): Float64Array {
    return Float64Array.from(this.processors, value);
  }

  private phases(): Record<Phase, Float64Array> {
    const of = (phase: Phase) => this.column(({ spent }) => spent[phase]);
    return { work: of('work'), sending: of('sending'), waiting: of('waiting'), receiving: of('receiving') };
  }

  private happened(): Uint32Array {
    return Uint32Array.from(this.processors, ({ module }) => module.call('yawns_events') >>> 0);
  }
}
