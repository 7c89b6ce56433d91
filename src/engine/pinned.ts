import { State } from '../raster/blocks';
import type { Address, Bytes } from '../units';
import type { HeapPicture } from './walk';

/** The page of the simulated system. */
const PAGE: Bytes = 4096;

/** A page of which little is live, and the blocks that keep it from being given back. */
export interface PinnedPage {
  readonly address: Address;
  readonly liveBytes: Bytes;
  /** Rows of the picture's blocks that have bytes in the page. */
  readonly rows: readonly number[];
}

/**
 * Pages that hold live bytes, but at most `share` of them: emptiest first.
 * @param most pages that are named
 */
export function pinnedPages({ blocks }: HeapPicture, share: number, most: number): PinnedPage[] {
  const pages = new Map<number, Held>();
  for (let row = 0; row < blocks.count; row++) {
    if (blocks.state[row] !== State.live) continue;
    const from = blocks.address[row];
    const to = from + blocks.bytes[row];
    // Only a block's first and last page can be mostly empty because of it.
    const first = Math.floor(from / PAGE);
    const last = Math.floor((to - 1) / PAGE);
    hold(pages, first, row, Math.min(to, (first + 1) * PAGE) - from);
    if (last !== first) hold(pages, last, row, to - last * PAGE);
  }
  return [...pages]
    .filter(([, { liveBytes }]) => liveBytes <= share * PAGE)
    .sort(([a, one], [b, two]) => one.liveBytes - two.liveBytes || a - b)
    .slice(0, most)
    .map(([page, entry]) => ({ address: page * PAGE, ...entry }));
}

interface Held {
  liveBytes: Bytes;
  readonly rows: number[];
}

function hold(pages: Map<number, Held>, page: number, row: number, inside: Bytes): void {
  const held = pages.get(page);
  if (held) {
    held.liveBytes += inside;
    held.rows.push(row);
  } else pages.set(page, { liveBytes: inside, rows: [row] });
}
