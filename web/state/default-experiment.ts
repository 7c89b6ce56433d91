import * as v from 'valibot';
import { allocators } from '../../src/allocators/list';
import { DOCUMENT_VERSION, documentSchema, type Experiment } from '../../src/experiment/document';

const first = ['sysv', 'bsd'].filter((id) => allocators.some((allocator) => allocator.id === id));

/** What opens without a link: Nicol's two allocators under a real program, a third of the way in. */
export const defaultExperiment: Experiment = v.parse(documentSchema, {
  version: DOCUMENT_VERSION,
  workload: { kind: 'sample', name: 'gawk' },
  allocators: first.map((id) => ({ id })),
  view: { cursor: 20_000 },
});
