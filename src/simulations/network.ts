import type { Bytes, Cycles } from '../units';

/** What it costs the processors of a distributed-memory machine to talk, in cycles of their clock. */
export interface Network {
  readonly name: string;
  /** Cycles a second: turns virtual time into seconds. */
  readonly hertz: number;
  /** Start-up of a message of at most `shortBytes`, and of a longer one. */
  readonly shortBytes: Bytes;
  readonly shortStartup: Cycles;
  readonly longStartup: Cycles;
  /** Cycles for `per` bytes. */
  readonly transfer: { readonly cycles: Cycles; readonly per: Bytes };
  readonly sources: readonly string[];
}

/**
 * The network of Intel's iPSC/2. A message costs its sender start-up and transfer; circuits of the hypercube make the
 * distance all but irrelevant. A receiver pays for what it executes: allocating and copying.
 */
export const IPSC2_NETWORK: Network = {
  name: 'Intel iPSC/2',
  hertz: 16_000_000,
  shortBytes: 100,
  shortStartup: 5600,
  longStartup: 10_560,
  transfer: { cycles: 40, per: 7 },
  sources: [
    'Clock: 80386 nodes of 16 MHz (Bomans and Roose, Concurrency: Practice and Experience 1(1), 1989, which Nicol cites for the machine).',
    'Start-up of 350 µs up to 100 bytes and 660 µs above, 2.8 million bytes a second: the figures usually given for NX/2 on this machine. The benchmark report itself was not at hand, so take them as an assumption.',
    'A global minimum takes log2 P exchanges of short messages (recursive doubling).',
  ],
};

/** Cycles that a message costs its sender. */
export function messageCycles(network: Network, bytes: Bytes): Cycles {
  const { cycles, per } = network.transfer;
  const startup = bytes <= network.shortBytes ? network.shortStartup : network.longStartup;
  return startup + Math.ceil((bytes * cycles) / per);
}

/** Cycles of a global minimum over 2^dimensions processors once the last one has come. */
export function reductionCycles(network: Network, dimensions: number): Cycles {
  return dimensions * network.shortStartup;
}
