import type { Bytes } from '../units';

/** What an Op.read or Op.write does with the bytes of its object, as it stands in `Trace.arg`. */
export interface Touch {
  /** First byte of the object that is touched; `size` of the event says how many. */
  readonly offset: Bytes;
  /** How often all of them are. */
  readonly repeat: number;
}

const UPPER = 2 ** 32;

/** Packs a touch into a number: the repetitions above the offset's 32 bits. An event without `arg` means offset 0, once. */
export const packTouch = ({ offset, repeat }: Touch): number => repeat * UPPER + offset;

/** What `packTouch` packed; undefined is what an event without `arg` has: all from byte 0, once. */
export function unpackTouch(arg: number | undefined): Touch {
  if (arg === undefined) return { offset: 0, repeat: 1 };
  return { offset: arg % UPPER, repeat: Math.floor(arg / UPPER) };
}
