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
}

export const expectations: Readonly<Record<string, Expectation>> = {
  sysv: { coalesces: true },
  ssmalloc: { coalesces: true },
  seq: { coalesces: true, emptyIsNull: true },
  serial: { coalesces: true, emptyIsNull: true },
  perthread: { coalesces: true, emptyIsNull: true },
};
