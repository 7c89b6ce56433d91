import { describe, expect, it } from 'vitest';
import { openHeap } from './heap';

describe('best places', () => {
  it('a request in the smallest block that holds it, where first takes the first', async () => {
    const heap = await openHeap('best');
    heap.malloc('A', 20);
    heap.malloc('B', 8);
    heap.malloc('C', 52);
    heap.malloc('D', 8);
    heap.free('A', 'C');
    heap.malloc('E', 20);
    expect(heap.picture()).toBe('|#|h .*990 f|h D D f|h .*13 f|h B B f|h E E E E E f|#|');
  });

  it('of equal blocks in the first after the roving pointer', async () => {
    const heap = await openHeap('best');
    for (const [index, name] of [...'ABCDEF'].entries()) heap.malloc(name, index % 2 ? 8 : 20);
    heap.free('A', 'C', 'E');
    heap.malloc('G', 20);
    expect(heap.picture()).toBe(
      '|#|h .*987 f|h F F f|h G G G G G f|h D D f|h . . . . . f|h B B f|h . . . . . f|#|',
    );
    heap.free('G'); /* to the front of the list, but the rover stands on C's place */
    heap.malloc('H', 20);
    expect(heap.picture()).toBe(
      '|#|h .*987 f|h F F f|h . . . . . f|h D D f|h H H H H H f|h B B f|h . . . . . f|#|',
    );
  });

  it('in the smallest wherever the list has it, and merges all of it again', async () => {
    const heap = await openHeap('best');
    const sizes = { A: 40, B: 4, C: 24, D: 4, E: 32, F: 4 };
    for (const [name, size] of Object.entries(sizes)) heap.malloc(name, size);
    heap.free('A', 'C', 'E');
    heap.malloc('G', 24);
    expect(heap.picture()).toBe('|#|h .*978 f|h F - f|h .*8 f|h D - f|h G G G G G G f|h B - f|h .*10 f|#|');
    heap.free('G', 'F', 'B', 'D');
    expect(heap.picture()).toBe('|#|h .*1020 f|#|');
  });
});
