/**
 * A compiled allocator whose blocks have letters for names, and its heap as a line of text, for worked examples:
 *
 *   const heap = await openHeap('sysv');
 *   heap.malloc('A', 12);
 *   heap.picture();   // |h A A A|h .*1019|
 *
 * A cell is a word of 4 bytes: `h` header, `f` footer, a letter a word of the block with that name, `-` slack (usable but
 * not asked for), `.` free, `:` free and kept by a cache, `#` book-keeping, `_` not carved yet. More than six equal
 * cells in a row are counted: `.*1019`. `{1}` before a block names its owner where that changes; ` … ` is a gap.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findAllocator } from '../../../src/allocators/list';

interface Exports {
  readonly memory: WebAssembly.Memory;
  malloc(size: number): number;
  free(ptr: number): void;
  realloc(ptr: number, size: number): number;
  malloc_usable_size(ptr: number): number;
  _initialize?(): void;
  configure?(parameter: number, value: number): void;
  heap_walk?(): void;
  os_start(): number;
  os_top(): number;
  os_footprint(): number;
  os_limit(bytes: number): void;
  os_calls(): number;
}

export interface WalkedBlock {
  /** Offset from the heap's start, in bytes. */
  readonly at: number;
  readonly bytes: number;
  readonly header: number;
  readonly footer: number;
  readonly state: number;
  readonly owner: number;
}

export interface WalkedList {
  readonly name: string;
  readonly number: number;
  readonly items: { readonly at: number; readonly bytes: number }[];
}

export interface WalkedRegion {
  readonly name: string;
  readonly at: number;
  readonly bytes: number;
  readonly owner: number;
  readonly kind: number;
}

export interface Walk {
  /** In address order. */
  readonly blocks: WalkedBlock[];
  readonly lists: WalkedList[];
  readonly regions: WalkedRegion[];
}

/** A step: its kind's number (wasm/include/lab.h), a as an offset from the heap's start, b as it is. */
export type OnStep = (kind: number, a: number, b: number) => void;

const CELL = 4;
const [FREE, LIVE, CACHED, META] = [0, 1, 2, 3];
const filling: Readonly<Record<number, string>> = { [FREE]: '.', [CACHED]: ':', [META]: '#' };

/** "A A A" or ".*1019". */
function cells(letter: string, count: number): string[] {
  if (count > 6) return [`${letter}*${count}`];
  return Array.from({ length: count }, () => letter);
}

export class Heap {
  readonly #exports: Exports;
  readonly #names = new Map<string, { ptr: number; size: number }>();
  readonly #locks: string[] = [];
  #walk: Walk = { blocks: [], lists: [], regions: [] };
  #cpu = 0;

  constructor(
    module: WebAssembly.Module,
    parameters: readonly (readonly [index: number, value: number])[],
    onStep: OnStep = () => {},
  ) {
    const at = (address: number) => (address >>> 0) - this.#exports.os_start();
    const env = {
      step: (_line: number, kind: number, a: number, b: number) => onStep(kind, at(a), b >>> 0),
      load: () => {},
      store: () => {},
      cpu: () => this.#cpu,
      lock: (id: number) => void this.#locks.push(`+${id}`),
      unlock: (id: number) => void this.#locks.push(`-${id}`),
      walk_block: (
        ptr: number,
        bytes: number,
        header: number,
        footer: number,
        state: number,
        owner: number,
      ) => void this.#walk.blocks.push({ at: at(ptr), bytes: bytes >>> 0, header, footer, state, owner }),
      walk_list: (name: number, number: number) =>
        void this.#walk.lists.push({ name: this.#text(name), number, items: [] }),
      walk_item: (ptr: number, bytes: number) =>
        void this.#walk.lists.at(-1)?.items.push({ at: at(ptr), bytes: bytes >>> 0 }),
      walk_region: (name: number, ptr: number, bytes: number, owner: number, kind: number) =>
        void this.#walk.regions.push({
          name: this.#text(name),
          at: at(ptr),
          bytes: bytes >>> 0,
          owner,
          kind,
        }),
    };
    this.#exports = new WebAssembly.Instance(module, { env }).exports as unknown as Exports;
    this.#exports._initialize?.();
    for (const [index, value] of parameters) this.#exports.configure?.(index, value);
  }

  /** The following calls come from this processor. */
  on(cpu: number): this {
    this.#cpu = cpu;
    return this;
  }

  /** False where the request failed: no block has the name then. entry: the module's function that is called. */
  malloc(name: string, size: number, entry = 'malloc'): boolean {
    if (this.#names.has(name)) throw new Error(`${name} is a live block already`);
    const ptr = this.call(entry, size);
    if (ptr) this.#names.set(name, { ptr, size });
    return ptr !== 0;
  }

  /** Calls any function that the module exports, such as dalloc's sanity. */
  call(entry: string, ...numbers: number[]): number {
    const exported = (this.#exports as unknown as Record<string, unknown>)[entry];
    if (typeof exported !== 'function') throw new Error(`the module exports no function "${entry}"`);
    return exported(...numbers) >>> 0;
  }

  free(...names: string[]): void {
    for (const name of names) {
      this.#exports.free(this.#block(name).ptr);
      this.#names.delete(name);
    }
  }

  /** What a faulty program may do: frees any address, of linear memory, whatever is there. */
  freeAddress(address: number): void {
    this.#exports.free(address);
  }

  /** False where the request failed; the block is then as it was. */
  realloc(name: string, size: number): boolean {
    const ptr = this.#exports.realloc(this.#block(name).ptr, size) >>> 0;
    if (ptr) this.#names.set(name, { ptr, size });
    else if (size === 0) this.#names.delete(name);
    return ptr !== 0;
  }

  /** Where the block's payload begins: offset from the heap's start, in bytes. */
  at(name: string): number {
    return this.#block(name).ptr - this.#exports.os_start();
  }

  /** Absolute address of the block's payload in linear memory. */
  address(name: string): number {
    return this.#block(name).ptr;
  }

  usable(name: string): number {
    return this.#exports.malloc_usable_size(this.#block(name).ptr) >>> 0;
  }

  /** The block's first `bytes` bytes, as a view that ends with the next growth of memory. */
  contents(name: string, bytes: number): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer, this.#block(name).ptr, bytes);
  }

  get footprint(): number {
    return this.#exports.os_footprint() >>> 0;
  }

  /** The OS gives no more than this; 0 lifts the limit. */
  limit(bytes: number): void {
    this.#exports.os_limit(bytes);
  }

  /** Locks taken (+id) and released (-id) since the last call of this. */
  locks(): string {
    return this.#locks.splice(0).join(' ');
  }

  walk(): Walk {
    this.#walk = { blocks: [], lists: [], regions: [] };
    this.#exports.heap_walk?.();
    this.#walk.blocks.sort((a, b) => a.at - b.at);
    return this.#walk;
  }

  /** The heap from its start to its top. */
  picture(): string {
    const letters = new Map(
      [...this.#names].map(([name, block]) => [block.ptr - this.#exports.os_start(), { name, ...block }]),
    );
    let text = '';
    let end = 0;
    let owner = -1;
    for (const block of this.walk().blocks) {
      if (block.at !== end) text += `${text ? '|' : ''} … `;
      if (block.owner !== owner && block.owner >= 0)
        text += `${text && block.at === end ? '|' : ''}{${block.owner}}`;
      owner = block.owner;
      end = block.at + block.bytes;
      const payload = (block.bytes - block.header - block.footer) / CELL;
      const held = letters.get(block.at + block.header);
      const asked = held ? Math.ceil(held.size / CELL) : payload;
      const inside =
        block.state === LIVE
          ? [...cells(held?.name ?? '?', asked), ...cells('-', payload - asked)]
          : cells(filling[block.state] ?? '_', payload);
      text += `|${[...cells('h', block.header / CELL), ...inside, ...cells('f', block.footer / CELL)].join(' ')}`;
    }
    return `${text}|`;
  }

  /** Every list that is not empty, a line each: "free list 0: 16 (8), 40 (4056)" with offsets and (bytes). */
  lists(): string {
    return this.walk()
      .lists.filter((list) => list.items.length > 0)
      .map(
        (list) =>
          `${list.name} ${list.number}: ${list.items.map((item) => `${item.at} (${item.bytes})`).join(', ')}`,
      )
      .join('\n');
  }

  #block(name: string): { ptr: number; size: number } {
    const block = this.#names.get(name);
    if (!block) throw new Error(`${name} is no live block`);
    return block;
  }

  #text(address: number): string {
    const bytes = new Uint8Array(this.#exports.memory.buffer, address);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}

const compiled = new Map<string, WebAssembly.Module>();

function compile(name: string): WebAssembly.Module {
  const file = fileURLToPath(new URL(`../../../build/wasm/${name}.wasm`, import.meta.url));
  if (!existsSync(file)) throw new Error(`${file} is not there: run node wasm/build.mjs`);
  const module = compiled.get(name) ?? new WebAssembly.Module(readFileSync(file));
  compiled.set(name, module);
  return module;
}

/**
 * The allocator with its parameters by name, on an empty heap. With `onStep` it is the observed module, which reports
 * its steps, else the plain one.
 * @throws Error where the module is not built, or a name is not among the descriptor's
 */
export async function openHeap(
  id: string,
  parameters: Readonly<Record<string, number>> = {},
  onStep?: OnStep,
): Promise<Heap> {
  const allocator = findAllocator(id);
  if (!allocator) throw new Error(`no allocator "${id}" in src/allocators/list.ts`);
  for (const name of Object.keys(parameters))
    if (!allocator.parameters.some((parameter) => parameter.name === name))
      throw new Error(`${id} has no parameter "${name}"`);
  const values = allocator.parameters.map((p) => [p.index, parameters[p.name] ?? p.default] as const);
  return new Heap(compile(onStep ? `${id}.observed` : id), values, onStep);
}
