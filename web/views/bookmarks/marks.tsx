import { lazy, Suspense } from 'react';
import { bookmarksOf, useLab } from '../../state/store';
import type { MarksProps } from './mark-flags';

/** Fetched with the first bookmark. */
const MarkFlags = lazy(() => import('./mark-flags'));

/** The bookmarks on a time axis, within an SVG. */
export function Marks(props: MarksProps) {
  if (useLab(bookmarksOf).length === 0) return null;
  return (
    <Suspense>
      <MarkFlags {...props} />
    </Suspense>
  );
}
