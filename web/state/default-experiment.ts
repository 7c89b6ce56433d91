import type { Experiment } from '../../src/experiment/document';

/**
 * What opens without a link: Nicol's two allocators under a real program, two thirds of the way in: a realloc that
 * splits a block. Written out in full, because the schema that fills gaps is fetched only when there is a link to read.
 */
export const defaultExperiment: Experiment = {
  version: 1,
  title: '',
  workload: { kind: 'sample', name: 'perl' },
  allocators: [
    { id: 'sysv', params: {} },
    { id: 'bsd', params: {} },
  ],
  machine: null,
  seed: 1,
  view: { cursor: 32_000, step: null, window: null, range: null, metric: 'footprint', page: 'lab' },
  fingerprints: [],
};
