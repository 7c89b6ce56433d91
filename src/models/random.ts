import type { Modules } from '../engine/modules';

interface RandomExports {
  readonly memory: WebAssembly.Memory;
  random_state(): number;
  random_batch(): number;
  random_batch_length(): number;
  random_seed(low: number, high: number, stream: number): void;
  random_uniform(): void;
  random_exponential(): void;
  random_normal(): void;
  random_pareto(shape: number): void;
  real_exp(x: number): number;
  real_pow(x: number, y: number): number;
  real_erfc(x: number): number;
  _initialize?(): void;
}

/** What a batch holds: uniform on [0, 1), exponential with mean 1, standard normal, or Pareto with scale 1. */
export type Law =
  | { readonly name: 'uniform' }
  | { readonly name: 'exponential' }
  | { readonly name: 'normal' }
  | { readonly name: 'pareto'; readonly shape: number };

/** 64-bit words of the generator's state (xoshiro256**). */
const STATE_WORDS = 4;

/**
 * Seeded random numbers and real functions from wasm/random: the same bits in every browser and in Node.
 * One module serves any number of streams; each keeps its own state.
 */
export class Random {
  private constructor(private readonly wasm: RandomExports) {}

  static async load(modules: Modules): Promise<Random> {
    const instance = await WebAssembly.instantiate(await modules.get('random'), {});
    const wasm = instance.exports as unknown as RandomExports;
    wasm._initialize?.();
    return new Random(wasm);
  }

  /**
   * Stream `number` of `seed`; streams of one seed do not overlap.
   * @param seed an integer from 0 to 2^53 − 1
   */
  stream(seed: number, number: number, law: Law): Stream {
    if (!Number.isSafeInteger(seed) || seed < 0) {
      throw new RangeError(`seed: found ${seed}, expected an integer from 0 to ${Number.MAX_SAFE_INTEGER}`);
    }
    const { wasm } = this;
    wasm.random_seed(seed >>> 0, Math.floor(seed / 2 ** 32), number);
    const shared = new BigUint64Array(wasm.memory.buffer, wasm.random_state(), STATE_WORDS);
    return new Stream(wasm, shared.slice(), law);
  }

  exp(x: number): number {
    return this.wasm.real_exp(x);
  }

  pow(x: number, y: number): number {
    return this.wasm.real_pow(x, y);
  }

  /** Complementary error function: twice the upper tail of a normal distribution with variance ½. */
  erfc(x: number): number {
    return this.wasm.real_erfc(x);
  }
}

/** An endless sequence of independent numbers of one law, fetched a batch at a time. */
export class Stream {
  private readonly numbers: Float64Array;
  private at: number;

  constructor(
    private readonly wasm: RandomExports,
    private readonly state: BigUint64Array,
    private readonly law: Law,
  ) {
    this.numbers = new Float64Array(wasm.random_batch_length());
    this.at = this.numbers.length;
  }

  next(): number {
    if (this.at === this.numbers.length) this.fetch();
    return this.numbers[this.at++];
  }

  private fetch(): void {
    const { wasm, state, law } = this;
    const shared = new BigUint64Array(wasm.memory.buffer, wasm.random_state(), STATE_WORDS);
    shared.set(state);
    if (law.name === 'uniform') wasm.random_uniform();
    else if (law.name === 'exponential') wasm.random_exponential();
    else if (law.name === 'normal') wasm.random_normal();
    else wasm.random_pareto(law.shape);
    state.set(shared);
    this.numbers.set(new Float64Array(wasm.memory.buffer, wasm.random_batch(), this.numbers.length));
    this.at = 0;
  }
}
