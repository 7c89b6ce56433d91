import { writeFile } from 'node:fs/promises';
import { type Faults, findFaults } from '../engine/fault-steps';
import { Modules } from '../engine/modules';
import { replay } from '../engine/replay';
import type { Run } from '../engine/run';
import type { AllocatorConfig } from '../experiment/document';
import type { Machine } from '../machine/machine';
import { CYCLE_KINDS, type LevelAccount, type MachineResult } from '../machine/result';
import { observedAllocator, runOnMachine } from '../machine/run';
import { allocates } from '../trace/trace';
import { parseWords } from './args';
import { machineFrom } from './cache';
import { UsageError } from './command';
import { allocatorOf, paramsOf } from './config';
import { nodeModules } from './node-modules';
import { type Cell, print, printJson, say, tableText } from './output';
import { openTrace } from './traces';

/** Faults that are named one by one. */
const FAULTS_SHOWN = 20;

/** `lab replay TRACE --allocator ID …`: the figures of one run. */
export async function run(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(
    words,
    {
      allocator: { type: 'string' },
      param: { type: 'string', multiple: true, default: [] },
      machine: { type: 'string' },
      addresses: { type: 'string' },
      json: { type: 'boolean' },
    },
    ['TRACE'],
  );
  if (values.allocator === undefined) throw new UsageError('--allocator is missing');
  const modules = new Modules(nodeModules);
  const descriptor = await allocatorOf(modules, values.allocator);
  const config: AllocatorConfig = { id: descriptor.id, params: paramsOf(descriptor, values.param) };
  const machine = values.machine === undefined ? null : await machineFrom(values.machine);
  const trace = await openTrace(positionals[0]);
  const done = await replay(modules, trace, config);
  if (values.addresses !== undefined) await writeFile(values.addresses, addressesOf(done));
  const faults = await findFaults(modules, done, FAULTS_SHOWN);
  reportFaults(faults);
  const program = observedAllocator(modules, descriptor, config);
  const onMachine = machine && accountOf(machine, await runOnMachine(modules, trace, program, machine));
  if (values.json) printJson(onMachine ? { ...done.summary, machine: onMachine } : done.summary);
  else print(figures(done.summary, onMachine));
  if (faults.count > 0) throw new Error(`${faults.count} faults in the run of ${descriptor.id}`);
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

/** What the shadow table and the contents say, on standard error. */
function reportFaults({ faults, count }: Faults): void {
  for (const { event, kind, message, step } of faults)
    say(`event ${event}: ${kind}: ${message}${step === null ? '' : `; at sub-step ${step + 1}`}`);
  if (count > faults.length) say(`… and ${count - faults.length} more`);
}

type MachineAccount = ReturnType<typeof accountOf>;

/** The run on the machine in the numbers that a script asks for; `cycles` sums over the processors. */
function accountOf({ name }: Machine, result: MachineResult) {
  const { processors, time, workload, levels, tlb, locks } = result;
  const counts = ({ name: level, accesses, hits, misses, writeBacks }: LevelAccount) => ({
    name: level,
    accesses,
    hits,
    misses,
    evictions: writeBacks,
  });
  const cycles = Object.fromEntries(
    CYCLE_KINDS.map((kind) => [kind, processors.reduce((sum, each) => sum + each.cycles[kind], 0)]),
  );
  return {
    name,
    processors: processors.length,
    time,
    workload,
    cycles,
    levels: levels.map(counts),
    tlb: tlb.map(counts),
    lockCalls: locks.reduce((sum, { calls }) => sum + calls, 0),
    lockWaits: locks.reduce((sum, { waits }) => sum + waits, 0),
  };
}

function figures(summary: Run['summary'], machine: MachineAccount | null): string {
  const tables = [tableText(['figure', 'value'], Object.entries(summary))];
  if (machine) {
    const { name, levels, tlb, cycles, ...rest } = machine;
    const rows: [string, Cell][] = [...Object.entries(rest), ...Object.entries(cycles)];
    tables.push(tableText([name, 'value'], rows));
    const counted = [...levels, ...tlb].map((level) => Object.values(level));
    tables.push(tableText(['level', 'accesses', 'hits', 'misses', 'evictions'], counted));
  }
  return tables.join('\n\n');
}
