import { parse } from 'valibot';
import { expect, it } from 'vitest';
import { findAllocator } from '../../src/allocators/list';
import { documentSchema } from '../../src/experiment/document';
import { defaultExperiment } from '../../web/state/default-experiment';
import { sampleNamed } from '../../web/state/samples';

it('opens without a link on a whole document of known parts', () => {
  expect(parse(documentSchema, defaultExperiment)).toEqual(defaultExperiment);
  const { workload, allocators, version } = defaultExperiment;
  expect(
    parse(documentSchema, { version, workload, allocators: allocators.map(({ id }) => ({ id })) }),
  ).toEqual({
    ...defaultExperiment,
    view: { ...defaultExperiment.view, cursor: 0 },
  });
  expect(sampleNamed(workload.kind === 'sample' ? workload.name : '')).toBeDefined();
  for (const { id } of allocators) expect(findAllocator(id)).toBeDefined();
});
