import type { Modules } from '../engine/modules';
import type { Trace } from '../trace/trace';
import { Model } from './models';
import { Random } from './random';

/**
 * The trace of a workload that is a fitted model.
 * @param document what `Model.toJSON` gave
 * @param events length; 0 for as long as the execution that the model was fitted to
 * @throws ModelError for a document that is none; TooManyEvents
 */
export async function generateTrace(
  modules: Modules,
  document: unknown,
  seed: number,
  events: number,
): Promise<Trace> {
  const model = Model.fromJSON(document);
  const random = await Random.load(modules);
  return model.generate(random, seed, events > 0 ? { events } : undefined);
}
