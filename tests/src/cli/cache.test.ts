import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lab, labJson, scratch } from './lab';

interface Answer {
  readonly levels: readonly {
    readonly name: string;
    readonly accesses: number;
    readonly hits: number;
    readonly misses: number;
    readonly evictions: number;
  }[];
}

const WRITE = 2 ** 31;

function files(pairs: readonly number[], machine: unknown): readonly [string, string] {
  const folder = scratch();
  const addresses = join(folder, 'accesses.bin');
  const document = join(folder, 'machine.json');
  writeFileSync(addresses, new Uint8Array(Uint32Array.from(pairs).buffer));
  writeFileSync(document, JSON.stringify(machine));
  return [addresses, document];
}

const tiny = { levels: [{ name: 'only', bytes: 64, ways: 2, line: 16, policy: 'fifo' }] };

describe('lab cache', () => {
  it('counts reads, writes and accesses over two lines', async () => {
    // Two sets of two lines of 16 bytes. Set 0: 0, 32, 64. 12 to 19 lies over two lines.
    const [addresses, document] = files([0, 4, 12, 8, 32, 4 + WRITE, 0, 4, 64, 4, 96, 4, 128, 4], tiny);
    const answer = await labJson<Answer>('cache', '--machine', document, '--addresses', addresses);
    expect(answer.levels).toEqual([
      { name: 'only', accesses: 8, hits: 2, misses: 6, evictions: 1, writeHits: 0, replacements: 3 },
    ]);
  });

  it('takes a machine by its name, and more accesses than it reads at a time', async () => {
    const pairs = Array.from({ length: 600_000 }, (_, i) => [(i % 1000) * 64, 8]).flat();
    const [addresses] = files(pairs, tiny);
    const { levels } = await labJson<Answer>('cache', '--machine', 'opteron6128', '--addresses', addresses);
    expect(levels.map(({ name }) => name)).toEqual(['L1', 'L2', 'L3']);
    expect(levels[0]).toMatchObject({ accesses: 600_000, misses: 1000, hits: 599_000 });
    expect(levels[2].accesses).toBe(levels[1].misses);
  });

  it('prints a table without --json', async () => {
    const [addresses, document] = files([0, 4], tiny);
    const { status, stdout } = await lab('cache', '--machine', document, '--addresses', addresses);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^level .*accesses/);
    expect(stdout).toContain('only');
  });

  it.each([
    ['half a pair', [0, 4, 1], tiny, 'expected pairs of 8 bytes'],
    [
      'an access past the last address',
      [0, 4, 2 ** 32 - 4, 8],
      tiny,
      'access 1: 8 bytes from address 4294967292',
    ],
    ['a machine that cannot be', [0, 4], { levels: [{ bytes: 64, ways: 0 }] }, 'levels[0].ways'],
  ])('refuses %s', async (_, pairs, machine, message) => {
    const [addresses, document] = files(pairs, machine);
    const { status, stderr } = await lab('cache', '--machine', document, '--addresses', addresses, '--json');
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });

  it('refuses wrong usage', async () => {
    expect((await lab('cache', '--machine', 'teaching')).status).toBe(2);
    expect((await lab('cache', '--machine', 'cray', '--addresses', 'none')).stderr).toContain(
      'no machine is called "cray"',
    );
  });
});
