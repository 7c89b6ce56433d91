import { describe, expect, test } from 'vitest';
import type { Law } from '../../../src/models/random';
import {
  chiSquare,
  chiSquareCritical,
  exponentialCdf,
  KS_CRITICAL,
  kolmogorovSmirnov,
  paretoCdf,
  truncatedNormalCdf,
  uniformCdf,
} from './laws';
import { modules, random } from './setup';

const COUNT = 100_000;

function sample(law: Law, seed: number, count = COUNT): Float64Array {
  const stream = random.stream(seed, 0, law);
  return Float64Array.from({ length: count }, () => stream.next());
}

describe('xoshiro256** (reference values of its authors)', async () => {
  const { exports } = await WebAssembly.instantiate(await modules.get('random'), {});
  const wasm = exports as Record<string, (...values: number[]) => number> & { memory: WebAssembly.Memory };
  const state = () => new BigUint64Array(wasm.memory.buffer, wasm.random_state(), 4);

  test('from state 1, 2, 3, 4', () => {
    state().set([1n, 2n, 3n, 4n]);
    wasm.random_uniform();
    const outputs = [11520n, 0n, 1509978240n, 1215971899390074240n, 1216172134540287360n];
    const batch = new Float64Array(wasm.memory.buffer, wasm.random_batch(), outputs.length);
    expect([...batch]).toEqual(outputs.map((output) => Number(output >> 11n) * 2 ** -53));
  });

  test('seeded by SplitMix64', () => {
    wasm.random_seed(0, 0, 0);
    expect([...state()]).toEqual([
      0xe220a8397b1dcdafn,
      0x6e789e6aa1b965f4n,
      0x06c45d188009454fn,
      0xf88bb8a8724c81ecn,
    ]);
  });
});

describe.each([1, 2, 1992])('the laws, seed %i', (seed) => {
  const laws: [Law, (x: number) => number][] = [
    [{ name: 'uniform' }, uniformCdf(0.5)],
    [{ name: 'exponential' }, exponentialCdf(1)],
    [{ name: 'pareto', shape: 2.5 }, paretoCdf(2.5, 1)],
  ];
  test.each(laws)('$name by Kolmogorov and Smirnov', (law, cdf) => {
    const distance = kolmogorovSmirnov(sample(law, seed).sort(), cdf);
    expect(distance * Math.sqrt(COUNT)).toBeLessThan(KS_CRITICAL);
  });

  test('normal by Kolmogorov and Smirnov, each side of zero', () => {
    const numbers = sample({ name: 'normal' }, seed);
    for (const sign of [1, -1]) {
      const side = numbers.map((z) => z * sign).filter((z) => z >= 0);
      const distance = kolmogorovSmirnov(side.sort(), truncatedNormalCdf(0, 1));
      expect(distance * Math.sqrt(side.length)).toBeLessThan(KS_CRITICAL);
      expect(Math.abs(side.length - COUNT / 2)).toBeLessThan(2.58 * Math.sqrt(COUNT / 4));
    }
  });

  test('uniform by chi-square in 100 cells, and pairs in 10 by 10', () => {
    const numbers = sample({ name: 'uniform' }, seed);
    const cells = new Float64Array(100);
    for (const u of numbers) cells[Math.floor(u * 100)]++;
    expect(chiSquare(cells, new Float64Array(100).fill(COUNT / 100))).toBeLessThan(chiSquareCritical(99));
    const pairs = new Float64Array(100);
    for (let at = 0; at < COUNT; at += 2) {
      pairs[Math.floor(numbers[at] * 10) * 10 + Math.floor(numbers[at + 1] * 10)]++;
    }
    expect(chiSquare(pairs, new Float64Array(100).fill(COUNT / 200))).toBeLessThan(chiSquareCritical(99));
  });
});

describe('streams', () => {
  test('the same seed and number give the same numbers, however streams are mixed', () => {
    const alone = sample({ name: 'uniform' }, 7, 10_000);
    const [first, other] = [
      random.stream(7, 0, { name: 'uniform' }),
      random.stream(7, 1, { name: 'normal' }),
    ];
    const mixed = Float64Array.from({ length: 10_000 }, () => {
      other.next();
      return first.next();
    });
    expect(mixed).toEqual(alone);
  });

  test('streams of one seed, and neighbouring seeds, are uncorrelated', () => {
    const draw = (seed: number, number: number) => {
      const stream = random.stream(seed, number, { name: 'normal' });
      return Float64Array.from({ length: COUNT }, () => stream.next());
    };
    const base = draw(7, 0);
    for (const other of [draw(7, 1), draw(7, 2), draw(8, 0)]) {
      let sum = 0;
      for (let at = 0; at < COUNT; at++) sum += base[at] * other[at];
      expect(Math.abs(sum / Math.sqrt(COUNT))).toBeLessThan(2.58);
    }
  });

  test('seeds above 32 bits differ in their upper half too', () => {
    expect(sample({ name: 'uniform' }, 5, 10)).not.toEqual(sample({ name: 'uniform' }, 5 + 2 ** 32, 10));
  });

  test.each([-1, 1.5, 2 ** 53, Number.NaN])('seed %f is refused', (seed) => {
    expect(() => random.stream(seed, 0, { name: 'uniform' })).toThrow(/seed: found .* expected an integer/);
  });
});
