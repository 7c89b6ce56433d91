import { pinnedPages } from '../engine/pinned';
import { placedBlocks } from '../engine/placed';
import { endOf, type Run } from '../engine/run';
import type { HeapPicture } from '../engine/walk';
import { BlockIndex, rasterAddressTime } from '../raster/address-time';
import type {
  AddressTimeImage,
  AddressTimeRequest,
  AddressTimeWindow,
  PinnedPageInfo,
  PlacedBlock,
  TraceMatches,
} from './trace-api';

/** Indices of runs, made when first asked for; they go with their runs. */
const indices = new WeakMap<Run, { readonly events: number; readonly index: BlockIndex }>();

export function indexOf(run: Run): BlockIndex {
  const known = indices.get(run);
  if (known?.events === run.events) return known.index;
  const index = new BlockIndex(placedBlocks(run));
  indices.set(run, { events: run.events, index });
  return index;
}

export function drawAddressTime(run: Run, request: AddressTimeRequest): AddressTimeImage {
  const { width, height } = request;
  return { width, height, pixels: rasterAddressTime(indexOf(run), request).buffer as ArrayBuffer };
}

/** Blocks of a window in order of events. */
export const blocksWithin = (run: Run, window: AddressTimeWindow, limit: number): TraceMatches =>
  matches(run, window, limit, () => true);

function matches(
  run: Run,
  window: AddressTimeWindow,
  limit: number,
  is: (block: number) => boolean,
): TraceMatches {
  const index = indexOf(run);
  const blocks: PlacedBlock[] = [];
  let count = 0;
  index.within(window, (b) => {
    if (is(b) && count++ < limit) blocks.push(described(run, index, b));
    return true;
  });
  return { blocks, count };
}

function described(run: Run, { blocks }: BlockIndex, b: number): PlacedBlock {
  const born = blocks.born[b];
  const end = endOf(run, born);
  return {
    object: run.trace.id[born],
    address: blocks.address[b],
    bytes: run.trace.size[born],
    born,
    ends: end >= 0 && end < run.events ? end : null,
  };
}

export const pinnedIn = (heap: HeapPicture, share: number, limit: number): PinnedPageInfo[] =>
  pinnedPages(heap, share, limit).map(({ address, liveBytes, rows }) => ({
    address,
    liveBytes,
    blocks: rows.map((row) => ({
      address: heap.blocks.address[row],
      bytes: heap.blocks.bytes[row],
      born: heap.born[row] >= 0 ? heap.born[row] : null,
    })),
  }));
