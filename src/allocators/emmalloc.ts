import type { AllocatorDescriptor } from './descriptor';

export const emmalloc: AllocatorDescriptor = {
  id: 'emmalloc',
  title: 'emmalloc',
  about: 'Emscripten’s small allocator: segregated lists, first fit, boundary tags',
  source: 'Emscripten’s system library',
  kind: null,
  files: ['emmalloc.c'],
  parameters: [],
  alignment: 8,
  walks: false,
  regions: [],
  mutex: true,
};
