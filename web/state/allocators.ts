import type { AllocatorDescriptor } from '../../src/allocators/descriptor';
import { allocators, findAllocator } from '../../src/allocators/list';
import type { AllocatorConfig } from '../../src/experiment/document';
import type { LabState } from './store';

/** What the lab knows of an allocator: one of its own, or a module that the user brought. */
export const describedIn = (
  { modules }: Pick<LabState, 'modules'>,
  id: string,
): AllocatorDescriptor | undefined => findAllocator(id) ?? modules.find((module) => module.id === id);

/** Every allocator that can be chosen, the user's own last. */
export const choicesIn = ({ modules }: Pick<LabState, 'modules'>): readonly AllocatorDescriptor[] => [
  ...allocators,
  ...modules,
];

/** A configuration with the defaults of an allocator, the lab's or the user's. */
export function configOf({ moduleFiles }: Pick<LabState, 'moduleFiles'>, id: string): AllocatorConfig {
  const module = moduleFiles[id];
  return module ? { id, params: {}, module } : { id, params: {} };
}
