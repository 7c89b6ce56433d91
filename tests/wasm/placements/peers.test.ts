import { describe, expect, it } from 'vitest';
import { openHeap } from './heap';

for (const id of ['dlmalloc', 'emmalloc'])
  describe(`${id}, as Emscripten links it`, () => {
    it("takes its memory from the lab's system, which accounts it", async () => {
      const heap = await openHeap(id);
      heap.malloc('A', 1000);
      const before = heap.footprint;
      expect(before).toBeGreaterThan(1000);
      expect(heap.at('A')).toBeLessThan(before);
      heap.malloc('B', 1_000_000);
      expect(heap.footprint).toBeGreaterThan(1_000_000);
      expect(heap.footprint).toBeLessThan(before + 1_000_000 + 70_000);
    });

    it('serves a freed block again, and coalesces two that touch', async () => {
      const heap = await openHeap(id);
      for (const name of 'ABCD') heap.malloc(name, 200);
      const at = heap.at('B');
      heap.free('B', 'C');
      heap.malloc('E', 400);
      expect(heap.at('E')).toBe(at);
    });

    it('answers NULL where the system refuses, to sizes near 4 GiB too, and goes on', async () => {
      const heap = await openHeap(id);
      heap.malloc('A', 100);
      heap.contents('A', 4).set([1, 2, 3, 4]);
      heap.limit(1 << 20);
      for (const size of [2 << 20, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 4096, 2 ** 32 - 1])
        expect([size, heap.malloc('B', size)]).toEqual([size, false]);
      expect(heap.realloc('A', 2 ** 32 - 4096)).toBe(false);
      expect([...heap.contents('A', 4)]).toEqual([1, 2, 3, 4]);
      expect(heap.malloc('B', 1000)).toBe(true);
    });
  });
