import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../src/machine/machine';
import { access, drawSet, LINE, model, play, rows } from './drawing';

const oneSet = (policy: Policy, ways: number, writesRefresh = true) =>
  model({ levels: [{ bytes: ways * LINE, ways, line: LINE, policy, writesRefresh }] });

describe('replacement, one set, worked by hand', () => {
  it('LRU: nearest to the front is the most recent', async () => {
    const drawn = `
      read A  | A . . .
      read B  | B A . .
      read C  | C B A .
      read A  | A C B .
      read D  | D A C B
      # B is the least recent
      read E  | E D A C
      read C  | C E D A
      write E | E* C D A
      read F  | F E* C D
    `;
    expect(play(await oneSet('lru', 4), drawn, [[0, 0]])).toEqual(rows(drawn));
  });

  it('LRU as pycachesim keeps it: a write that hits does not renew its line', async () => {
    const drawn = `
      read A  | A .
      read B  | B A
      write A | B A*
      read C  | C B
    `;
    expect(play(await oneSet('lru', 2, false), drawn, [[0, 0]])).toEqual(rows(drawn));
  });

  it('LRU: goes on when the stamps of uses have run out and are given anew', async () => {
    const drawn = `
      read A  | A . . .
      read B  | B A . .
      read C  | C B A .
      read A  | A C B .
      read D  | D A C B
      read C  | C D A B
      read E  | E C D A
      read F  | F E C D
    `;
    for (let before = 1; before <= 8; before++) {
      const machine = await oneSet('lru', 4);
      machine.call('wind_stamps', 0, 0, 2 ** 31 - 1 - before);
      expect(play(machine, drawn, [[0, 0]])).toEqual(rows(drawn));
    }
  });

  it('FIFO: use does not matter, age does', async () => {
    const drawn = `
      read A  | A . . .
      read B  | B A . .
      read C  | C B A .
      read D  | D C B A
      read A  | D C B A
      write A | D C B A*
      read E  | E D C B
      read B  | E D C B
      read F  | F E D C
    `;
    expect(play(await oneSet('fifo', 4), drawn, [[0, 0]])).toEqual(rows(drawn));
  });

  it('tree-PLRU: lines stay in their ways, three bits point at the next victim', async () => {
    // The root chooses between ways 0-1 and 2-3, its children between the two. A use makes all bits on its way
    // point away: >01 means that the root points right, the left child at way 0, the right child at way 3.
    const drawn = `
      read A  | A . . .   | 1
      # while a way is empty, it goes first
      read B  | A B . .   | 2
      read C  | A B C .   | 3
      read D  | A B C D   | 0
      # root left, left child at way 0
      read A  | A B C D   | 2
      # root right, right child still at way 2: C goes, though B is older
      read E  | A B E D   | 1
      read D  | A B E D   | 1
      read F  | A F E D   | 2
      write E | A F E* D  | 0
      read G  | G F E* D  | 3
    `;
    const machine = await oneSet('plru', 4);
    const ours = rows(drawn).map(([operation]) => {
      const [op, letter] = operation.split(' ');
      access(machine, 0, op, letter);
      return [operation, drawSet(machine, 0, 0), String(machine.nextVictim(0, 0, 0))];
    });
    expect(ours).toEqual(rows(drawn));
  });

  it('random: the victims are those of xorshift64* from the seed', async () => {
    const seed = 12345;
    const machine = await model({
      levels: [{ bytes: 4 * LINE, ways: 4, line: LINE, policy: 'random' }],
      seed,
    });
    // The published generators, in big integers: splitmix64 for the start, xorshift64* for each draw.
    const wrap = (x: bigint) => BigInt.asUintN(64, x);
    let z = wrap(BigInt(seed) + 0x9e3779b97f4a7c15n);
    z = wrap((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = wrap((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    let x = z ^ (z >> 31n);
    const draw = () => {
      x ^= x >> 12n;
      x = wrap(x ^ (x << 25n));
      x ^= x >> 27n;
      return Number(((wrap(x * 0x2545f4914f6cdd1dn) >> 32n) * 4n) >> 32n);
    };
    const set = ['A', 'B', 'C', 'D'];
    for (const letter of set) access(machine, 0, 'read', letter);
    expect(drawSet(machine, 0, 0)).toBe('A B C D');
    for (const letter of 'EFGHIJKLMNOPQRSTUVWXYZ') {
      access(machine, 0, 'read', letter);
      set[draw()] = letter;
      expect(drawSet(machine, 0, 0)).toBe(set.join(' '));
    }
  });

  it('random: another seed, other victims', async () => {
    const run = async (seed: number) => {
      const machine = await model({
        levels: [{ bytes: 8 * LINE, ways: 8, line: LINE, policy: 'random' }],
        seed,
      });
      for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') access(machine, 0, 'read', letter);
      return drawSet(machine, 0, 0);
    };
    expect(await run(7)).toBe(await run(7));
    expect(await run(7)).not.toBe(await run(8));
  });
});

describe('two levels, worked by hand', () => {
  const twoLevels = (inclusive: boolean) =>
    model({
      levels: [
        { bytes: 2 * LINE, ways: 2, line: LINE, writesRefresh: true },
        { bytes: 3 * LINE, ways: 3, line: LINE, writesRefresh: true, inclusive },
      ],
    });

  it('not inclusive: a line that the second level gave up stays in the first', async () => {
    const drawn = `
      read A  | A .  | A . .
      read B  | B A  | B A .
      read A  | A B  | B A .
      read C  | C A  | C B A
      read A  | A C  | C B A
      # A is used all the time, but only the first level sees it
      read D  | D A  | D C B
      read A  | A D  | D C B
    `;
    const machine = await twoLevels(false);
    expect(
      play(machine, drawn, [
        [0, 0],
        [1, 0],
      ]),
    ).toEqual(rows(drawn));
    expect(machine.tally(0, 0).invalidations).toBe(0);
  });

  it('inclusive: what leaves the second level leaves the first too', async () => {
    const drawn = `
      read A  | A .  | A . .
      read B  | B A  | B A .
      read A  | A B  | B A .
      read C  | C A  | C B A
      read A  | A C  | C B A
      # the second level replaces A, which the first has just used
      read D  | D .  | D C B
      read A  | A D  | A D C
    `;
    const machine = await twoLevels(true);
    expect(
      play(machine, drawn, [
        [0, 0],
        [1, 0],
      ]),
    ).toEqual(rows(drawn));
    expect(machine.tally(0, 0).invalidations).toBe(1);
  });

  it('inclusive: a replaced line is written back before the next level looks for room', async () => {
    const drawn = `
      write A | A* .  | A . .
      read B  | B A*  | B A .
      # A goes back, which renews it in the second level, then C comes in
      read C  | C B   | C A* B
      read D  | D C   | D C A*
      write D | D* C  | D C A*
      read C  | C D*  | D C A*
      read E  | E C   | E D* C
    `;
    const machine = await twoLevels(true);
    expect(
      play(machine, drawn, [
        [0, 0],
        [1, 0],
      ]),
    ).toEqual(rows(drawn));
    expect(machine.tally(0, 0)).toMatchObject({ writeBacks: 2, invalidations: 0 });
    expect(machine.tally(1, 0)).toMatchObject({ writeBacks: 1, writeHits: 2 });
  });

  it('inclusive: a modified line that is thrown out of the first level is written to memory', async () => {
    const drawn = `
      write A | A* .  | A . .
      read B  | B A*  | B A .
      read A  | A* B  | B A .
      read C  | C A*  | C B A
      read A  | A* C  | C B A
      read D  | D .   | D C B
    `;
    const machine = await twoLevels(true);
    expect(
      play(machine, drawn, [
        [0, 0],
        [1, 0],
      ]),
    ).toEqual(rows(drawn));
    expect(machine.tally(0, 0)).toMatchObject({ writeBacks: 0, invalidations: 1 });
    expect(machine.tally(1, 0)).toMatchObject({ writeBacks: 1, writeHits: 0 });
  });
});

describe('lines that are longer further out', () => {
  it('one of them takes all its parts along when it leaves an inclusive level', async () => {
    const machine = await model({
      levels: [
        { bytes: 4 * LINE, ways: 4, line: LINE, writesRefresh: true },
        { bytes: 4 * LINE, ways: 2, line: 2 * LINE, inclusive: true },
      ],
    });
    // A and B are halves of one long line, C and D of the next, E and F of a third. The second level is drawn by
    // first halves.
    const drawn = `
      read A  | A . . .  | A .
      write B | B* A . . | A .
      read D  | D B* A . | C A
      # no room for a third long line: A and B leave both levels, B's contents with them
      read E  | E D . .  | E C
    `;
    expect(
      play(machine, drawn, [
        [0, 0],
        [1, 0],
      ]),
    ).toEqual(rows(drawn));
    expect(machine.tally(0, 0)).toMatchObject({ invalidations: 2, writeBacks: 0 });
    expect(machine.tally(1, 0)).toMatchObject({ readHits: 1, readMisses: 3, writeBacks: 1 });
  });
});

describe('conflict misses', () => {
  it('are the misses that one big set would have hit', async () => {
    // Four sets of one way. A and E share a set; F is alone.
    const machine = await model({ levels: [{ bytes: 4 * LINE, ways: 1, line: LINE }] }, { conflicts: true });
    for (const letter of 'AEAEF') access(machine, 0, 'read', letter);
    expect(machine.tally(0, 0)).toMatchObject({ readMisses: 5, conflicts: 2 });
    // A walk over five lines does not fit four: no conflicts, whatever the sets.
    for (const letter of 'HIJKLHIJKL') access(machine, 0, 'read', letter);
    expect(machine.tally(0, 0).conflicts).toBe(2);
    const [, second] = [machine.setTallies(0, 0).slice(0, 8), machine.setTallies(0, 0).slice(8, 16)];
    expect(second[6]).toBe(0);
    expect(machine.setTallies(0, 0)[6]).toBe(2);
  });

  it('are those of a plain list of lines in order of use, on any stream', async () => {
    const machine = await model({ levels: [{ bytes: 16 * LINE, ways: 2, line: LINE }] }, { conflicts: true });
    let state = 1;
    const below = (n: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    let order: number[] = [];
    let conflicts = 0;
    for (let i = 0; i < 20_000; i++) {
      const line = below(3) ? below(20) : below(60);
      const before = machine.tally(0, 0).readMisses;
      machine.call('load', line * LINE, 4);
      const missed = machine.tally(0, 0).readMisses > before;
      if (missed && order.includes(line)) conflicts++;
      order = [line, ...order.filter((one) => one !== line)].slice(0, 16);
    }
    expect(conflicts).toBeGreaterThan(500);
    expect(machine.tally(0, 0).conflicts).toBe(conflicts);
  });
});
