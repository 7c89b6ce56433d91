/**
 * The heap map: memory as rows of pixels, drawn by the raster module (wasm/raster) from columns of numbers, with bytes
 * ruled apart where they are wide, and the lit blocks over it.
 */
import type { Modules } from '../engine/modules';
import { firstBlockFrom, type HeapBlocks, type LitBlocks } from './blocks';
import { frameOf, type HeapMapRequest } from './frame';
import { PATTERNED, PATTERNS } from './heap-class';
import { light } from './lit';
import { rule } from './ruling';

interface RasterExports {
  readonly memory: WebAssembly.Memory;
  readonly palette: () => number;
  readonly patterns: () => number;
  readonly patterned: () => number;
  /** Where the columns of so many blocks go: five of 32 bits, then two of 8. */
  readonly input: (count: number) => number;
  readonly draw: (...values: number[]) => number;
}

/** The raster module, in a memory of its own that grows with the largest picture. */
export class HeapMapRaster {
  private static readonly made = new WeakMap<Modules, Promise<HeapMapRaster>>();

  private constructor(private readonly exports: RasterExports) {
    this.bytes(exports.patterns(), PATTERNS.length).set(PATTERNS);
    this.bytes(exports.patterned(), PATTERNED.length).set(PATTERNED);
  }

  /** The one that all who share the modules draw with. */
  static of(modules: Modules): Promise<HeapMapRaster> {
    const known = HeapMapRaster.made.get(modules) ?? HeapMapRaster.create(modules);
    HeapMapRaster.made.set(modules, known);
    return known;
  }

  private static async create(modules: Modules): Promise<HeapMapRaster> {
    const { exports } = await WebAssembly.instantiate(await modules.get('raster'), {});
    return new HeapMapRaster(exports as unknown as RasterExports);
  }

  /**
   * Draws a window of the heap.
   * @returns width × height pixels, 0xAABBGGRR each
   */
  draw(request: HeapMapRequest, blocks: HeapBlocks, lit: LitBlocks): Uint32Array<ArrayBuffer> {
    const { exports } = this;
    const { width, height, rowHeight, rowGap, from, palette } = request;
    const frame = frameOf(request);
    this.take(blocks);
    this.words(exports.palette(), palette.length).set(palette);
    const first = firstBlockFrom(blocks, from);
    const at = exports.draw(width, height, frame.rows, rowHeight, rowGap, from, frame.cellsPerByte, first);
    const picture = this.words(at >>> 0, width * height).slice();
    rule(request, frame, picture);
    light(request, frame, blocks, lit, picture);
    return picture;
  }

  private take({ count, address, bytes, header, footer, requested, state, age }: HeapBlocks): void {
    let at = this.exports.input(count) >>> 0;
    for (const column of [address, bytes, header, footer, requested]) {
      this.words(at, count).set(column.subarray(0, count));
      at += 4 * count;
    }
    for (const column of [state, age]) {
      this.bytes(at, count).set(column.subarray(0, count));
      at += count;
    }
  }

  private words(at: number, count: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.exports.memory.buffer as ArrayBuffer, at, count);
  }

  private bytes(at: number, count: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, at, count);
  }
}
