/** Every generator draws from the law that its model describes: fixed seeds, tests at 0.1%. */
import { describe, expect, test } from 'vitest';
import type { CdfDocument } from '../../../src/models/cdf';
import { type MeanDocument, paretoParameters } from '../../../src/models/mean';
import type { ModelDocument } from '../../../src/models/model';
import { familyOf } from '../../../src/models/models';
import type { SizeDocument } from '../../../src/models/size';
import type { TimeDocument } from '../../../src/models/time';
import type { TransDocument } from '../../../src/models/trans';
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
import { random } from './setup';

const COUNT = 50_000;
const source = {
  name: 'made',
  clock: 'ticks',
  time: 'ticks',
  objects: 1000,
  bytes: 1,
  duration: 1e6,
} as const;
const head = { format: 'heapscope-model', version: 1, source } as const;

/** Sizes, holding times and differences of births that a document's generator draws. */
function draw(document: ModelDocument, seed = 1, count = COUNT) {
  const size = new Float64Array(count);
  const birth = new Float64Array(count);
  const holding = new Float64Array(count);
  familyOf(document.model).arrivals(document, random, seed).fill(size, birth, holding);
  const gap = birth.subarray(1).map((time, at) => time - birth[at]);
  return { size, birth, holding, gap };
}

function follows(values: ArrayLike<number>, cdf: (x: number) => number): void {
  const distance = kolmogorovSmirnov(Float64Array.from(values).sort(), cdf);
  expect(distance * Math.sqrt(values.length)).toBeLessThan(KS_CRITICAL);
}

function occur(values: ArrayLike<number>, expected: ReadonlyMap<number, number>): void {
  const seen = new Map([...expected.keys()].map((value) => [value, 0]));
  for (const value of Array.from(values)) seen.set(value, (seen.get(value) ?? 0) + 1);
  expect(seen.size).toBe(expected.size);
  const total = [...expected.values()].reduce((sum, weight) => sum + weight, 0);
  const shares = [...expected.values()].map((weight) => (weight / total) * values.length);
  expect(chiSquare([...seen.values()], shares)).toBeLessThan(chiSquareCritical(expected.size - 1));
}

describe('MEAN', () => {
  const spread = {
    size: { mean: 40, variance: 900 },
    holding: { mean: 5000, variance: 16e6 },
    interarrival: { mean: 20, variance: 100 },
  };
  const laws = {
    uniform: ({ mean }: { mean: number }) => uniformCdf(mean),
    normal: ({ mean, variance }: { mean: number; variance: number }) =>
      truncatedNormalCdf(mean, Math.sqrt(variance)),
    pareto: (moments: { mean: number; variance: number }) => {
      const { shape, scale } = paretoParameters(moments);
      return paretoCdf(shape, scale);
    },
  };
  test.each(Object.keys(laws) as (keyof typeof laws)[])('%s', (variant) => {
    const document: MeanDocument = { ...head, model: 'mean', variant, ...spread };
    const { size, holding, gap } = draw(document);
    follows(size, laws[variant](spread.size));
    follows(holding, laws[variant](spread.holding));
    follows(gap, laws[variant](spread.interarrival));
  });

  test('Pareto parameters give mean and variance back', () => {
    const { shape, scale } = paretoParameters({ mean: 40, variance: 900 });
    expect((shape * scale) / (shape - 1)).toBeCloseTo(40, 10);
    expect((scale ** 2 * shape) / ((shape - 1) ** 2 * (shape - 2))).toBeCloseTo(900, 8);
  });
});

describe('CDF', () => {
  const size = { values: [8, 16, 24, 1024], counts: [700, 200, 99, 1] };
  const times = { values: [0, 1, 2, 5, 50], counts: [50, 500, 300, 100, 50] };
  test('actual: each value as often as observed', () => {
    const document: CdfDocument = {
      ...head,
      model: 'cdf',
      variant: 'actual',
      size,
      holding: times,
      interarrival: times,
    };
    const drawn = draw(document);
    const weights = (one: typeof size) => new Map(one.values.map((value, at) => [value, one.counts[at]]));
    occur(drawn.size, weights(size));
    occur(drawn.holding, weights(times));
    occur(drawn.gap, weights(times));
  });

  test('P²: uniform between neighbouring markers', () => {
    const markers = [0, 10, 15, 40, 100];
    const one = { markers };
    const document: CdfDocument = {
      ...head,
      model: 'cdf',
      variant: 'p2',
      size: one,
      holding: one,
      interarrival: one,
    };
    const cdf = (x: number) => {
      const cell = Math.min(
        markers.findLastIndex((marker) => marker <= x),
        3,
      );
      return (cell + (x - markers[cell]) / (markers[cell + 1] - markers[cell])) / 4;
    };
    const drawn = draw(document);
    follows(drawn.size, cdf);
    follows(drawn.holding, cdf);
    follows(drawn.gap, cdf);
  });
});

describe('SIZE', () => {
  const columns = { size: [8, 24, 100], holding: [500, 20, 3000], interarrival: [10, 40, 25] };
  const of = (drawn: ReturnType<typeof draw>, size: number) =>
    Array.from(drawn.size, (each, at) => (each === size ? at : -1)).filter((at) => at >= 0);

  test('exponential: each class on its own clock', () => {
    const document: SizeDocument = { ...head, model: 'size', variant: 'exponential', ...columns };
    const drawn = draw(document);
    const rates = columns.interarrival.map((gap) => 1 / gap);
    occur(drawn.size, new Map(columns.size.map((size, at) => [size, rates[at]])));
    columns.size.forEach((size, one) => {
      const objects = of(drawn, size);
      follows(
        objects.map((at) => drawn.holding[at]),
        exponentialCdf(columns.holding[one]),
      );
      const births = objects.map((at) => drawn.birth[at]);
      follows(
        births.slice(1).map((birth, at) => birth - births[at]),
        exponentialCdf(columns.interarrival[one]),
      );
    });
    expect(drawn.gap.every((gap) => gap >= 0)).toBe(true);
  });

  test('normal: holding times about the mean of the class', () => {
    const holdingVariance = [400, 900, 4e6];
    const document: SizeDocument = { ...head, model: 'size', variant: 'normal', ...columns, holdingVariance };
    const drawn = draw(document);
    columns.size.forEach((size, one) => {
      const held = of(drawn, size).map((at) => drawn.holding[at]);
      follows(held, truncatedNormalCdf(columns.holding[one], Math.sqrt(holdingVariance[one])));
    });
  });
});

describe('TIME', () => {
  const columns = {
    buckets: 4,
    bucket: [0, 1, 3],
    size: [10, 20, 30],
    holding: [5, 50, 500],
    interarrival: [250, 25, 2500],
  };

  test('without variance: each bucket as many objects as observed, empty ones none, and anew after the end', () => {
    const document: TimeDocument = {
      ...head,
      source: { ...source, duration: 40_000 },
      model: 'time',
      variant: 'mean',
      ...columns,
    };
    const lap = 10_000 / 250 + 10_000 / 25 + 10_000 / 2500;
    const { size, birth, holding } = draw(document, 1, 2 * lap);
    for (const round of [0, 1]) {
      const inBucket = (bucket: number) =>
        Array.from(birth.keys()).filter((at) => Math.floor(birth[at] / 10_000) === bucket + 4 * round);
      expect([0, 1, 2, 3].map((bucket) => inBucket(bucket).length)).toEqual([40, 400, 0, 4]);
      expect(new Set(inBucket(1).map((at) => `${size[at]} ${holding[at]}`))).toEqual(new Set(['20 50']));
    }
  });

  test('uniform and normal: about the mean of the bucket', () => {
    const one = { buckets: 1, bucket: [0], size: [40], holding: [5000], interarrival: [20] };
    const uniform: TimeDocument = { ...head, model: 'time', variant: 'uniform', ...one };
    // A lap's last gap is cut off where the execution begins anew, so gaps are taken from one lap.
    const lap = (drawn: ReturnType<typeof draw>) => drawn.gap.subarray(0, 30_000);
    const drawn = draw(uniform);
    follows(drawn.size, uniformCdf(40));
    follows(drawn.holding, uniformCdf(5000));
    follows(lap(drawn), uniformCdf(20));
    const variance = { size: [100], holding: [16e6], interarrival: [64] };
    const normal: TimeDocument = { ...head, model: 'time', variant: 'normal', ...one, variance };
    const about = draw(normal);
    follows(about.size, truncatedNormalCdf(40, 10));
    follows(about.holding, truncatedNormalCdf(5000, 4000));
    follows(lap(about), truncatedNormalCdf(20, 8));
  });
});

describe('TRANS', () => {
  const document: TransDocument = {
    ...head,
    model: 'trans',
    variant: 'normal',
    size: [8, 16, 64],
    first: 2,
    from: [0, 0, 1, 2, 2],
    to: [0, 1, 0, 1, 2],
    count: [90, 10, 12, 1, 3],
    holding: [100, 200, 300, 400, 500],
    interarrival: [1, 2, 30, 4, 5],
    variance: { holding: [2500, 0, 90_000, 1, 1], interarrival: [1, 0, 100, 1, 1] },
  };

  test('sizes follow each other as often as observed', () => {
    const { size } = draw(document);
    const next = (from: number) => Array.from(size.subarray(1)).filter((_, at) => size[at] === from);
    occur(
      next(8),
      new Map([
        [8, 90],
        [16, 10],
      ]),
    );
    expect(new Set(next(16))).toEqual(new Set([8]));
  });

  test('holding and interarrival times belong to the transition', () => {
    const { size, holding, gap } = draw(document);
    const at = (from: number, to: number) =>
      Array.from(size, (_, index) => index).filter(
        (index) => index > 0 && size[index - 1] === from && size[index] === to,
      );
    follows(
      at(8, 8).map((index) => holding[index]),
      truncatedNormalCdf(100, 50),
    );
    follows(
      at(16, 8).map((index) => holding[index]),
      truncatedNormalCdf(300, 300),
    );
    follows(
      at(16, 8).map((index) => gap[index - 1]),
      truncatedNormalCdf(30, 10),
    );
    // Births are sums of gaps, so differences lose the last bits.
    expect(at(8, 16).every((index) => holding[index] === 200 && Math.abs(gap[index - 1] - 2) < 1e-6)).toBe(
      true,
    );
  });

  test('without variance: the means themselves', () => {
    const { holding } = draw({ ...document, variant: 'mean' });
    expect(new Set(holding).size).toBeLessThanOrEqual(5);
  });

  test('a last size without successor begins the execution anew', () => {
    const cut = {
      ...document,
      from: [0, 2],
      to: [1, 0],
      count: [1, 1],
      holding: [1, 1],
      interarrival: [1, 1],
      variance: undefined,
      variant: 'mean',
    } as const;
    expect([...draw(cut, 1, 6).size]).toEqual([8, 16, 8, 16, 8, 16]);
  });
});
