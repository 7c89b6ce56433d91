import { findAllocator } from '../../src/allocators/list';
import type { Column } from '../../src/worker/api';
import { useLab } from '../state/store';

/** Chooses the column that the side panels speak of; nothing to choose where there is one. */
export function ColumnTabs() {
  const allocators = useLab((state) => state.experiment.allocators);
  const active = useLab((state) => state.active);
  if (allocators.length < 2) return null;
  return (
    <div className="segments" role="group" aria-label="Column">
      {allocators.map(({ id }, column) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its index
          key={column}
          type="button"
          aria-pressed={column === active}
          onClick={() => useLab.setState({ active: column as Column })}
        >
          {findAllocator(id)?.title ?? id}
        </button>
      ))}
    </div>
  );
}
