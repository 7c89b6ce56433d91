import type { AllocatorConfig, Experiment } from '../document';
import { parseExperiment } from '../parse';

/** An experiment whose workload is a trace script, as a preset opens it: readable and ready to be changed. */
export function scripted(
  title: string,
  source: string,
  allocators: readonly (string | AllocatorConfig)[],
  metric: string,
): Experiment {
  return parseExperiment({
    version: 1,
    title,
    workload: { kind: 'script', name: title, source: `${source.trim()}\n` },
    allocators: allocators.map((each) => (typeof each === 'string' ? { id: each } : each)),
    view: { metric },
  });
}
