import { describe, expect, it } from 'vitest';
import { newestFirst } from '../../../src/experiment/catalogue/kumar-programs';
import { Checkpoints } from '../../../src/machine/checkpoints';
import { machineOf } from '../../../src/machine/presets';
import { type SpeedupPoint, speedup, speedupRows, withThreads } from '../../../src/machine/speedup';
import { modules } from './drawing';

describe('speedups', () => {
  const measure = async (allocators: Parameters<typeof speedup>[2]['allocators']) => {
    const points: SpeedupPoint[] = [];
    const scripts = [1, 2, 4].map((threads) => ({ threads, source: newestFirst(threads, 800) }));
    await speedup(modules, machineOf('laptop'), { scripts, allocators, seed: 1 }, (point) =>
      points.push(point),
    );
    return points;
  };

  it('are inflated where each free searches its heap: the total workload falls', async () => {
    const points = await measure([{ id: 'perthread', params: { search: 0 } }]);
    expect(points.map(({ threads }) => threads)).toEqual([1, 2, 4]);
    const [one, two, four] = points;
    expect(one.time / four.time).toBeGreaterThan(4);
    expect(one.workload).toBeGreaterThan(two.workload);
    expect(two.workload).toBeGreaterThan(four.workload);
  });

  it('do not grow behind one mutex, and the waiting is counted', async () => {
    const [one, , four] = await measure([{ id: 'serial', params: {} }]);
    expect(one.time / four.time).toBeLessThan(2);
    expect(one.lockWaited).toBe(0);
    expect(four.lockWaited).toBeGreaterThan(0);
  });

  it('are inflated where the workload falls by more than 2 %, above the ideal or below it', () => {
    const point = (allocator: number, threads: number, time: number, workload: number): SpeedupPoint => ({
      allocator,
      threads,
      time,
      workload,
      work: workload,
      falseSharingMisses: 0,
      lockWaited: 0,
      barrierWaited: 0,
    });
    const points = [point(0, 2, 60, 80), point(1, 1, 100, 100), point(1, 2, 60, 99), point(1, 4, 20, 97)];
    expect(speedupRows(points, 0)).toEqual([]);
    const rows = speedupRows([...points, point(0, 1, 100, 100)], 0);
    expect(rows[0]).toMatchObject({ threads: 2, speedup: 100 / 60, efficiency: 100 / 120, inflated: true });
    expect(speedupRows(points, 1).map(({ inflated }) => inflated)).toEqual([false, false, true]);
    expect(speedupRows(points, 1)[2]).toMatchObject({ speedup: 5, efficiency: 1.25 });
  });

  it('count threads in a script where it says them', () => {
    expect(withThreads('thread t of 8 { }\nthread u of 8 { }', 3)).toBe(
      'thread t of 3 { }\nthread u of 3 { }',
    );
    expect(withThreads('let a = malloc(8);', 3)).toBeNull();
  });
});

describe('checkpoints', () => {
  it('put memories and globals back, share pages that did not change, and thin out when they are too many', () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 });
    let global = 0;
    const kept = new Checkpoints(
      [
        {
          get buffer() {
            return memory.buffer;
          },
          saveGlobals: () => [global],
          restoreGlobals: ([value]) => {
            global = Number(value);
          },
        },
      ],
      4 * 4096,
    );
    const bytes = () => new Uint8Array(memory.buffer);
    kept.add(0);
    expect(kept.bytes).toBe(0);
    for (let position = 1; position <= 16; position++) {
      bytes()[5] = position;
      global = position * 10;
      if (position === 9) memory.grow(1);
      if (position > 9) bytes()[65536 + 7] = position;
      kept.add(position);
    }
    expect(kept.bytes).toBeLessThanOrEqual(4 * 4096);
    expect(kept.spacing).toBeGreaterThan(1);
    for (const wanted of [16, 3, 12, 0, 9]) {
      const state = kept.before(wanted);
      expect(state.position).toBeLessThanOrEqual(wanted);
      kept.restore(state);
      expect([bytes()[5], global]).toEqual([state.position, state.position * 10]);
      expect(bytes()[65536 + 7]).toBe(state.position > 9 ? state.position : 0);
    }
    expect(() => new Checkpoints([], 1).before(0)).toThrow(/no checkpoint/);
  });
});
