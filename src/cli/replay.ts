import { writeFile } from 'node:fs/promises';
import { Modules } from '../engine/modules';
import { replay } from '../engine/replay';
import type { Run } from '../engine/run';
import type { AllocatorConfig } from '../experiment/document';
import { allocates } from '../trace/trace';
import { parseWords } from './args';
import { UsageError } from './command';
import { allocatorOf, paramsOf } from './config';
import { nodeModules } from './node-modules';
import { print, printJson, say, tableText } from './output';
import { openTrace } from './traces';

/** `lab replay TRACE --allocator ID …`: the figures of one run. */
export async function run(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(
    words,
    {
      allocator: { type: 'string' },
      param: { type: 'string', multiple: true, default: [] },
      addresses: { type: 'string' },
      json: { type: 'boolean' },
    },
    ['TRACE'],
  );
  if (values.allocator === undefined) throw new UsageError('--allocator is missing');
  const descriptor = allocatorOf(values.allocator);
  const config: AllocatorConfig = { id: descriptor.id, params: paramsOf(descriptor, values.param) };
  const trace = await openTrace(positionals[0]);
  const done = await replay(new Modules(nodeModules), trace, config);
  if (values.addresses !== undefined) await writeFile(values.addresses, addressesOf(done));
  if (values.json) printJson(done.summary);
  else print(tableText(['figure', 'value'], Object.entries(done.summary)));
  reportFaults(done);
}

/**
 * One little-endian u32 an allocating event (malloc, calloc, memalign, realloc): the block's offset from the heap's
 * start, 0 where the request failed. No block of an allocator with headers stands at offset 0.
 */
export function addressesOf({ trace, timeline, events, heapStart }: Run): Uint8Array {
  const bytes = new Uint8Array(4 * trace.op.reduce((count, op) => count + Number(allocates(op)), 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (let event = 0; event < trace.length; event++) {
    if (!allocates(trace.op[event])) continue;
    const address = event < events ? timeline.address.at(event) : 0;
    view.setUint32(at, address === 0 ? 0 : address - heapStart, true);
    at += 4;
  }
  return bytes;
}

/** What the shadow table found goes to standard error; a run with faults is a failure. */
export function reportFaults(done: Run): void {
  for (const { event, kind, message } of done.faults.slice(0, 20)) say(`event ${event}: ${kind}: ${message}`);
  if (done.faultCount > 20) say(`… and ${done.faultCount - 20} more`);
  if (done.faultCount > 0) throw new Error(`${done.faultCount} faults in the run of ${done.descriptor.id}`);
}
