import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { AllocatorDescriptor, Parameter } from '../allocators/descriptor';
import { allocators, findAllocator } from '../allocators/list';
import type { Modules } from '../engine/modules';
import { addUserModule } from '../engine/user-module';
import type { AllocatorConfig } from '../experiment/document';
import { natural } from './args';
import { UsageError } from './command';

/**
 * An allocator of the list by its id, or a module of one's own by its file, FILE.wasm.
 * @throws UsageError that lists those there are; ModuleError for a file that is no allocator
 */
export async function allocatorOf(modules: Modules, idOrFile: string): Promise<AllocatorDescriptor> {
  const found = findAllocator(idOrFile);
  if (found) return found;
  if (!idOrFile.endsWith('.wasm'))
    throw new UsageError(
      `there is no allocator "${idOrFile}"; there are ${allocators.map((each) => each.id).join(', ')}, and FILE.wasm`,
    );
  return addUserModule(modules, basename(idOrFile), new Uint8Array(await readFile(idOrFile)));
}

/**
 * The parameters that `--param name=value` give; a choice may be given by its name or its number.
 * @throws UsageError for a name that the allocator does not have, or a value out of range, with those it has
 */
export function paramsOf(
  descriptor: AllocatorDescriptor,
  words: readonly string[],
): AllocatorConfig['params'] {
  return Object.fromEntries(words.map((word) => paramOf(descriptor, word)));
}

function paramOf({ id, parameters }: AllocatorDescriptor, word: string): readonly [string, number] {
  const at = word.indexOf('=');
  if (at < 1) throw new UsageError(`--param is "${word}", expected NAME=VALUE`);
  const name = word.slice(0, at);
  const value = word.slice(at + 1);
  const parameter = parameters.find((each) => each.name === name);
  if (!parameter) {
    const known = parameters.length === 0 ? 'none' : parameters.map(parameterText).join('; ');
    throw new UsageError(`${id} has no parameter "${name}"; it has ${known}`);
  }
  const choice = parameter.choices?.indexOf(value) ?? -1;
  if (choice >= 0) return [name, choice];
  const { min, max } = parameter;
  return [name, natural(value, `parameter ${name} of ${id}`, { min, max })];
}

/** `lists (1 to 64; default 10; paper 10)`, or the names of its choices; the paper's value where it names one. */
export function parameterText({ name, min, max, choices, paper, ...parameter }: Parameter): string {
  const range = choices ? choices.map((choice, i) => `${i} ${choice}`).join(', ') : `${min} to ${max}`;
  const published = paper ? `; paper ${paper.value}` : '';
  return `${name} (${range}; default ${parameter.default}${published})`;
}
