import type { Bytes } from '../../../src/units';
import type { Figures } from '../../../src/worker/api';

/** Under this much live memory a ratio says more about the first page than about the allocator. */
export const ENOUGH_LIVE: Bytes = 4096;

/** Footprint ÷ live as the papers use it; null with too little live memory to mean anything. */
export const footprintRatio = ({ footprint, live }: Pick<Figures, 'footprint' | 'live'>): number | null =>
  live < ENOUGH_LIVE ? null : footprint / live;

/** Where the footprint goes; the parts sum to it. Null parts are unknown to this allocator. */
export interface Shares {
  readonly requested: Bytes;
  readonly headers: Bytes | null;
  readonly slack: Bytes | null;
  readonly free: Bytes | null;
  /** Book-keeping, uncarved memory, and what the allocator cannot tell. */
  readonly rest: Bytes;
}

export function shares({ live, footprint, headerBytes, slackBytes, freeBytes }: Figures): Shares {
  const known = live + (headerBytes ?? 0) + (slackBytes ?? 0) + (freeBytes ?? 0);
  return {
    requested: live,
    headers: headerBytes,
    slack: slackBytes,
    free: freeBytes,
    rest: Math.max(0, footprint - known),
  };
}

/** Internal fragmentation: what live blocks hold beyond what was asked for, as a share of the footprint. */
export const internal = ({ headerBytes, slackBytes, footprint }: Figures): number | null =>
  headerBytes === null || slackBytes === null || footprint === 0
    ? null
    : (headerBytes + slackBytes) / footprint;

/** External fragmentation: free ÷ footprint. */
export const external = ({ freeBytes, footprint }: Figures): number | null =>
  freeBytes === null || footprint === 0 ? null : freeBytes / footprint;

/** How scattered the free memory is: 1 − largest free block ÷ free bytes. 0 when it is one block or none. */
export const scattered = ({ freeBytes, largestFree }: Figures): number | null =>
  freeBytes === null || largestFree === null ? null : freeBytes === 0 ? 0 : 1 - largestFree / freeBytes;
