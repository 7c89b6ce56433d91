/** `lab model`: the command's module, in this process. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { UsageError } from '../../../src/cli/command';
import { run } from '../../../src/cli/model';
import { figure1 } from '../../../src/experiment/catalogue/zorn-figure1';
import { traceBytes } from '../../../src/trace/write';
import { traceTextWriter } from '../../../src/trace/writers/text';
import { scratch } from './lab';

function sample(folder: string): string {
  const path = join(folder, 'sample.trace');
  writeFileSync(path, traceBytes(figure1(), traceTextWriter));
  return path;
}

/** What the command prints to standard output. */
async function printed(...words: string[]): Promise<string> {
  let text = '';
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  await run(words);
  return text;
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('fit prints the model, generate plays it, and a fit of that finds it again', async () => {
  const folder = scratch();
  const fitted = async (path: string): Promise<Record<string, { mean: number }>> =>
    JSON.parse(await printed('fit', path, '--model', 'mean', '--json'));
  const model = await fitted(sample(folder));
  expect(model).toMatchObject({
    model: 'mean',
    size: { mean: 8 },
    holding: { mean: 4.5 },
    interarrival: { mean: 1.6 },
  });
  const document = join(folder, 'mean.json');
  writeFileSync(document, JSON.stringify(model));
  const out = join(folder, 'told.trace.gz');
  expect(await printed('generate', document, '--seed', '7', '--events', '20000', '--out', out)).toBe('');
  const again = await fitted(out);
  expect(again.size.mean).toBeCloseTo(8, 0);
  expect(again.interarrival.mean).toBeCloseTo(1.6, 1);
});

test('generate: the same seed writes the same bytes, as long as the execution when no length is given', async () => {
  const folder = scratch();
  const model = await printed('fit', sample(folder), '--model', 'trans', '--variant', 'mean', '--json');
  const document = join(folder, 'trans.json');
  writeFileSync(document, model);
  const files = ['a.trace', 'b.trace', 'c.trace'].map((name) => join(folder, name));
  for (const [at, seed] of ['3', '3', '4'].entries()) {
    await printed('generate', document, '--seed', seed, '--out', files[at]);
  }
  const [a, b, c] = files.map((path) => readFileSync(path, 'utf8'));
  expect(b).toBe(a);
  expect(c).not.toBe(a);
  const times = a
    .split('\n')
    .filter((line) => /^[af]/.test(line))
    .map((line) => Number(line.split(' ').pop()));
  expect(Math.max(...times)).toBeLessThan(12);
});

test('compare: a program an entry, five models each, as JSON and as tables', async () => {
  const path = sample(scratch());
  interface Compared {
    programs: {
      name: string;
      models: { model: string; figures: { metric: string; relativeError: number }[] }[];
    }[];
  }
  const json = await printed('compare', path, path, '--trials', '2', '--json');
  const { programs } = JSON.parse(json) as Compared;
  expect(programs.map(({ name }) => name)).toEqual(['zorn-sample', 'zorn-sample']);
  expect(programs[0].models.map(({ model }) => model)).toEqual(['mean', 'cdf', 'size', 'time', 'trans']);
  expect(programs[0].models[0].figures).toHaveLength(4 + 2 * 4);
  const stdout = await printed('compare', path, '--trials', '1', '--time', 'events');
  expect(stdout).toMatch(/zorn-sample: models ÷ actual \(time in events\)/);
  expect(stdout).toMatch(/ACTUAL.*\n(.*\n)*?MEAN/);
});

describe('refusals', () => {
  test.each<[string, string[], boolean, RegExp]>([
    ['no verb', [], true, /fit or generate or compare is missing/],
    ['another verb', ['train'], true, /"train" is none of fit, generate, compare/],
    ['no model', ['fit', 'TRACE'], true, /--model mean, cdf, size, time, trans is missing/],
    ['an unknown model', ['fit', 'TRACE', '--model', 'median'], true, /found "median", expected one of mean/],
    [
      'an unknown variant',
      ['fit', 'TRACE', '--model', 'mean', '--variant', 'x'],
      true,
      /found "x", expected one of uniform/,
    ],
    ['another clock', ['fit', 'TRACE', '--model', 'mean', '--time', 'days'], true, /--time is "days"/],
    ['no seed', ['generate', 'TRACE', '--out', 'x.trace'], true, /--seed N is missing/],
    [
      'no document',
      ['generate', 'TRACE', '--seed', '1', '--out', 'x.trace'],
      false,
      /found "# alloc-trace 1.*expected a model as JSON/,
    ],
  ])('%s', async (_, words, wrongUsage, message) => {
    const path = sample(scratch());
    const answer = run(words.map((word) => (word === 'TRACE' ? path : word)));
    await expect(answer).rejects.toThrow(message);
    expect(await answer.catch((error) => error instanceof UsageError)).toBe(wrongUsage);
  });
});
