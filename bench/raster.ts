/** How long the pictures of 100,000 blocks take; a frame has 16 ms. What the worker hands over comes on top (picture-hand-over.ts). */
import { nodeModules } from '../src/cli/node-modules';
import { Modules } from '../src/engine/modules';
import { ADDRESS_TIME_COLOURS, AddressTimeRaster } from '../src/raster/address-time';
import { BlockIndex } from '../src/raster/block-index';
import type { LitBlocks } from '../src/raster/blocks';
import { PALETTE_COLOURS } from '../src/raster/heap-class';
import { HeapMapRaster } from '../src/raster/heap-map';
import { syntheticHeap } from './heaps';
import { type BenchRow, quantile } from './row';

interface RasterBench {
  readonly blocks: number;
  /** Median and 95th percentile of a picture, ms. */
  readonly median: number;
  readonly p95: number;
  readonly blocksPerSecond: number;
}

/** Draws a heap of `count` blocks, 64 B on average, on 900 × 720 pixels, `rounds` times. */
async function benchRaster(count = 100_000, rounds = 60): Promise<RasterBench> {
  const raster = await HeapMapRaster.of(new Modules(nodeModules));
  const blocks = syntheticHeap(count);
  const end = blocks.address[count - 1] + blocks.bytes[count - 1];
  const width = 900;
  const height = 720;
  const rowHeight = 10;
  const rowGap = 2;
  const rowBytes = Math.ceil((end - blocks.address[0]) / (height / (rowHeight + rowGap)));
  const palette = Uint32Array.from({ length: PALETTE_COLOURS }, (_, i) => 0xff000000 | (i * 0x0a0b07));
  const request = {
    event: 0,
    step: null,
    width,
    height,
    from: blocks.address[0],
    rowBytes,
    rowHeight,
    rowGap,
    palette,
  };
  const lit: LitBlocks = {
    event: blocks.address[count >> 1],
    visited: [...blocks.address.subarray(0, 200)],
  };
  const times = timed(rounds, () => {
    raster.draw(request, blocks, lit);
  });
  const median = quantile(times, 0.5);
  return {
    blocks: count,
    median,
    p95: quantile(times, 0.95),
    blocksPerSecond: Math.round((count / median) * 1000),
  };
}

/** Draws the lives of `count` blocks over 140,000 events and 4 MB on 1440 × 400 pixels; ms of each round. */
function addressTime(count = 100_000, rounds = 30): number[] {
  const index = new BlockIndex(count);
  for (let i = 0; i < count; i++) index.add(i, i + 5 + ((i * 31) % 40_000), (i * 48) % 4_000_000, 40);
  const request = {
    width: 1440,
    height: 400,
    by: 'size' as const,
    palette: new Uint32Array(ADDRESS_TIME_COLOURS).fill(0xff00ff00),
    fromEvent: 0,
    toEvent: 140_000,
    fromAddress: 0,
    toAddress: 4_000_000,
  };
  return timed(rounds, () => {
    new AddressTimeRaster(index, request).draw(request.palette, Number.POSITIVE_INFINITY);
  });
}

function timed(rounds: number, draw: () => void): number[] {
  return Array.from({ length: rounds }, () => {
    const start = performance.now();
    draw();
    return performance.now() - start;
  });
}

/** Lines of `npm run bench`. */
export async function rasterRows(): Promise<BenchRow[]> {
  const { blocks, median, p95 } = await benchRaster();
  const name = `heap map of ${blocks.toLocaleString('en')} blocks`;
  return [
    { name: `${name}, median`, measured: median, unit: 'ms', target: 16, better: 'less' },
    { name: `${name}, 95th percentile`, measured: p95, unit: 'ms', target: null, better: 'less' },
    {
      name: 'address × time map of 100,000 blocks, median',
      measured: quantile(addressTime(), 0.5),
      unit: 'ms',
      target: 50,
      better: 'less',
    },
  ];
}
