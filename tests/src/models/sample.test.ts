/** The sample trace of Figure 1 against every value that the report gives for it (§3.1 to §3.5, Tables 1 and 2). */
import { describe, expect, test } from 'vitest';
import { figure1, WORD } from '../../../src/experiment/catalogue/zorn-figure1';
import { type CdfDocument, cumulative } from '../../../src/models/cdf';
import type { MeanDocument } from '../../../src/models/mean';
import type { FitOptions, ModelId } from '../../../src/models/model';
import { Model } from '../../../src/models/models';
import type { SizeDocument } from '../../../src/models/size';
import type { TimeDocument } from '../../../src/models/time';
import type { TransDocument } from '../../../src/models/trans';

const fitted = <Document>(id: ModelId, options: FitOptions = {}): Document =>
  Model.fit(figure1(), id, options).document as unknown as Document;

const words = (bytes: readonly number[]) => bytes.map((each) => each / WORD);

describe('MEAN (§3.1)', () => {
  test('mean size 2 words, IAT 1.6 ticks, HT 4.5 ticks', () => {
    const { size, interarrival, holding } = fitted<MeanDocument>('mean');
    expect(size.mean / WORD).toBe(2);
    expect(interarrival.mean).toBe(1.6);
    expect(holding.mean).toBe(4.5);
  });

  test('three words', () => expect(Model.fit(figure1(), 'mean').sizeInWords).toBe(3));
});

describe('CDF (§3.2)', () => {
  const { size, holding, interarrival } = fitted<Extract<CdfDocument, { variant: 'actual' }>>('cdf');
  const at = (x: number) => cumulative(size, x * WORD);

  test('the size CDF: 0, 1/3, 2/3, 1', () => {
    expect(at(0.99)).toBe(0);
    expect(at(1)).toBe(1 / 3);
    expect(at(1.99)).toBe(1 / 3);
    expect(at(2)).toBe(2 / 3);
    expect(at(2.99)).toBe(2 / 3);
    expect(at(3)).toBe(1);
  });

  test('the report prints 0.33 and 0.66: it cuts thirds off, rounding would give 0.67', () => {
    const cut = (value: number) => Math.floor(value * 100) / 100;
    expect([at(1), at(2)].map(cut)).toEqual([0.33, 0.66]);
    expect(at(2).toFixed(2)).toBe('0.67');
  });

  test('the HT and IAT CDFs "computed similarly"', () => {
    expect(holding).toEqual({ values: [1, 2, 3, 8, 10], counts: [1, 1, 2, 1, 1] });
    expect(interarrival).toEqual({ values: [1, 2, 3], counts: [3, 1, 1] });
  });

  test('words: size, interarrival and holding time classes (Table 8)', () => {
    expect(Model.fit(figure1(), 'cdf').sizeInWords).toBe(3 + 3 + 5);
  });
});

describe('SIZE (§3.3)', () => {
  test('three classes: HT 2, 5.5, 6 and IAT 6, 6, 6', () => {
    const { size, holding, interarrival } = fitted<SizeDocument>('size');
    expect(words(size)).toEqual([1, 2, 3]);
    expect(holding).toEqual([2, 5.5, 6]);
    // Execution time 12 ÷ 2 objects a class. Measured gaps would be 3, 5 and 1.
    expect(interarrival).toEqual([6, 6, 6]);
  });

  test('three words a class (Table 8)', () => expect(Model.fit(figure1(), 'size').sizeInWords).toBe(9));
});

describe('TIME (§3.4) with M = 3', () => {
  const { size, holding, interarrival, bucket } = fitted<TimeDocument>('time', { buckets: 3 });

  test('HT 6.7, 2, 3; IAT 1.3, 2, 4; size 2.6, 1, 2', () => {
    expect(bucket).toEqual([0, 1, 2]);
    expect(holding).toEqual([20 / 3, 2, 3]);
    expect(interarrival).toEqual([4 / 3, 2, 4]);
    expect(words(size)).toEqual([8 / 3, 1, 2]);
  });

  test('the report is at odds with itself: it rounds 6.67 up to 6.7 and cuts 2.67 off to 2.6', () => {
    expect(holding[0].toFixed(1)).toBe('6.7');
    expect((size[0] / WORD).toFixed(1)).toBe('2.7');
    expect(Math.floor((size[0] / WORD) * 10) / 10).toBe(2.6);
  });

  test('the text divides allocations by the length of the bucket, the printed IATs are the inverse', () => {
    const asWritten = [3 / 4, 2 / 4, 1 / 4];
    expect(interarrival).toEqual(asWritten.map((rate) => 1 / rate));
  });

  test('with one bucket it is MEAN, but for the IAT, which counts the whole execution', () => {
    const one = fitted<TimeDocument>('time', { buckets: 1 });
    expect([one.size[0] / WORD, one.holding[0], one.interarrival[0]]).toEqual([2, 4.5, 2]);
  });

  test('three words a bucket (Table 8), empty ones counted', () => {
    expect(Model.fit(figure1(), 'time', { buckets: 3 }).sizeInWords).toBe(9);
    expect(Model.fit(figure1(), 'time').sizeInWords).toBe(30_000);
  });
});

describe('TRANS (§3.5)', () => {
  const document = fitted<TransDocument>('trans');
  const matrix = (cell: (at: number) => number | string) => {
    const rows = [1, 2, 3].map(() => ['0', '0', '0']);
    document.from.forEach((from, at) => {
      rows[from][document.to[at]] = String(cell(at));
    });
    return rows;
  };

  test('Table 1', () => {
    expect(words(document.size)).toEqual([1, 2, 3]);
    expect(matrix((at) => document.count[at])).toEqual([
      ['1', '1', '0'],
      ['1', '0', '0'],
      ['0', '1', '1'],
    ]);
  });

  test('Table 2: count, HT of the next object and IAT, as its caption says; the text says HT of the current one', () => {
    const cell = (at: number) =>
      `${document.count[at]}, ${document.holding[at]}, ${document.interarrival[at]}`;
    expect(matrix(cell)).toEqual([
      ['1, 3, 3', '1, 3, 1', '0'],
      ['1, 1, 1', '0', '0'],
      ['0', '1, 8, 2', '1, 10, 1'],
    ]);
  });

  test('words: SC + 3 × transitions; the variances of its normal variant are not counted (Table 8)', () => {
    const model = Model.fit(figure1(), 'trans');
    expect(model.variant).toBe('normal');
    expect(model.sizeInWords).toBe(3 + 3 * 5);
    expect(model.varianceWords).toBe(2 * 5);
  });
});

describe('time in events (§5.4.3)', () => {
  test('allocations and frees count, idle ticks do not', () => {
    const { holding, interarrival, source } = fitted<MeanDocument>('mean', { time: 'events' });
    expect(source).toMatchObject({ clock: 'events', time: 'events', duration: 12 });
    // Births at events 0 1 3 4 6 7; frees of objects 1 to 6 at 2 9 10 5 8 11.
    expect(holding.mean).toBe((2 + 8 + 7 + 1 + 2 + 4) / 6);
    expect(interarrival.mean).toBe(7 / 5);
  });
});
