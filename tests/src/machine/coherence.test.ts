import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MachineDocument } from '../../../src/machine/machine';
import type { MachineModel } from '../../../src/machine/model';
import { readProcessors } from '../../../src/machine/read';
import { access, LINE, model, rows, stateOf } from './drawing';

const level = (lines: number, ways: number, more = {}) => ({
  bytes: lines * LINE,
  ways,
  line: LINE,
  writesRefresh: true,
  ...more,
});
const COSTS = { intervention: 8, upgrade: 4, lock: 2, barrier: 4 };

/** Plays rows like "P0 write A | M | ." and gives them back with the states that came out. */
function playStates(
  machine: MachineModel,
  text: string,
  where: readonly (readonly [number, number])[],
): string[][] {
  return rows(text).map(([operation]) => {
    const [processor, op, letter, byte] = operation.split(' ');
    const [from, bytes] = byte ? [Number(byte), 4] : [0, LINE];
    access(machine, Number(processor.slice(1)), op, letter, from, bytes);
    return [operation, ...where.map(([at, instance]) => stateOf(machine, at, instance, letter))];
  });
}

describe('MESI between private caches, worked by hand', () => {
  const two: MachineDocument = {
    processors: 2,
    levels: [level(4, 2, { latency: 1 })],
    memory: { latency: 11 },
    costs: COSTS,
  };

  it('every transition', async () => {
    const drawn = `
      #            P0  P1
      P0 read A  | E | .
      P0 read A  | E | .
      P0 write A | M | .
      # P1 asks: P0 writes back and both share
      P1 read A  | S | S
      P0 read A  | S | S
      # an upgrade
      P0 write A | M | .
      # read for ownership: P0 hands over what it modified
      P1 write A | . | M
      P1 write A | . | M
      P0 read A  | S | S
      P1 write A | . | M
      # two readers of B, then a writer that has not got it
      P0 read B  | E | .
      P1 read B  | S | S
      P0 write C | M | .
      P1 write C | . | M
    `;
    const machine = await model(two);
    expect(
      playStates(machine, drawn, [
        [0, 0],
        [0, 1],
      ]),
    ).toEqual(rows(drawn));
  });

  it('what it costs', async () => {
    const machine = await model(two);
    const run = (text: string) => playStates(machine, text, []);
    // P0: miss 10. P1: miss, modified elsewhere? no, P0 has it exclusive: 10.
    run(`
      P0 read A
      P1 read A
    `);
    expect(readProcessors(machine).map(({ clock }) => clock)).toEqual([10, 10]);
    // P0: upgrade 4. P1: its line is gone and modified at P0: intervention 8.
    run(`
      P0 write A
      P1 read A
    `);
    const [p0, p1] = readProcessors(machine);
    expect(p0).toMatchObject({ clock: 14, upgrades: 1, interventions: 0 });
    expect(p0.cycles).toMatchObject({ cacheMiss: 10, coherence: 4 });
    expect(p1).toMatchObject({ clock: 18, interventions: 1, invalidated: 1, coherenceMisses: 1 });
    expect(p1.cycles).toMatchObject({ cacheMiss: 10, coherence: 8 });
    expect(machine.tally(0, 0).writeBacks).toBe(1);
  });

  it('tells false sharing from true', async () => {
    const machine = await model(two);
    // P0 uses bytes 0-3. P1 writes 8-11: P0 loses the line for nothing.
    playStates(
      machine,
      `
      P0 read A 0
      P1 write A 8
      P0 read A 0
    `,
      [],
    );
    expect(readProcessors(machine)[0]).toMatchObject({
      invalidated: 1,
      falselyInvalidated: 1,
      coherenceMisses: 1,
      falseSharingMisses: 1,
    });
    // Now P1 writes what P0 uses.
    playStates(
      machine,
      `
      P1 write A 0
      P0 read A 0
    `,
      [],
    );
    expect(readProcessors(machine)[0]).toMatchObject({
      invalidated: 2,
      falselyInvalidated: 1,
      coherenceMisses: 2,
      falseSharingMisses: 1,
    });
    // P0 has used 0-3 and 12-15 of B; a write over 3-4 is true sharing by one byte.
    playStates(
      machine,
      `
      P0 read B 0
      P0 write B 12
    `,
      [],
    );
    access(machine, 1, 'write', 'B', 3, 2);
    expect(readProcessors(machine)[0]).toMatchObject({ invalidated: 3, falselyInvalidated: 1 });
  });

  it('remembers what was used of a line that only the second private level still holds', async () => {
    const machine = await model({
      processors: 2,
      levels: [level(1, 1), level(8, 8)],
      costs: COSTS,
    });
    // B pushes A out of P0's first level; what P0 read of A stays known.
    playStates(
      machine,
      `
      P0 read A 4
      P0 read B 0
      P1 write A 4
    `,
      [],
    );
    expect(readProcessors(machine)[0]).toMatchObject({ invalidated: 1, falselyInvalidated: 0 });
    playStates(
      machine,
      `
      P0 read C 4
      P0 read B 0
      P1 write C 8
    `,
      [],
    );
    expect(readProcessors(machine)[0]).toMatchObject({ invalidated: 2, falselyInvalidated: 1 });
  });
});

describe('MESI over a shared level, worked by hand', () => {
  it('states speak of the instances of their own level', async () => {
    // L1 private, L2 shared by two of four.
    const machine = await model({
      processors: 4,
      levels: [level(4, 4), level(16, 4, { sharedBy: 2 })],
      costs: COSTS,
    });
    const drawn = `
      #            L1: 0   1   2   3   L2: 01  23
      P0 read A  |     E | . | . | . |     E | .
      P0 write A |     M | . | . | . |     E | .
      # P1 takes it from P0 inside the pair: P0's data goes to the shared L2, which stays the only one of its level
      P1 read A  |     S | S | . | . |     M | .
      P1 write A |     . | M | . | . |     M | .
      # P2 is of the other pair: everything goes down to S
      P2 read A  |     . | S | S | . |     S | S
      P3 read A  |     . | S | S | S |     S | S
      P3 write A |     . | . | . | M |     . | E
      P2 write A |     . | . | M | . |     . | E
      P0 write A |     M | . | . | . |     E | .
    `;
    const cells = rows(drawn).map((row) => row.filter((cell) => cell !== ''));
    const where = [
      [0, 0],
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 0],
      [1, 1],
    ] as const;
    expect(playStates(machine, drawn, where)).toEqual(cells);
  });

  it('without coherence, equal addresses are different places', async () => {
    const machine = await model({ processors: 2, levels: [level(4, 4)], coherence: 'none' });
    const drawn = `
      P0 write A | M | .
      P1 write A | M | M
      P0 read A  | M | M
    `;
    expect(
      playStates(machine, drawn, [
        [0, 0],
        [0, 1],
      ]),
    ).toEqual(rows(drawn));
  });
});

describe('any accesses', () => {
  const machines: readonly MachineDocument[] = [
    { processors: 3, levels: [level(4, 2)], costs: COSTS },
    { processors: 4, levels: [level(2, 1), level(8, 4, { sharedBy: 2 })], costs: COSTS },
    { processors: 4, levels: [level(4, 2), level(8, 2, { sharedBy: 2, inclusive: true })], costs: COSTS },
    {
      processors: 5,
      levels: [
        level(2, 2, { policy: 'plru' }),
        level(4, 4, { policy: 'fifo' }),
        level(16, 4, { sharedBy: 5 }),
      ],
      costs: COSTS,
    },
    {
      processors: 4,
      levels: [level(4, 2), level(8, 4, { policy: 'random' })],
      tlb: [{ entries: 2, page: 64 }],
    },
  ];
  const operation = fc.record({
    processor: fc.nat(),
    write: fc.boolean(),
    line: fc.nat(11),
    byte: fc.nat(LINE - 1),
    bytes: fc.integer({ min: 1, max: 40 }),
  });

  it.each(machines.map((document, index) => [index, document] as const))(
    'keep one writer, inclusion and conservation on machine %i',
    async (_, document) => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 120 }), async (operations) => {
          const machine = await model(document, { conflicts: true });
          let lines = 0;
          for (const { processor, write, line, byte, bytes } of operations) {
            machine.call('set_cpu', processor % machine.processors);
            machine.call(write ? 'store' : 'load', line * LINE + byte, bytes);
            lines += Math.floor((byte + bytes - 1) / LINE) + 1;
            checkStates(machine);
          }
          checkConservation(machine, lines);
        }),
        { numRuns: 25, seed: 4 },
      );
    },
  );
});

/** One owner a line and level, no other copy beside it, and what an inclusive level lacks no nearer one has. */
function checkStates(machine: MachineModel): void {
  const { levels } = machine.machine;
  const holders = levels.map((_, at) => {
    const byLine = new Map<number, string>();
    for (let instance = 0; instance < machine.instances(at); instance++) {
      const { address, state } = machine.content(at, instance);
      const seen = new Set<number>();
      address.forEach((line, i) => {
        if (state[i] === 0) return;
        if (seen.has(line)) throw new Error(`line ${line} is twice in instance ${instance} of level ${at}`);
        seen.add(line);
        byLine.set(line, (byLine.get(line) ?? '') + 'XSEM'[state[i]]);
      });
    }
    return byLine;
  });
  holders.forEach((byLine, at) => {
    for (const [line, states] of byLine) {
      if (/[EM]/.test(states) && states.length > 1)
        throw new Error(`line ${line} is ${states} at level ${at}`);
    }
  });
  for (let processor = 0; processor < machine.processors; processor++) {
    levels.forEach(({ inclusive }, at) => {
      if (!inclusive) return;
      const lines = (which: number) => {
        const { address, state } = machine.content(which, machine.instanceOf(which, processor));
        return new Set(address.filter((_, i) => state[i] !== 0));
      };
      const outer = lines(at);
      for (const line of lines(at - 1))
        if (!outer.has(line)) throw new Error(`line ${line} escaped inclusion`);
    });
  }
}

function checkConservation(machine: MachineModel, lines: number): void {
  const sum = (at: number, pick: (t: ReturnType<MachineModel['tally']>) => number) =>
    Array.from({ length: machine.instances(at) }, (_, i) => pick(machine.tally(at, i))).reduce(
      (a, b) => a + b,
      0,
    );
  const touched = sum(0, (t) => t.readHits + t.writeHits + t.readMisses + t.writeMisses);
  expect(touched).toBe(lines);
  const { levels } = machine.machine;
  for (let at = 1; at < levels.length; at++) {
    // Every miss of a level is a read of the next one.
    const asked = sum(at, (t) => t.readHits + t.readMisses);
    expect(asked).toBe(sum(at - 1, (t) => t.readMisses + t.writeMisses));
  }
  for (const { clock, cycles } of readProcessors(machine)) {
    expect(Object.values(cycles).reduce((a, b) => a + b)).toBe(clock);
  }
}
