import { lazy, Suspense } from 'react';
import { bookmarksOf, useLab } from '../../state/store';

/** Fetched with the first bookmark. */
const BookmarkList = lazy(() => import('./bookmark-list'));

/** The document's bookmarks, where there are any. */
export function BookmarksView() {
  if (useLab(bookmarksOf).length === 0) return null;
  return (
    <Suspense>
      <BookmarkList />
    </Suspense>
  );
}
