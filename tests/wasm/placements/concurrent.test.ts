import { describe, expect, it } from 'vitest';
import { openHeap } from './heap';

/** Lock 0 guards the map of regions, lock k the list of free blocks of 2^k bytes. */
describe('concurrent', () => {
  it('halves a region until the block fits, and joins buddies back to the whole region', async () => {
    const heap = await openHeap('concurrent', { region_order: 12 });
    heap.malloc('A', 12);
    const halves = '|h . . .|h .*7|h .*15|h .*31|h .*63|h .*127|h .*255|h .*511|';
    expect(heap.picture()).toBe(`|h A A A${halves}`);
    expect(heap.locks()).toBe('+0 -0 +11 -11 +10 -10 +9 -9 +8 -8 +7 -7 +6 -6 +5 -5 +4 -4');
    heap.free('A');
    expect(heap.picture()).toBe('|h .*1023|');
    expect(heap.locks()).toBe('+4 -4 +5 -5 +6 -6 +7 -7 +8 -8 +9 -9 +10 -10 +11 -11 +12 -12');
    expect(heap.footprint).toBe(4096);
  });

  it('locks nothing but the order that serves the request', async () => {
    const heap = await openHeap('concurrent', { region_order: 12 });
    heap.malloc('A', 12);
    heap.locks();
    heap.malloc('B', 12);
    expect(heap.locks()).toBe('+4 -4');
    heap.malloc('C', 12); // order 4 is empty: 32 bytes are halved
    expect(heap.locks()).toBe('+5 -5 +4 -4');
  });

  it('joins buddies only: two free neighbours of different pairs stay apart', async () => {
    const heap = await openHeap('concurrent', { region_order: 12 });
    for (const name of 'ABCD') heap.malloc(name, 12);
    heap.free('B', 'C');
    const behind = '|h .*15|h .*31|h .*63|h .*127|h .*255|h .*511|';
    expect(heap.picture()).toBe(`|h A A A|h . . .|h . . .|h D D D${behind}`);
    expect(heap.lists().split('\n')[0]).toBe('order 4: 32 (16), 16 (16)');
    heap.free('A');
    expect(heap.picture()).toBe(`|h .*7|h . . .|h D D D${behind}`);
    heap.free('D');
    expect(heap.picture()).toBe('|h .*1023|');
  });

  it('is one heap: any processor gets what another has freed', async () => {
    const heap = await openHeap('concurrent');
    heap.on(0).malloc('A', 12);
    heap.on(1).malloc('B', 12); // on A's line: active false sharing
    expect(heap.at('B') - heap.at('A')).toBe(16);
    heap.on(1).free('A');
    heap.on(2).malloc('C', 12);
    expect(heap.at('C')).toBe(4);
  });

  it('gives a request beyond a region a run of pages, and unmaps it', async () => {
    const heap = await openHeap('concurrent', { region_order: 12 });
    heap.malloc('A', 4092);
    heap.malloc('B', 4093);
    expect(heap.picture()).toBe('|h A*1023|h B*1024 -*1023|');
    heap.free('B');
    expect(heap.picture()).toBe('|h A*1023|');
    expect(heap.footprint).toBe(4096);
  });
});
