import { lazy, Suspense } from 'react';
import type { Column } from '../../../src/worker/api';
import { useLab } from '../../state/store';

/** Fetched for the first allocator that has regions. */
const RegionsPanel = lazy(() => import('./regions-panel'));

/** Superblocks, stocks and page runs of an allocator that has such; nothing for the others. */
export function RegionsView({ column }: { readonly column: Column }) {
  const some = useLab((state) => (state.shown[column]?.moment?.regions.length ?? 0) > 0);
  return <Suspense>{some && <RegionsPanel column={column} />}</Suspense>;
}
