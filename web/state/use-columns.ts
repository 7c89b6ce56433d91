import { useMemo } from 'react';
import { findAllocator } from '../../src/allocators/list';
import type { Column } from '../../src/worker/api';
import { useLab } from './store';

export interface ColumnName {
  readonly column: Column;
  readonly id: string;
  readonly title: string;
}

/** The columns of the page with the names of their allocators. */
export function useColumns(): readonly ColumnName[] {
  const allocators = useLab((state) => state.experiment.allocators);
  return useMemo(
    () =>
      allocators.map(({ id }, column) => ({
        column: column as Column,
        id,
        title: findAllocator(id)?.title ?? id,
      })),
    [allocators],
  );
}
