import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fileSource } from '../../../src/cli/file-source';
import { nodeModules } from '../../../src/cli/node-modules';
import { Modules } from '../../../src/engine/modules';
import { TraceBuilder } from '../../../src/trace/builder';
import { readTrace } from '../../../src/trace/read';
import { Op, type Trace } from '../../../src/trace/trace';

const folder = fileURLToPath(new URL('../../../public/traces/', import.meta.url));

export const modules = new Modules(nodeModules);

/** Names of the recordings that ship with the lab. */
export const samples = readdirSync(folder)
  .filter((file) => file.endsWith('.trace.gz'))
  .map((file) => file.replace('.trace.gz', ''));

export const sample = (name: string): Promise<Trace> => readTrace(fileSource(`${folder}${name}.trace.gz`));

/** A trace drawn as text: "a 64" allocates the next object, "f 0" frees object 0, "r 1 100" resizes object 1. */
export function drawTrace(text: string): Trace {
  const builder = new TraceBuilder();
  let objects = 0;
  text
    .trim()
    .split(/\s*[,\n]\s*/)
    .forEach((event, time) => {
      const [what, first, second] = event.split(' ');
      const id = Number(first);
      if (what === 'a') builder.add(Op.malloc, objects++, id, time, 0, 0);
      else if (what === 'f') builder.add(Op.free, id, 0, time, 0, 0);
      else builder.add(Op.realloc, id, Number(second), time, 0, 0);
    });
  return builder.finish({ name: 'drawn', clock: 'events', notes: [] });
}

/** A seeded generator of whole numbers below n (a linear congruential one: Numerical Recipes' constants). */
export function numbers(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}
