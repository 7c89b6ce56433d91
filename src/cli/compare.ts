import { allocators } from '../allocators/list';
import { findFaults } from '../engine/fault-steps';
import { Modules } from '../engine/modules';
import { replay } from '../engine/replay';
import type { RunSummary } from '../engine/run';
import { linkEvents } from '../trace/links';
import { parseWords } from './args';
import { UsageError } from './command';
import { allocatorOf } from './config';
import { nodeModules } from './node-modules';
import { print, printJson, say, tableText } from './output';
import { openTrace } from './traces';

/** `lab compare TRACE [FILE.wasm…] [--allocators A,B,…]`: one row, or one replay object, an allocator. */
export async function run(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(
    words,
    { allocators: { type: 'string' }, json: { type: 'boolean' } },
    ['TRACE', 'FILE.wasm…'],
  );
  const [path, ...own] = positionals;
  const listed = values.allocators?.split(',') ?? allocators.map(({ id }) => id);
  const ids = [...listed, ...own];
  if (ids.includes('')) throw new UsageError(`--allocators is "${values.allocators}", expected A,B,…`);
  const modules = new Modules(nodeModules);
  const chosen = [];
  for (const id of ids) chosen.push(await allocatorOf(modules, id));
  const trace = await openTrace(path);
  const links = linkEvents(trace);
  const summaries: RunSummary[] = [];
  let faults = 0;
  for (const { id } of chosen) {
    const done = await replay(modules, trace, { id, params: {} }, { links });
    const { count } = await findFaults(modules, done, 1);
    summaries.push(done.summary);
    faults += count;
    if (count > 0) say(`${id}: ${count} faults; lab replay names them`);
  }
  if (values.json) printJson(summaries);
  else print(comparison(summaries));
  if (faults > 0) throw new Error(`${faults} faults`);
}

function comparison(summaries: readonly RunSummary[]): string {
  const heading = [
    'allocator',
    'efficiency',
    'peak footprint ÷ live',
    'peak footprint',
    'instructions/op',
    'loads/op',
    'stores/op',
    'free blocks',
    'failures',
    'fingerprint',
  ];
  const rows = summaries.map((each) => [
    each.allocator,
    each.memoryEfficiency,
    each.fragmentationRatio,
    each.peakFootprintBytes,
    each.instructionsPerOp,
    each.loadsPerOp,
    each.storesPerOp,
    each.freeBlocks,
    each.failures,
    each.fingerprint,
  ]);
  return tableText(heading, rows);
}
