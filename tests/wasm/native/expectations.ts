/** What an allocator promises beyond the rules that bind all: one line each, true or by its parameters' values. */
export interface Expectation {
  /** Two free neighbours of one owner never stand side by side. */
  readonly coalesces?: boolean | ((parameters: Record<string, number>) => boolean);
  /** Its heap is bounded: a request may fail though the OS refused nothing. */
  readonly bounded?: boolean | ((parameters: Record<string, number>) => boolean);
  /** malloc(0) may answer NULL. */
  readonly emptyIsNull?: boolean;
  /** Largest size that the random sequences ask for; 60,000 bytes when left out. */
  readonly largest?: number;
  /** Values in place of the defaults, where those are too large or too small for the checker's 64 MiB. */
  readonly parameters?: Readonly<Record<string, number>>;
  /** Values of a parameter to try in place of both ends of its range, for the same reason. */
  readonly tried?: Readonly<Record<string, readonly number[]>>;
}

export const expectations: Readonly<Record<string, Expectation>> = {
  sysv: { coalesces: true },
  ssmalloc: { coalesces: true },
  first: { coalesces: true },
  best: { coalesces: true },
  cache: { coalesces: true },
  seq: { coalesces: true, emptyIsNull: true },
  serial: { coalesces: true, emptyIsNull: true },
  perthread: { coalesces: true, emptyIsNull: true },
  cacheaware: {
    bounded: ({ oversize }) => oversize === 0,
    parameters: { cache: 1 << 16, stock: 2 },
    tried: { cache: [1 << 14, 5 << 12, 1 << 20], stock: [1, 16] },
  },
  dalloc: {
    coalesces: ({ merge }) => merge === 1,
    bounded: true,
    parameters: { arena: 1 << 20 },
    tried: { arena: [1 << 16, 1 << 24] },
  },
};
