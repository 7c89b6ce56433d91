/** lab yawns: a conservative parallel simulation on an allocator, or the largest board that a memory holds. */
import { Modules } from '../engine/modules';
import { largestBoard } from '../simulations/boards';
import { parseYawns, runYawns, type YawnsResult } from '../simulations/yawns';
import { natural, parseWords, refuse } from './args';
import { UsageError } from './command';
import { allocatorOf, paramsOf } from './config';
import { nodeModules } from './node-modules';
import { print, printJson, tableText } from './output';

const MODELS = ['hypercube', 'life'];
/** The report's largest boards: 16 processors, 256 cells a row, 25 steps, a fifth of the cells alive. */
const BOARD = { columns: 256, steps: 25, density: 0.2, processors: 16 };

const options = {
  allocator: { type: 'string', default: 'sysv' },
  param: { type: 'string', multiple: true },
  processors: { type: 'string' },
  seed: { type: 'string', default: '1' },
  memory: { type: 'string' },
  until: { type: 'string' },
  rule: { type: 'string' },
  caches: { type: 'boolean' },
  largest: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** `lab yawns`. @throws UsageError, YawnsError, ConfigError */
export async function run(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(words, options, ['hypercube|life?']);
  const kind = positionals[0] ?? (values.largest ? 'life' : 'hypercube');
  if (!MODELS.includes(kind)) throw new UsageError(`the model is "${kind}", expected ${MODELS.join(' or ')}`);
  if (values.largest) {
    if (kind !== 'life') throw new UsageError('--largest is for the model life');
    refuse(values, ['processors', 'until', 'caches'], 'with --largest, whose boards are the report’s');
    if (values.memory === undefined) throw new UsageError('--memory is missing');
  }
  if (kind !== 'life') refuse(values, ['rule'], `with the model ${kind}; it is for life`);
  const modules = new Modules(nodeModules);
  const descriptor = await allocatorOf(modules, values.allocator);
  const allocator = { id: descriptor.id, params: paramsOf(descriptor, values.param ?? []) };
  const seed = natural(values.seed, '--seed');
  const memoryBytes = natural(values.memory ?? '0', '--memory', { min: values.largest ? 1 : 0 });
  const until = values.until === undefined ? undefined : natural(values.until, '--until');
  const model = kind === 'life' ? { kind, steps: until, rule: values.rule } : { kind, until };
  const setups = (values.processors ?? '1').split(',').map((processors) =>
    parseYawns({
      model,
      allocator,
      processors: natural(processors, '--processors', { min: 1 }),
      seed,
      caches: values.caches ?? false,
      memoryBytes,
    }),
  );
  const [{ model: board }] = setups;
  if (values.largest && board.kind === 'life') {
    const found = await largestBoard(modules, { ...BOARD, allocator, memoryBytes, seed, rule: board.rule });
    if (values.json) printJson({ ...BOARD, ...found });
    else print(`${found.rows} × ${BOARD.columns} cells (${found.runs} runs)`);
    return;
  }
  const results: YawnsResult[] = [];
  for (const setup of setups) results.push(await runYawns(modules, setup));
  if (values.json) printJson(setups.length === 1 ? results[0] : results);
  else print(text(results));
}

function text(results: readonly YawnsResult[]): string {
  const heading = ['processors', 'seconds', 'utilization', 'speedup', 'workload', 'events', 'history', ''];
  const rows = results.map((result) => [
    result.processors.length,
    result.seconds,
    result.utilization,
    results[0].processors.length === 1 ? results[0].seconds / result.seconds : null,
    result.workloadSeconds,
    result.events,
    result.history,
    result.failure
      ? `out of memory on processor ${result.failure.processor} at time ${result.failure.time}`
      : '',
  ]);
  return tableText(heading, rows);
}
