import { readFile } from 'node:fs/promises';
import { Modules } from '../engine/modules';
import { compareModels } from '../models/comparison';
import { ZORN_ALLOCATORS } from '../models/metrics';
import type { FitOptions } from '../models/model';
import { familyOf, Model, ModelError, modelIds } from '../models/models';
import type { TimeMeasure } from '../models/observations';
import { Random } from '../models/random';
import { type Report, type ReportedModel, reportOf } from '../models/report';
import type { Length } from '../models/synthesis';
import { writeTrace } from '../trace/write';
import { natural, parseWords, refuse } from './args';
import { UsageError } from './command';
import { nodeModules } from './node-modules';
import { type Cell, print, printJson, say, tableText } from './output';
import { save, writerFor } from './trace';
import { openTrace } from './traces';

/** `lab model fit|generate|compare`. */
export async function run(words: readonly string[]): Promise<void> {
  const [verb, ...rest] = words;
  const verbs = new Map(Object.entries({ fit, generate, compare }));
  if (verb === undefined) throw new UsageError(`${[...verbs.keys()].join(' or ')} is missing`);
  const chosen = verbs.get(verb);
  if (!chosen) throw new UsageError(`"${verb}" is none of ${[...verbs.keys()].join(', ')}`);
  await chosen(rest);
}

/** `lab model fit TRACE --model ID [--variant V] [--time ticks|events] [--buckets M] [--cells B] [--json]`. */
export async function fit(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(
    words,
    {
      model: { type: 'string' },
      variant: { type: 'string' },
      time: { type: 'string' },
      buckets: { type: 'string' },
      cells: { type: 'string' },
      json: { type: 'boolean' },
    },
    ['TRACE'],
  );
  const family = refused(() => familyOf(values.model ?? missing('--model', modelIds.join(', '))));
  if (family.id !== 'time') refuse(values, ['buckets'], `with the model ${family.id}; it is for time`);
  if (family.id !== 'cdf' || values.variant !== 'p2') {
    refuse(values, ['cells'], 'here; it is for the model cdf with --variant p2');
  }
  const options: FitOptions = {
    variant: values.variant,
    time: timeMeasure(values.time),
    buckets: values.buckets === undefined ? undefined : natural(values.buckets, '--buckets', { min: 1 }),
    cells: values.cells === undefined ? undefined : natural(values.cells, '--cells', { min: 2 }),
  };
  const trace = await openTrace(positionals[0]);
  const model = refused(() => Model.fit(trace, family.id, options));
  const { source } = model.document;
  if (values.json) {
    // One line: the document of a CDF has as many numbers as the trace has distinct values.
    print(JSON.stringify(model));
  } else {
    const rows: [string, Cell][] = [
      ['model', `${family.title} (${family.section})`],
      ['variant', model.variant],
      ['objects', source.objects],
      ['bytes', source.bytes],
      [`execution time in ${source.clock}`, source.duration],
      ['words', model.sizeInWords],
      ['words of variances', model.varianceWords],
    ];
    print(tableText([source.name, 'value'], rows));
    say('--json prints the model itself, for `lab model generate`.');
  }
}

/** `lab model generate MODEL.json --seed N [--events N] --out TRACE`. */
export async function generate(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(
    words,
    { seed: { type: 'string' }, events: { type: 'string' }, out: { type: 'string' } },
    ['MODEL.json'],
  );
  const out = values.out ?? missing('--out', 'TRACE');
  const seed = natural(values.seed ?? missing('--seed', 'N'), '--seed');
  const writer = writerFor(out, undefined);
  const model = Model.fromJSON(await json(positionals[0]));
  const random = await Random.load(new Modules(nodeModules));
  const length: Length | undefined =
    values.events === undefined ? undefined : { events: natural(values.events, '--events', { min: 1 }) };
  const trace = model.generate(random, seed, length);
  const written = writeTrace(trace, writer);
  await save(out, written.chunks);
  for (const note of written.notes) say(note);
  say(`${out}: ${trace.length} events, ${trace.objects} objects`);
}

/** `lab model compare TRACE… [--trials N] [--seed N] [--time ticks|events] [--json]`. */
export async function compare(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(
    words,
    {
      trials: { type: 'string' },
      seed: { type: 'string' },
      time: { type: 'string' },
      json: { type: 'boolean' },
    },
    ['TRACE', 'TRACE…'],
  );
  const trials = natural(values.trials ?? '10', '--trials', { min: 1, max: 1000 });
  const seed = natural(values.seed ?? '1', '--seed');
  const time = timeMeasure(values.time);
  const modules = new Modules(nodeModules);
  const reports: Report[] = [];
  for (const path of positionals) {
    const trace = await openTrace(path);
    const comparison = await compareModels(modules, trace, { trials, seed, time });
    reports.push(reportOf(comparison));
    if (!values.json) show(reports[reports.length - 1]);
  }
  if (values.json) printJson({ trials, seed, confidence: 0.9, programs: reports });
}

const INTRINSIC_HEADING = ['words', 'Bytes', 'Objects', 'MaxBytes', 'MaxObjects'];

function show({ name, clock, models }: Report): void {
  const titled = models.map((model) => ({ title: familyOf(model.model).title, model }));
  const figure = (model: ReportedModel, metric: string, allocator: string | null) =>
    model.figures.find((one) => one.metric === metric && one.allocator === allocator);
  print(`\n${name}: models ÷ actual (time in ${clock})`);
  print(
    tableText(
      ['model', ...INTRINSIC_HEADING],
      titled.map(({ title, model }) => [
        title,
        model.words,
        ...['bytes', 'objects', 'maxBytes', 'maxObjects'].map((metric) => {
          const one = figure(model, metric, null);
          return one?.actual ? one.mean / one.actual : null;
        }),
      ]),
    ),
  );
  for (const [metric, heading] of [
    ['cpu', 'instructions an object'],
    ['efficiency', 'memory efficiency'],
  ]) {
    print(`\n${name}: ${heading}`);
    const actual: Cell[] = ZORN_ALLOCATORS.map((id) => figure(models[0], metric, id)?.actual ?? null);
    const rows: Cell[][] = titled.map(({ title, model }) => [
      title,
      ...ZORN_ALLOCATORS.map((id) => figure(model, metric, id)?.mean ?? null),
    ]);
    print(tableText(['model', ...ZORN_ALLOCATORS], [['ACTUAL', ...actual], ...rows]));
  }
}

function timeMeasure(text: string | undefined): TimeMeasure | undefined {
  if (text === undefined || text === 'ticks' || text === 'events') return text;
  throw new UsageError(`--time is "${text}", expected ticks or events`);
}

function missing(option: string, value: string): never {
  throw new UsageError(`${option} ${value} is missing`);
}

/** A model or variant that does not exist is wrong usage. */
function refused<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    throw error instanceof ModelError ? new UsageError(error.message) : error;
  }
}

async function json(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelError(`${path}: found ${JSON.stringify(text.slice(0, 40))}, expected a model as JSON`);
  }
}
