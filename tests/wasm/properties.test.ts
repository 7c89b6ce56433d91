/**
 * Random operation sequences through the WebAssembly build, for every allocator: fast-check looks for the shortest
 * sequence that breaks a rule. The plain and the observed module run the same sequence side by side.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AllocatorDescriptor } from '../../src/allocators/descriptor';
import { allocators } from '../../src/allocators/list';
import { variantsOf } from './native/variants';
import { type Heap, openHeap } from './placements/heap';

const LINK = 4;
const UNLINK = 5;
const [FREE, LIVE, CACHED] = [0, 1, 2];

interface Operation {
  readonly kind: 'malloc' | 'free' | 'realloc';
  readonly slot: number;
  readonly size: number;
  readonly cpu: number;
}

const sizes = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 300 }) },
  { weight: 2, arbitrary: fc.constantFrom(8, 16, 28, 32, 60, 64, 124, 256, 1020, 4092, 4096) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32 - 4096, 2 ** 32 - 8, 2 ** 32 - 1) },
);

const operations = fc.array(
  fc.record<Operation>({
    kind: fc.constantFrom('malloc', 'malloc', 'malloc', 'free', 'free', 'realloc'),
    slot: fc.integer({ min: 0, max: 15 }),
    size: sizes,
    cpu: fc.integer({ min: 0, max: 7 }),
  }),
  { maxLength: 80 },
);

/** The OS gives no more: what is larger must fail. */
const LIMIT = 16 * 2 ** 20;

/** Contents that tell blocks and positions apart. */
const byteOf = (slot: number, index: number) => (slot * 37 + index * 11 + 1) & 255;

class Model {
  /** Bytes asked for, by slot. */
  readonly live = new Map<number, number>();

  constructor(
    private readonly allocator: AllocatorDescriptor,
    private readonly heap: Heap,
  ) {}

  apply({ kind, slot, size, cpu }: Operation): void {
    const name = String(slot);
    const held = this.live.get(slot);
    this.heap.on(cpu);
    if (held === undefined) {
      if (kind === 'free') return;
      if (this.heap.malloc(name, size)) this.accept(slot, size, 0);
      return;
    }
    this.checkContents(slot, held);
    if (kind === 'realloc' && size > 0) {
      if (this.heap.realloc(name, size)) this.accept(slot, size, Math.min(held, size));
      else this.checkContents(slot, held);
      return;
    }
    this.heap.free(name);
    this.live.delete(slot);
  }

  /** A block that was just answered: aligned, wide enough, alone in its place, its first `kept` bytes as they were. */
  private accept(slot: number, size: number, kept: number): void {
    const name = String(slot);
    expect(size).toBeLessThan(LIMIT);
    expect(this.heap.address(name) % this.allocator.alignment).toBe(0);
    expect(this.heap.usable(name)).toBeGreaterThanOrEqual(size);
    this.live.set(slot, size);
    this.checkContents(slot, kept);
    const at = this.heap.at(name);
    expect(at).toBeGreaterThanOrEqual(0);
    for (const [other, length] of this.live) {
      const start = this.heap.at(String(other));
      if (other !== slot)
        expect(at + Math.max(size, 1) <= start || start + Math.max(length, 1) <= at).toBe(true);
    }
    const contents = this.heap.contents(name, size);
    for (let i = kept; i < size; i++) contents[i] = byteOf(slot, i);
  }

  checkContents(slot: number, bytes: number): void {
    const contents = this.heap.contents(String(slot), bytes);
    const changed = contents.findIndex((value, index) => value !== byteOf(slot, index));
    if (changed >= 0) throw new Error(`slot ${slot} changed at byte ${changed} of ${bytes}`);
  }

  /** The allocator's own account: blocks tile the footprint, the live ones are ours, lists hold the free ones. */
  checkWalk(linked: ReadonlyMap<number, number>): void {
    const { blocks, lists } = this.heap.walk();
    let end = 0;
    for (const block of blocks) {
      expect(block.at).toBeGreaterThanOrEqual(end);
      end = block.at + block.bytes;
    }
    expect(blocks.reduce((sum, block) => sum + block.bytes, 0)).toBe(this.heap.footprint);
    const payloads = blocks.filter((block) => block.state === LIVE).map((block) => block.at + block.header);
    const ours = [...this.live.keys()].map((slot) => this.heap.at(String(slot)));
    expect(payloads.sort((a, b) => a - b)).toEqual(ours.sort((a, b) => a - b));
    const items = lists.flatMap((list) => list.items).sort((a, b) => a.at - b.at);
    const free = blocks.filter((block) => block.state === FREE || block.state === CACHED);
    expect(items.map((item) => item.at)).toEqual(free.map((block) => block.at));
    expect(items.map((item) => [item.at, item.bytes])).toEqual([...linked].sort(([a], [b]) => a - b));
  }
}

/** One sequence, after which both modules agree with the model and with each other. */
async function run(
  allocator: AllocatorDescriptor,
  parameters: Readonly<Record<string, number>>,
  sequence: readonly Operation[],
) {
  /** Blocks on free lists and their bytes, as the steps tell. */
  const linked = new Map<number, number>();
  const observed = await openHeap(allocator.id, parameters, (kind, at, bytes) => {
    if (kind === LINK) linked.set(at, bytes);
    if (kind === UNLINK && !linked.delete(at)) throw new Error(`UNLINK of ${at}, which is on no list`);
  });
  const plain = await openHeap(allocator.id, parameters);
  const heaps = [plain, observed];
  for (const heap of heaps) heap.limit(LIMIT);
  const models = heaps.map((heap) => new Model(allocator, heap));
  for (const operation of sequence) {
    for (const model of models) model.apply(operation);
    expect([...models[1].live.keys()]).toEqual([...models[0].live.keys()]);
    for (const slot of models[0].live.keys()) expect(observed.at(String(slot))).toBe(plain.at(String(slot)));
  }
  expect(observed.footprint).toBe(plain.footprint);
  if (allocator.walks) for (const model of models) model.checkWalk(linked);
  for (const model of models) for (const [slot, bytes] of model.live) model.checkContents(slot, bytes);
}

for (const allocator of allocators)
  describe(`${allocator.id} keeps every rule of memory, plain and observed alike`, () => {
    for (const { name, parameters } of variantsOf(allocator))
      it(name, async () => {
        const holds = fc.asyncProperty(operations, (sequence) => run(allocator, parameters, sequence));
        await fc.assert(holds, { numRuns: 60, seed: 1 });
      }, 60_000);
  });
