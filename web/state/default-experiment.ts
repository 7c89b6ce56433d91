import * as v from 'valibot';
import { allocators } from '../../src/allocators/list';
import { DOCUMENT_VERSION, documentSchema, type Experiment } from '../../src/experiment/document';

const first = ['sysv', 'bsd'].filter((id) => allocators.some((allocator) => allocator.id === id));

/** What opens without a link: Nicol's two allocators under a real program, two thirds of the way in: a realloc that splits a block. */
export const defaultExperiment: Experiment = v.parse(documentSchema, {
  version: DOCUMENT_VERSION,
  workload: { kind: 'sample', name: 'perl' },
  allocators: first.map((id) => ({ id })),
  view: { cursor: 32_000 },
});
