import { describe, expect, test } from 'vitest';
import { figure1, WORD } from '../../../src/experiment/catalogue/zorn-figure1';
import { compareModels } from '../../../src/models/comparison';
import { cumulativeOf, liveOf, matrixOf } from '../../../src/models/picture';
import { inputs } from './laws';
import { modules } from './setup';

describe('a distribution function', () => {
  test('of few values: each of them', () => {
    expect(cumulativeOf(Float64Array.of(4, 4, 12, 8))).toEqual({ x: [4, 8, 12], share: [0.5, 0.75, 1] });
  });

  test('of many values: some hundred points that lie on it, with both ends', () => {
    const draw = inputs(2);
    const sample = Float64Array.from({ length: 50_000 }, () => Math.floor(draw() ** 3 * 1e9));
    const { x, share } = cumulativeOf(sample);
    expect(x.length).toBeGreaterThan(300);
    expect(x.length).toBeLessThan(500);
    expect([x[0], x[x.length - 1]]).toEqual([Math.min(...sample), Math.max(...sample)]);
    for (const at of [0, 100, 250, x.length - 1]) {
      expect(share[at]).toBe(sample.filter((value) => value <= x[at]).length / sample.length);
    }
    // No two neighbours are further apart than one part in four hundred, but for the values themselves.
    for (let at = 1; at < x.length; at++) expect(share[at] - share[at - 1]).toBeLessThan(2 / 400);
  });
});

describe('the picture of the sample trace', async () => {
  const comparison = await compareModels(modules, figure1(), { trials: 3, seed: 5 });
  const { observations } = comparison;
  const picture = {
    size: cumulativeOf(observations.size),
    holding: cumulativeOf(observations.holding),
    gap: cumulativeOf(observations.interarrival),
    live: liveOf(comparison),
    matrix: matrixOf(observations),
  };

  test('is plain data', () => {
    expect(structuredClone(picture)).toEqual(picture);
    expect(JSON.parse(JSON.stringify(picture))).toEqual(picture);
  });

  test('its distributions and its matrix are those of §3', () => {
    const { size, holding, gap } = picture;
    expect(size).toEqual({ x: [WORD, 2 * WORD, 3 * WORD], share: [1 / 3, 2 / 3, 1] });
    expect(holding.x).toEqual([1, 2, 3, 8, 10]);
    expect(gap).toEqual({ x: [1, 2, 3], share: [0.6, 0.8, 1] });
    expect(comparison.models.map(({ model }) => model.family.title)).toEqual([
      'MEAN',
      'CDF',
      'SIZE',
      'TIME',
      'TRANS',
    ]);
    const { from, to, count } = picture.matrix;
    expect(from.map((row, at) => [row, to[at], count[at]])).toEqual([
      [0, 0, 1],
      [0, 1, 1],
      [1, 0, 1],
      [2, 1, 1],
      [2, 2, 1],
    ]);
  });

  test('live bytes: the program’s curve, and a band about each model’s mean', () => {
    const { x, actual, models } = picture.live;
    expect([x[0], x[x.length - 1]]).toEqual([1 / 200, 1]);
    expect(Math.max(...actual)).toBe(8 * WORD);
    for (const { model, mean, low, high } of models) {
      expect(mean.every((value, at) => low[at] <= value && value <= high[at])).toBe(true);
      if (model === 'TIME') expect(low).toEqual(high);
    }
  });
});
