import { useMemo } from 'react';
import type { AllocatorDescriptor } from '../../src/allocators/descriptor';
import type { Column } from '../../src/worker/api';
import { describedIn } from './allocators';
import { useLab } from './store';

export interface ColumnName {
  readonly column: Column;
  readonly id: string;
  readonly title: string;
  /** null for an allocator that the lab does not know. */
  readonly descriptor: AllocatorDescriptor | null;
}

/** The columns of the page with the names of their allocators. */
export function useColumns(): readonly ColumnName[] {
  const allocators = useLab((state) => state.experiment.allocators);
  const modules = useLab((state) => state.modules);
  return useMemo(
    () =>
      allocators.map(({ id }, column) => {
        const descriptor = describedIn({ modules }, id) ?? null;
        return { column: column as Column, id, title: descriptor?.title ?? id, descriptor };
      }),
    [allocators, modules],
  );
}
