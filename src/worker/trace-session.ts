import { pinnedPages } from '../engine/pinned';
import { PlacedBlocks } from '../engine/placed';
import type { Run } from '../engine/run';
import type { HeapPicture } from '../engine/walk';
import { AddressTimeRaster } from '../raster/address-time';
import type { BlockIndex } from '../raster/block-index';
import type { Bytes } from '../units';
import { type PixelImage, pixelImage } from './pixels';
import type {
  AddressTimePicture,
  AddressTimeRequest,
  AddressTimeWindow,
  PinnedPageInfo,
  PlacedBlock,
  TraceMatches,
} from './trace-api';

/** Blocks of runs, gathered from when they are first asked for; they go with their runs. */
const placed = new WeakMap<Run, PlacedBlocks>();
/** The last picture of each run: one of the same window takes in what has come since. */
const rasters = new WeakMap<Run, AddressTimeRaster>();

/** The blocks of what is replayed by now. */
export function indexOf(run: Run): BlockIndex {
  const blocks = placed.get(run) ?? new PlacedBlocks(run);
  placed.set(run, blocks);
  return blocks.grow();
}

/** Bytes that they take; 0 where nobody has asked for them. */
export const placedBytes = (run: Run): Bytes => placed.get(run)?.bytes ?? 0;

/** The map of addresses over time: what has come since the last picture of the same window is added to it. */
export function drawAddressTime(run: Run, request: AddressTimeRequest): AddressTimePicture<PixelImage> {
  const index = indexOf(run);
  const known = rasters.get(run);
  const raster = known?.shows(index, request) ? known : new AddressTimeRaster(index, request);
  rasters.set(run, raster);
  return { image: pixelImage(request, raster.draw(request.palette, run.events)), reached: run.events };
}

/** Blocks of a window in order of events, as far as the run has come. */
export function blocksWithin(run: Run, window: AddressTimeWindow, limit: number): TraceMatches {
  const index = indexOf(run);
  const blocks: PlacedBlock[] = [];
  let count = 0;
  const see = (b: number) => {
    if (count++ < limit) blocks.push(described(run, index, b));
    return true;
  };
  // What lives where the run stands would lie in all that is ahead of it.
  if (window.fromEvent < run.events) index.within(window, see);
  return { blocks, count, reached: run.events };
}

function described(run: Run, { born, address, ends }: BlockIndex, b: number): PlacedBlock {
  const { id, size, length } = run.trace;
  const event = born[b];
  return {
    object: id[event],
    address: address[b],
    bytes: size[event],
    born: event,
    ends: ends[b] < length ? ends[b] : null,
  };
}

/**
 * Pages that hold live bytes, but at most a share of them, with the blocks that keep them; emptiest first.
 * @param share 0 … 1
 * @param limit pages at most
 */
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
