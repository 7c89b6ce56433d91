import type { MachineModel } from '../machine/model';
import type { Address, Bytes, Cycles, Instructions } from '../units';
import type { SimulationModule } from './module';
import type { Watch } from './watch';

const LINK = 4;
const UNLINK = 5;

/** Free blocks as an allocator's steps LINK and UNLINK report them. */
export class FreeBlocks {
  count = 0;
  bytes: Bytes = 0;
  most = 0;
  /** Over every change of a list: what a call found, as near as the steps tell it. */
  private sum = 0;
  private changes = 0;

  get mean(): number {
    return this.changes > 0 ? this.sum / this.changes : 0;
  }

  /** To be the module's import `step`. */
  readonly step = (_line: number, kind: number, _block: number, bytes: number): void => {
    if (kind === LINK) {
      this.bytes += bytes;
      if (++this.count > this.most) this.most = this.count;
    } else if (kind === UNLINK) {
      this.bytes -= bytes;
      this.count--;
    } else {
      return;
    }
    this.changes++;
    this.sum += this.count;
  };
}

/** What a processor's time goes for. The first is useful, the others are overhead. */
export const PHASES = ['work', 'sending', 'waiting', 'receiving'] as const;
export type Phase = (typeof PHASES)[number];

interface InstructionCost {
  readonly cycles: number;
  readonly per: number;
}

/** One processor of a YAWNS run: its module, and a clock that runs on by the modelled cost of what the module does. */
export class YawnsProcessor {
  clock: Cycles = 0;
  readonly spent: Record<Phase, Cycles> = { work: 0, sending: 0, waiting: 0, receiving: 0 };
  private readonly instructionCount: (() => bigint) | null;
  /** What the module executed before it became a processor: its allocator's set-up. */
  private readonly before: Instructions;
  private seen: Instructions;
  private rest = 0;
  private stalls: Cycles;
  readonly footprint: () => number;
  readonly liveBytes: () => number;

  /**
   * @param free null where the allocator does not report its free blocks
   * @param caches null where accesses cost nothing beyond their instruction
   * @param watch null where nobody wants to look inside
   */
  constructor(
    readonly number: number,
    readonly module: SimulationModule,
    readonly free: FreeBlocks | null,
    private readonly cost: InstructionCost,
    private readonly caches: MachineModel | null,
    private readonly watch: Watch | null = null,
  ) {
    this.instructionCount = module.find<() => bigint>('lab_instructions');
    this.footprint = () => module.footprint();
    this.liveBytes = module.need('yawns_live_bytes');
    this.before = this.seen = this.counted();
    this.stalls = this.stalledSoFar();
  }

  private counted(): Instructions {
    return Number(this.instructionCount?.() ?? 0n);
  }

  /** Calls the module, and books what that cost. Returns its answer. */
  run(phase: Phase, name: string, ...values: number[]): number {
    this.caches?.call('set_cpu', this.number);
    this.watch?.note(this.number, name, ...values);
    const answer = this.module.call(name, ...values);
    this.book(phase, this.cycles());
    return answer;
  }

  /** Puts a message into the module's memory, for the call that follows. */
  put(at: Address, bytes: Uint8Array): void {
    new Uint8Array(this.module.memory.buffer, at, bytes.length).set(bytes);
    this.watch?.put(at, bytes);
  }

  /** Looks at the module without its being charged for what that executes. */
  aside<T>(look: () => T): T {
    const [count, stalled] = [this.counted(), this.stalledSoFar()];
    const answer = look();
    this.seen += this.counted() - count;
    this.stalls += this.stalledSoFar() - stalled;
    return answer;
  }

  /** Lets the clock run on. */
  book(phase: Phase, cycles: Cycles): void {
    this.clock += cycles;
    this.spent[phase] += cycles;
  }

  /** Cycles since the last call: instructions, the fraction carried on, and stalls in the caches. */
  private cycles(): Cycles {
    const now = this.counted();
    const scaled = (now - this.seen) * this.cost.cycles + this.rest;
    this.seen = now;
    this.rest = scaled % this.cost.per;
    const stalls = this.stalledSoFar();
    const cycles = (scaled - this.rest) / this.cost.per + stalls - this.stalls;
    this.stalls = stalls;
    return cycles;
  }

  /** The cache model's clock counts nothing but stalls here, because it is given no instructions to count. */
  private stalledSoFar(): Cycles {
    if (!this.caches) return 0;
    const row = this.caches.call('processor_rows') + this.number * this.caches.call('processor_row_bytes');
    return Number(new DataView(this.caches.buffer).getBigUint64(row, true));
  }

  get instructions(): Instructions {
    return this.seen - this.before;
  }
}
