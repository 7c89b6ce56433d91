/** lab cache: memory accesses through the caches of a machine. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Modules } from '../engine/modules';
import { AddressesError, cachesOnly, levelCounts, sendAccesses } from '../machine/cache-run';
import { type Machine, MachineError } from '../machine/machine';
import { MachineModel } from '../machine/model';
import { MACHINES, machineOf } from '../machine/presets';
import { parseWords } from './args';
import { UsageError } from './command';
import { nodeModules } from './node-modules';
import { print, printJson, tableText } from './output';

const PAIR = 8;

/** A machine by its id, or from the file that holds its document. */
export async function machineFrom(idOrFile: string): Promise<Machine> {
  if (MACHINES.some(({ id }) => id === idOrFile) || !/[./\\]/.test(idOrFile)) return machineOf(idOrFile);
  const text = await readFile(idOrFile, 'utf8');
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new MachineError('', `${idOrFile} is not JSON: ${(error as Error).message}`);
  }
  return machineOf(document);
}

/** The file's accesses, in pieces of whole pairs. */
async function* pairsOf(file: string): AsyncGenerator<Uint32Array> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 22 })) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : (chunk as Buffer);
    const whole = bytes.length - (bytes.length % PAIR);
    // A copy: the file's buffer may start at any address, words may not.
    yield new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + whole) as ArrayBuffer);
    rest = bytes.subarray(whole);
  }
  if (rest.length > 0) {
    throw new AddressesError(
      `${file}: ${rest.length} bytes after the last pair, expected pairs of ${PAIR} bytes`,
    );
  }
}

/** `lab cache`: a machine's counts for a file of addresses. @throws UsageError, AddressesError, MachineError */
export async function run(words: readonly string[]): Promise<void> {
  const { values } = parseWords(
    words,
    { machine: { type: 'string' }, addresses: { type: 'string' }, json: { type: 'boolean' } },
    [],
  );
  if (values.machine === undefined) throw new UsageError('--machine is missing');
  if (values.addresses === undefined) throw new UsageError('--addresses is missing');
  const machine = cachesOnly(await machineFrom(values.machine));
  const model = await MachineModel.create(new Modules(nodeModules), machine);
  let sent = 0;
  for await (const pairs of pairsOf(values.addresses)) {
    sendAccesses(model, pairs, sent);
    sent += pairs.length / 2;
  }
  const levels = levelCounts(model);
  if (values.json) {
    printJson({ levels });
    return;
  }
  const heading = ['level', 'accesses', 'hits', 'misses', 'evictions', 'write hits', 'replacements'];
  const rows = levels.map((l) => [
    l.name,
    l.accesses,
    l.hits,
    l.misses,
    l.evictions,
    l.writeHits,
    l.replacements,
  ]);
  print(tableText(heading, rows));
}
