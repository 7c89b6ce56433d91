import { nodeModules } from '../../../src/cli/node-modules';
import { Modules } from '../../../src/engine/modules';
import { type MachineDocument, parseMachine } from '../../../src/machine/machine';
import { MachineModel, type ModelOptions } from '../../../src/machine/model';

export const modules = new Modules(nodeModules);

/** Bytes of a line in the drawn machines; the line at 16·n is called by the n-th letter. */
export const LINE = 16;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const STATES = '.SEM';

export const model = (document: MachineDocument, options?: ModelOptions): Promise<MachineModel> =>
  MachineModel.create(modules, parseMachine(document), options);

/** Reads or writes bytes of a line called by its letter: all of it, or from one byte on. */
export function access(
  machine: MachineModel,
  processor: number,
  op: string,
  letter: string,
  byte = 0,
  bytes = LINE,
): void {
  machine.call('set_cpu', processor);
  machine.call(op === 'write' ? 'store' : 'load', LETTERS.indexOf(letter) * LINE + byte, bytes);
}

/**
 * One set as text, a star on modified lines, a dot for an empty way: the latest first where the policy keeps an order
 * (LRU: the latest use, FIFO: the latest arrival), else by way.
 */
export function drawSet(machine: MachineModel, level: number, instance: number, set = 0): string {
  const { ways, address, state, stamp } = machine.content(level, instance);
  return Array.from({ length: ways }, (_, way) => set * ways + way)
    .sort((a, b) => stamp[b] - stamp[a])
    .map((at) => (state[at] === 0 ? '.' : LETTERS[address[at] / LINE] + (state[at] === 3 ? '*' : '')))
    .join(' ');
}

/** The MESI state of a line in an instance, by its letter: M, E, S, or a dot where it is invalid. */
export function stateOf(machine: MachineModel, level: number, instance: number, letter: string): string {
  const { address, state } = machine.content(level, instance);
  const at = address.findIndex((a, i) => state[i] !== 0 && a === LETTERS.indexOf(letter) * LINE);
  return at < 0 ? '.' : STATES[state[at]];
}

/** Rows of a drawn table: lines of text, cells between bars; comment lines begin with #. */
export function rows(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
}

/** Runs a drawn sequence of "read X" and "write X" on one processor and returns it as it was drawn, with our sets. */
export function play(
  machine: MachineModel,
  text: string,
  sets: readonly (readonly [number, number])[],
): string[][] {
  return rows(text).map(([operation]) => {
    const [op, letter] = operation.split(' ');
    access(machine, 0, op, letter);
    return [operation, ...sets.map(([level, set]) => drawSet(machine, level, 0, set))];
  });
}
