/** Whom a freed block belongs to, in the kinds of Kumar's taxonomy that have more than one heap. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Heap, openHeap } from './placements/heap';

const CPUS = 4;
const GLOBAL = 0;
const LIVE = 1;

/** Takes and frees from any processor: `[cpu, size]` allocates, `[cpu, null, n]` frees the n-th of the live blocks. */
const operations = fc.array(
  fc.oneof(
    fc.tuple(fc.nat(CPUS - 1), fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 9000 }))),
    fc.tuple(fc.nat(CPUS - 1), fc.constant(null), fc.nat(1000)),
  ),
  { minLength: 20, maxLength: 120 },
);

/** The owner of the block that holds the byte at `at`; null where nothing is mapped. */
function ownerAt(heap: Heap, at: number): number | null {
  const block = heap.walk().blocks.find((b) => b.at <= at && at < b.at + b.bytes);
  return block ? block.owner : null;
}

/** Runs the operations; `taken` and `freed` see the owner of every block after the call. */
function run(
  heap: Heap,
  steps: typeof operations extends fc.Arbitrary<infer T> ? T : never,
  taken: (owner: number | null, cpu: number) => void,
  freed: (owner: number | null, before: number | null, cpu: number) => void,
): void {
  const live: string[] = [];
  let made = 0;
  for (const [cpu, size, index] of steps) {
    heap.on(cpu);
    if (size !== null) {
      const name = `b${made++}`;
      expect(heap.malloc(name, size)).toBe(true);
      live.push(name);
      taken(ownerAt(heap, heap.at(name)), cpu);
    } else if (live.length > 0) {
      const [name] = live.splice((index ?? 0) % live.length, 1);
      const at = heap.at(name);
      const before = ownerAt(heap, at);
      heap.free(name);
      freed(ownerAt(heap, at), before, cpu);
    }
  }
}

describe('a freed block', () => {
  it('stays with the heap that it came from in private heaps with ownership', async () => {
    await fc.assert(
      fc.asyncProperty(operations, async (steps) => {
        run(
          await openHeap('perthread', { heaps: CPUS, initial_pages: 1 }),
          steps,
          (owner, cpu) => expect(owner).toBe(cpu),
          (owner, before) => expect([before, null]).toContain(owner), // null: its page was unmapped
        );
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it('joins the heap of the thread that frees it in pure private heaps', async () => {
    await fc.assert(
      fc.asyncProperty(operations, async (steps) => {
        run(
          await openHeap('private'),
          steps,
          (owner, cpu) => expect(owner).toBe(cpu),
          (owner, _before, cpu) => expect(owner).toBe(cpu),
        );
      }),
      { numRuns: 60, seed: 2 },
    );
  });

  it('stays with its superblock’s heap, or goes with it to the global heap, in private heaps with thresholds', async () => {
    await fc.assert(
      fc.asyncProperty(operations, async (steps) => {
        run(
          await openHeap('hoard', { superblock_order: 15, slack: 0 }), // 9,000 bytes are no large object
          steps,
          (owner, cpu) => expect(owner).toBe(cpu + 1),
          (owner, before) => expect([before, GLOBAL]).toContain(owner),
        );
      }),
      { numRuns: 60, seed: 3 },
    );
  });
});

describe('hoard’s heaps', () => {
  it('never hold more free memory of a size class than the emptiness invariant allows', async () => {
    /** Four blocks of 976 bytes a superblock of 4 KiB: with one class, a malloc cannot break the invariant. */
    const ofOneSize = operations.map((steps) =>
      steps.map((step) => (step[1] === null ? step : ([step[0], 976] as [number, number]))),
    );
    await fc.assert(
      fc.asyncProperty(ofOneSize, async (steps) => {
        const heap = await openHeap('hoard', { superblock_order: 12, slack: 1 });
        const check = () => {
          const { blocks, regions } = heap.walk();
          for (let owner = 1; owner <= CPUS; owner++) {
            const held = regions.filter((region) => region.owner === owner).length * 4 * 976;
            const used = blocks.filter((b) => b.owner === owner && b.state === LIVE).length * 976;
            expect(used >= held - 4096 || used >= 0.75 * held).toBe(true);
          }
        };
        run(heap, steps, check, check);
      }),
      { numRuns: 60, seed: 4 },
    );
  });
});
