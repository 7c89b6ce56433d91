import type { Address, Bytes } from '../units';
import { MEMORY_CAP } from './limits';

const WASM_PAGE = 65_536;

/**
 * The system that a stranger's module may ask for memory: the classroom's `mem_sbrk` and its kin, `sbrk`, and what
 * compilers' run-time libraries import. Memory that it hands out begins where the module's own memory ended.
 */
export class UserSystem {
  private memory: WebAssembly.Memory | null = null;
  private start: Address = 0;
  /** The break; part of the module's state, so snapshots save it like a global. */
  readonly brk = { value: 0 as number | bigint };
  private asked = false;

  attach(memory: WebAssembly.Memory): void {
    this.memory = memory;
    this.start = memory.buffer.byteLength;
    this.brk.value = this.start;
  }

  /** Bytes handed out by sbrk; null for a module that never asked. */
  get footprint(): Bytes | null {
    return this.asked ? Number(this.brk.value) - this.start : null;
  }

  /** The function for an import of this name. Unknown ones say so when they are called. */
  import(name: string): (...values: number[]) => number {
    switch (name) {
      case 'grow':
        return (pages) => this.grow(pages >>> 0);
      case 'mem_sbrk':
      case 'sbrk':
        return (increment) => this.sbrk(increment);
      case 'mem_heap_lo':
        return () => this.start;
      case 'mem_heap_hi':
        return () => Number(this.brk.value) - 1;
      case 'mem_heapsize':
        return () => Number(this.brk.value) - this.start;
      case 'mem_pagesize':
        return () => 4096;
      case 'emscripten_resize_heap':
        return (bytes) => (this.reach(bytes >>> 0) ? 1 : 0);
      case 'emscripten_notify_memory_growth':
        return () => 0;
      case 'fd_write':
        return (_file, vectors, count, written) => this.swallow(vectors, count, written);
      default:
        return () => {
          throw new Error(`the module called its import "${name}", which the lab does not have`);
        };
    }
  }

  private view(): DataView {
    if (!this.memory) throw new Error('the module called an import while it was being made');
    return new DataView(this.memory.buffer);
  }

  private sbrk(increment: number): number {
    this.asked = true;
    const old = Number(this.brk.value);
    const end = old + increment;
    if (end < this.start || !this.reach(end)) return -1;
    this.brk.value = end;
    return old;
  }

  private reach(end: Bytes): boolean {
    const missing = end - this.view().byteLength;
    return missing <= 0 || this.grow(Math.ceil(missing / WASM_PAGE)) >= 0;
  }

  /** memory.grow under the cap: pages before, or −1. */
  private grow(pages: number): number {
    const have = this.view().byteLength;
    if (!this.memory || have + pages * WASM_PAGE > MEMORY_CAP) return -1;
    try {
      return this.memory.grow(pages);
    } catch {
      return -1;
    }
  }

  /** Takes what the module prints and says that all was written. */
  private swallow(vectors: number, count: number, written: number): number {
    const view = this.view();
    let bytes = 0;
    for (let index = 0; index < count; index++) bytes += view.getUint32(vectors + index * 8 + 4, true);
    view.setUint32(written, bytes, true);
    return 0;
  }
}
