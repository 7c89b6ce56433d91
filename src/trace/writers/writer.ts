import { Op, type Trace } from '../trace';

/** Writes one format. */
export interface TraceWriter {
  /** The format's id, as in detect.ts. */
  readonly id: string;
  readonly extension: string;
  /** What of this trace the format cannot hold, for people; empty when it holds all. */
  losses(traits: TraceTraits): string[];
  /** The file, chunk by chunk. */
  chunks(trace: Trace): Generator<Uint8Array>;
}

/** What a trace makes use of. */
export interface TraceTraits {
  readonly cpus: boolean;
  /** Times that are more than the events' numbers. */
  readonly times: boolean;
  readonly clock: string;
  readonly callocs: boolean;
  readonly memaligns: boolean;
  readonly reallocs: boolean;
  /** Reallocs to 0 bytes, which keep their object here and free it elsewhere. */
  readonly emptied: boolean;
  /** Frees and reallocs of objects that are free already. */
  readonly misuses: boolean;
  /** Reads, writes, compute and barriers of scripted programs. */
  readonly scripted: boolean;
}

/** What of a trace a format may be unable to hold, found in one pass. */
export function traitsOf(trace: Trace): TraceTraits {
  const { op, id, size, length } = trace;
  const seen = new Uint8Array(16);
  const dead = new Uint8Array(trace.objects);
  let emptied = false;
  let misuses = false;
  for (let event = 0; event < length; event++) {
    const what = op[event];
    seen[what] = 1;
    if (what === Op.free || what === Op.realloc) {
      if (dead[id[event]] === 1) misuses = true;
      if (what === Op.free) dead[id[event]] = 1;
      else if (size[event] === 0) emptied = true;
    }
  }
  return {
    cpus: trace.cpu !== null,
    times: trace.clock !== 'events',
    clock: trace.clock,
    callocs: seen[Op.calloc] === 1,
    memaligns: seen[Op.memalign] === 1,
    reallocs: seen[Op.realloc] === 1,
    emptied,
    misuses,
    scripted: seen[Op.read] + seen[Op.write] + seen[Op.compute] + seen[Op.barrier] > 0,
  };
}

/** The sentences of a format's losses: those whose trait the trace has. */
export function lost(traits: TraceTraits, sentences: Partial<Record<keyof TraceTraits, string>>): string[] {
  return Object.entries(sentences)
    .filter(([trait]) => traits[trait as keyof TraceTraits] === true)
    .map(([, sentence]) => sentence);
}

/** Losses that several formats share. */
export const LOST = {
  cpus: 'Processors are not kept.',
  times: 'Times are not kept.',
  callocs: 'calloc stands as malloc.',
  memaligns: 'Aligned requests stand as malloc; the alignment is not kept.',
  scripted: 'Reads, writes, compute and barriers of scripted programs are not kept.',
  misuses: 'Frees and reallocs of freed objects are not kept as such: a reader takes them for other blocks.',
} as const;

/** Clock units to microseconds; null where the unit is no time. */
export const microseconds = (clock: string): number | null =>
  ({ ns: 1e-3, us: 1, ms: 1e3, s: 1e6 })[clock] ?? null;
