import { useMemo } from 'react';
import type { AllocatorDescriptor } from '../../src/allocators/descriptor';
import type { Column } from '../../src/worker/api';
import { describedIn } from './allocators';
import { useLab } from './store';

/** Letters that fit where space is dear. */
const SHORT = 16;

export interface ColumnName {
  readonly column: Column;
  readonly id: string;
  readonly title: string;
  /** For tabs and ends of curves: the title, or the id where that is long. */
  readonly short: string;
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
        const title = descriptor?.title ?? id;
        const short = title.length <= SHORT ? title : id;
        return { column: column as Column, id, title, short, descriptor };
      }),
    [allocators, modules],
  );
}
