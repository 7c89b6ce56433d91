/**
 * The machine document: caches, TLBs, processors and what everything costs. Documents come from files, links and the
 * page, so they are parsed by this schema and by nothing else.
 */
import * as v from 'valibot';
import { isPowerOfTwo, powerOfTwo, whole } from '../schema';
import type { Bytes, Cycles } from '../units';

/** Processors of a machine, the bits of a directory's word (wasm/machine/coherence.c). */
export const MOST_PROCESSORS = 64;
export const MOST_LEVELS = 8;
/** Lines of all instances of a machine together: what the model's memory can hold. */
export const MOST_LINES = 1 << 26;

/** Replacement policies; the order is that of `replacement` in wasm/machine/machine.h. */
export const POLICIES = ['lru', 'fifo', 'plru', 'random'] as const;
export type Policy = (typeof POLICIES)[number];

/** Load-to-use cycles where a document names none: the usual size of each level's in processors since 2010. */
const LATENCIES = [4, 12, 40, 60] as const;

const cycles = (unit: string) => whole(0, 1_000_000, unit);
const label = v.pipe(v.string(), v.minLength(1), v.maxLength(40));
const policy = v.picklist(
  POLICIES,
  (issue) => `expected a policy, one of ${POLICIES.join(', ')}, found ${issue.received}`,
);

const levelSchema = v.strictObject({
  /** "L1", "L2" …: by default from the place in the list. */
  name: v.optional(label),
  /** Capacity of one instance. */
  bytes: whole(8, 2 ** 30, 'bytes'),
  /** Lines a set: 1 is direct-mapped, bytes ÷ line is fully associative. */
  ways: v.optional(whole(1, 65536, 'ways'), 8),
  /** Bytes of a line. */
  line: v.optional(powerOfTwo(8, 4096, 'bytes of a line'), 64),
  policy: v.optional(policy, 'lru'),
  /** Load-to-use cycles of what is found here; by default 4, 12, 40, 60, 60 … from the nearest level on. */
  latency: v.optional(cycles('cycles')),
  /** How many processors, in a row, use one instance: 1 is private. */
  sharedBy: v.optional(whole(1, MOST_PROCESSORS, 'processors that share an instance'), 1),
  /** True: a line that leaves this level leaves the nearer ones too. */
  inclusive: v.optional(v.boolean(), false),
  /**
   * Whether a write that hits renews a line's recency as a read does (LRU and PLRU). False by default, as in
   * pycachesim, with which `lab cache` agrees count for count; the presets of real machines set it.
   */
  writesRefresh: v.optional(v.boolean(), false),
});

const tlbSchema = v.strictObject({
  name: v.optional(label),
  entries: whole(1, 65536, 'entries'),
  /** Entries a set; by default fully associative. */
  ways: v.optional(whole(1, 65536, 'ways')),
  page: v.optional(powerOfTwo(64, 65536, 'bytes of a page'), 4096),
  policy: v.optional(policy, 'lru'),
  /** Cycles added to an access whose page is found here; by default 0, 7, 7 … from the nearest on. */
  latency: v.optional(cycles('cycles')),
  sharedBy: v.optional(whole(1, MOST_PROCESSORS, 'processors that share an instance'), 1),
});

const costsSchema = v.strictObject({
  /** Cycles for `per` executed WebAssembly instructions; see src/machine/costs.ts for this and the others. */
  instructions: v.optional(
    v.strictObject({ cycles: whole(1, 1000, 'cycles'), per: whole(1, 1000, 'instructions') }),
    { cycles: 1, per: 4 },
  ),
  /** A line that another cache holds modified is handed over. */
  intervention: v.optional(cycles('cycles'), 100),
  /** A write to a line that other caches hold too. */
  upgrade: v.optional(cycles('cycles'), 60),
  /** Taking a lock that is free. */
  lock: v.optional(cycles('cycles'), 20),
  /** Leaving a barrier once the last processor has come. */
  barrier: v.optional(cycles('cycles'), 200),
  /** Instructions of the program for each word that it reads or writes of its objects. */
  touch: v.optional(whole(0, 1000, 'instructions'), 4),
  /** A page that no TLB holds. */
  walk: v.optional(cycles('cycles'), 30),
});

const documentSchema = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  processors: v.optional(whole(1, MOST_PROCESSORS, 'processors'), 1),
  /** Caches, nearest first. */
  levels: v.pipe(
    v.array(levelSchema),
    v.minLength(1, 'expected at least one cache level, found none'),
    v.maxLength(MOST_LEVELS, `expected at most ${MOST_LEVELS} cache levels`),
  ),
  /** TLBs, nearest first; none by default. */
  tlb: v.optional(
    v.pipe(v.array(tlbSchema), v.maxLength(MOST_LEVELS, `expected at most ${MOST_LEVELS} TLB levels`)),
    [],
  ),
  /** Load-to-use cycles of what no cache holds. */
  memory: v.optional(v.strictObject({ latency: cycles('cycles') }), { latency: 200 }),
  /** "none" for processors with a memory each, whose equal addresses are different places. */
  coherence: v.optional(v.picklist(['mesi', 'none']), 'mesi'),
  costs: v.optional(costsSchema, {}),
  /** Starts the generators of the policy "random". */
  seed: v.optional(whole(0, Number.MAX_SAFE_INTEGER, 'a seed'), 1),
});

export interface Level {
  readonly name: string;
  readonly bytes: Bytes;
  readonly ways: number;
  readonly line: Bytes;
  readonly policy: Policy;
  readonly latency: Cycles;
  readonly sharedBy: number;
  readonly inclusive: boolean;
  readonly writesRefresh: boolean;
  /** bytes ÷ (ways × line). */
  readonly sets: number;
}
export interface Tlb {
  readonly name: string;
  readonly entries: number;
  readonly ways: number;
  readonly page: Bytes;
  readonly policy: Policy;
  readonly latency: Cycles;
  readonly sharedBy: number;
  readonly sets: number;
}
export type Costs = Required<v.InferOutput<typeof costsSchema>>;

/** What a document costs that says nothing of it. */
export const DEFAULT_COSTS = v.parse(costsSchema, {}) as Costs;
/** A machine that can be built: every default filled in, every size checked. */
export interface Machine {
  readonly name: string;
  readonly processors: number;
  readonly levels: readonly Level[];
  readonly tlb: readonly Tlb[];
  readonly memory: { readonly latency: Cycles };
  readonly coherence: 'mesi' | 'none';
  readonly costs: Costs;
  readonly seed: number;
}
/** What `parseMachine` takes. */
export type MachineDocument = v.InferInput<typeof documentSchema>;

/** A machine document that cannot be built. */
export class MachineError extends Error {
  override readonly name = 'MachineError';
  constructor(
    /** Where in the document: "levels[1].bytes"; empty for the document itself. */
    readonly path: string,
    readonly reason: string,
  ) {
    super(path ? `machine: ${path}: ${reason}` : `machine: ${reason}`);
  }
}

const pathOf = (path: readonly { readonly key?: unknown }[] | undefined): string =>
  (path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');

/** The number of sets, or a refusal. */
function setsOf(path: string, lines: number, ways: number, kind: Policy): number {
  if (ways > lines)
    throw new MachineError(
      `${path}.ways`,
      `expected at most ${lines} ways, as many as it has lines, found ${ways}`,
    );
  if (lines % ways !== 0) {
    throw new MachineError(`${path}.ways`, `expected a divisor of its ${lines} lines, found ${ways}`);
  }
  if (kind === 'plru' && (!isPowerOfTwo(ways) || ways > 64)) {
    throw new MachineError(
      `${path}.ways`,
      `a tree of "plru" needs a power of two up to 64 ways, found ${ways}`,
    );
  }
  return lines / ways;
}

/** Groups of a level are made of whole groups of the nearer one. */
function checkSharing(path: string, levels: readonly { readonly sharedBy: number }[]): void {
  levels.forEach(({ sharedBy }, index) => {
    const nearer = levels[index - 1]?.sharedBy ?? 1;
    if (sharedBy % nearer !== 0) {
      throw new MachineError(
        `${path}[${index}].sharedBy`,
        `expected a multiple of ${nearer}, by which the nearer level is shared, found ${sharedBy}`,
      );
    }
  });
}

type Parsed = v.InferOutput<typeof documentSchema>;

/** The levels with their defaults. @throws MachineError for one that does not go with itself or with the nearer ones */
function levelsOf(document: Parsed): Level[] {
  const levels = document.levels.map((level, index): Level => {
    const path = `levels[${index}]`;
    if (level.bytes % level.line !== 0) {
      throw new MachineError(
        `${path}.bytes`,
        `expected a multiple of the line's ${level.line} bytes, found ${level.bytes}`,
      );
    }
    return {
      ...level,
      name: level.name ?? `L${index + 1}`,
      latency: level.latency ?? LATENCIES[Math.min(index, LATENCIES.length - 1)],
      sets: setsOf(path, level.bytes / level.line, level.ways, level.policy),
    };
  });
  const coherent = document.coherence === 'mesi' && document.processors > 1;
  for (let index = 1; index < levels.length; index++) {
    checkNearer(`levels[${index}]`, levels[index], levels[index - 1], coherent);
  }
  const last = levels[levels.length - 1];
  if (document.memory.latency < last.latency) {
    throw new MachineError(
      'memory.latency',
      `expected at least ${last.name}'s ${last.latency} cycles, found ${document.memory.latency}`,
    );
  }
  checkSharing('levels', levels);
  return levels;
}

/** @param coherent whether caches of several processors are kept coherent, line by line */
function checkNearer(path: string, { line, latency }: Level, nearer: Level, coherent: boolean): void {
  if (line < nearer.line) {
    throw new MachineError(
      `${path}.line`,
      `expected at least the nearer level's ${nearer.line} bytes, found ${line}`,
    );
  }
  if (coherent && line !== nearer.line) {
    throw new MachineError(
      `${path}.line`,
      `coherent caches need lines of one length, expected ${nearer.line} bytes, found ${line}`,
    );
  }
  if (latency < nearer.latency) {
    throw new MachineError(
      `${path}.latency`,
      `expected at least the nearer level's ${nearer.latency} cycles, found ${latency}`,
    );
  }
}

/** The TLBs with their defaults. @param line bytes of a line of the nearest cache, which a page holds one of at least */
function tlbOf(document: Parsed, line: Bytes): Tlb[] {
  const tlb = document.tlb.map((one, index): Tlb => {
    const ways = one.ways ?? one.entries;
    return {
      ...one,
      name: one.name ?? (document.tlb.length > 1 ? `TLB ${index + 1}` : 'TLB'),
      ways,
      latency: one.latency ?? (index === 0 ? 0 : 7),
      sets: setsOf(`tlb[${index}]`, one.entries, ways, one.policy),
    };
  });
  tlb.forEach((one, index) => {
    const least = index === 0 ? line : tlb[index - 1].page;
    if (one.page < least) {
      throw new MachineError(`tlb[${index}].page`, `expected at least ${least} bytes, found ${one.page}`);
    }
  });
  checkSharing('tlb', tlb);
  return tlb;
}

/** Refuses a machine of more lines than the model's memory can hold. */
function checkLines(levels: readonly Level[], processors: number): void {
  const lines = levels.reduce(
    (sum, level) => sum + Math.ceil(processors / level.sharedBy) * level.sets * level.ways,
    0,
  );
  if (lines > MOST_LINES) {
    throw new MachineError(
      'levels',
      `expected at most ${MOST_LINES} lines in all instances together, found ${lines}`,
    );
  }
}

/**
 * Reads a machine document.
 * @throws MachineError naming the place, what was expected and what was found
 */
export function parseMachine(value: unknown): Machine {
  const parsed = v.safeParse(documentSchema, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new MachineError(pathOf(issue.path as readonly { key?: unknown }[] | undefined), issue.message);
  }
  const document = parsed.output;
  const levels = levelsOf(document);
  const tlb = tlbOf(document, levels[0].line);
  checkLines(levels, document.processors);
  return { ...document, levels, tlb, costs: document.costs as Costs };
}
