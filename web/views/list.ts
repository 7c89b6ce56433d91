import type { ComponentType } from 'react';
import type { Column } from '../../src/worker/api';
import { AllocatorView } from './allocator/allocator-view';
import { BlockView } from './block/block-view';
import { BookmarksView } from './bookmarks/bookmarks-view';
import { EventView } from './event/event-view';
import { SentenceView } from './event/sentence-view';
import { FragmentationView } from './fragmentation/fragmentation-view';
import { FreeListsView } from './free-lists/free-lists-view';
import { HeapMapView } from './heap-map/heap-map-view';
import { Legend } from './heap-map/legend';
import { OverTimeView } from './over-time/over-time-view';
import { RegionsView } from './regions/regions-view';
import { SourceView } from './source/source-view';
import { TransportView } from './transport/transport-view';

/** A part of the lab's page. `column`: once for each allocator; `foot` (below the columns), `side` and
 * `bottom`: once, for all of them. */
export type View = { readonly id: string } & (
  | { readonly place: 'column'; readonly Component: ComponentType<{ readonly column: Column }> }
  | { readonly place: 'foot' | 'side' | 'bottom'; readonly Component: ComponentType }
);

/** The lab's views from top to bottom. A new one is a file here and a line in this list. */
export const views: readonly View[] = [
  { id: 'allocator', place: 'column', Component: AllocatorView },
  { id: 'fragmentation', place: 'column', Component: FragmentationView },
  { id: 'heap-map', place: 'column', Component: HeapMapView },
  { id: 'free-lists', place: 'column', Component: FreeListsView },
  { id: 'regions', place: 'column', Component: RegionsView },
  { id: 'legend', place: 'foot', Component: Legend },
  { id: 'sentence', place: 'side', Component: SentenceView },
  { id: 'bookmarks', place: 'side', Component: BookmarksView },
  { id: 'block', place: 'side', Component: BlockView },
  { id: 'source', place: 'side', Component: SourceView },
  { id: 'event', place: 'side', Component: EventView },
  { id: 'over-time', place: 'bottom', Component: OverTimeView },
  { id: 'transport', place: 'bottom', Component: TransportView },
];
