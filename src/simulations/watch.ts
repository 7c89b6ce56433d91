/** A watched run: which blocks each processor holds, and everything that was asked of its module in one window or round. */
import type { Address, Bytes } from '../units';
import type { ModuleState, SimulationModule } from './module';

/** What `env.told` tells of a block (wasm/simulations/told.h). */
export const Told = { take: 0, give: 1 } as const;
export type ToldHook = (kind: number, block: Address, bytes: Bytes) => void;

/** A call of a module's function, and the bytes that were put into its memory before. */
export interface WatchedCall {
  readonly processor: number;
  readonly name: string;
  readonly values: readonly number[];
  readonly input: { readonly at: Address; readonly bytes: Uint8Array } | null;
}

/** From where each processor set out, and what was asked of it: enough to do it all again, as often as one likes. */
export interface Recording {
  readonly before: readonly ModuleState[];
  /** Blocks held at first, by processor: bytes as asked for, by address. */
  readonly held: readonly ReadonlyMap<Address, Bytes>[];
  readonly calls: readonly WatchedCall[];
}

/** Follows a run's processors from the beginning; records where it is asked to. */
export class Watch {
  private readonly held: Map<Address, Bytes>[] = [];
  private modules: readonly SimulationModule[] = [];
  private recording: { before: ModuleState[]; held: Map<Address, Bytes>[]; calls: WatchedCall[] } | null =
    null;
  private input: WatchedCall['input'] = null;

  /** The import `told` of a processor's module. */
  hook(processor: number): ToldHook {
    const held = new Map<Address, Bytes>();
    this.held[processor] = held;
    return (kind, block, bytes) => {
      if (kind === Told.take) held.set(block >>> 0, bytes >>> 0);
      else held.delete(block >>> 0);
    };
  }

  /** Called by the run when its processors are there: their beginning is recorded. */
  adopt(modules: readonly SimulationModule[]): void {
    this.modules = modules;
    this.open();
  }

  /** From now on calls are recorded. */
  open(): void {
    this.recording = {
      before: this.modules.map((module) => module.save()),
      held: this.held.map((blocks) => new Map(blocks)),
      calls: [],
    };
  }

  /** What was recorded since `open`. */
  close(): Recording {
    const { recording } = this;
    if (recording === null) throw new Error('nothing is being recorded');
    this.recording = null;
    return recording;
  }

  /** Bytes that are put into a module's memory for the call that follows. */
  put(at: Address, bytes: Uint8Array): void {
    if (this.recording) this.input = { at, bytes: bytes.slice() };
  }

  note(processor: number, name: string, ...values: number[]): void {
    if (!this.recording) return;
    this.recording.calls.push({ processor, name, values, input: this.input });
    this.input = null;
  }
}
