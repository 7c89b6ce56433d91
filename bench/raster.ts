/** How long the heap map of 100,000 blocks takes; a frame has 16 ms. What the worker hands over comes on top (picture-hand-over.ts). */
import { PALETTE_COLOURS } from '../src/raster/heap-class';
import { rasterHeapMap } from '../src/raster/heap-map';
import { syntheticHeap } from './heaps';
import type { BenchRow } from './row';

export interface RasterBench {
  readonly blocks: number;
  /** Median and 95th percentile of a picture, ms. */
  readonly median: number;
  readonly p95: number;
  readonly blocksPerSecond: number;
}

/** Draws a heap of `count` blocks, 64 B on average, on 900 × 720 pixels, `rounds` times. */
export function benchRaster(count = 100_000, rounds = 60): RasterBench {
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
  const lit = {
    event: blocks.address[count >> 1],
    visited: [...blocks.address.subarray(0, 200)],
    selected: null,
  };
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    rasterHeapMap(request, blocks, lit);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const median = times[rounds >> 1];
  return {
    blocks: count,
    median,
    p95: times[Math.floor(rounds * 0.95)],
    blocksPerSecond: Math.round((count / median) * 1000),
  };
}

/** Lines of `npm run bench`. */
export async function rasterRows(): Promise<BenchRow[]> {
  const { blocks, median, p95 } = benchRaster();
  const name = `heap map of ${blocks.toLocaleString('en')} blocks`;
  return [
    { name: `${name}, median`, measured: median, unit: 'ms', target: 16, better: 'less' },
    { name: `${name}, 95th percentile`, measured: p95, unit: 'ms', target: null, better: 'less' },
  ];
}
