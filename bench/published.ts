/** Figures of other viewers, as points of reference: not measured here but on another machine, in the same Chromium. */
import type { Published } from './row';

const pytorch = "PyTorch's memory viewer";

export const published: {
  readonly firstPicture: Readonly<Record<number, readonly Published[]>>;
  readonly seek: readonly Published[];
  readonly memory: readonly Published[];
} = {
  firstPicture: {
    100000: [
      { by: `${pytorch}, 100,000 entries`, value: 14, unit: 's' },
      { by: 'villoc, 1,000 events (13.5 MB of HTML)', value: 2.5, unit: 's' },
    ],
    1000000: [{ by: `${pytorch}, 1,000,000 entries (4.4 GiB)`, value: 51, unit: 's' }],
    10000000: [],
  },
  memory: [{ by: `${pytorch}, all of 1,000,000 entries`, value: 4.4, unit: 'GiB' }],
  seek: [{ by: `${pytorch}, 100,000 entries`, value: 1100, unit: 'ms' }],
};
