import type { ComponentType } from 'react';
import type { KeySection } from '../controls/keys';

export interface Page {
  /** Name in documents. */
  readonly id: string;
  readonly title: string;
  /** It shows the trace's cursor, and the keyboard moves it. */
  readonly cursor?: boolean;
  /** What the keyboard does there beyond the keys of every page; fetched with the dialog that shows it. */
  readonly keys?: () => Promise<{ default: readonly KeySection[] }>;
  /** Fetched when it is first opened. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** The pages in the order of the navigation. A new one is a file here and a line in this list. */
export const pages: readonly Page[] = [
  {
    id: 'lab',
    title: 'Lab',
    cursor: true,
    keys: () => import('../views/heap-map/keys'),
    load: () => import('./lab/lab-page'),
  },
  {
    id: 'machine',
    title: 'Machine',
    cursor: true,
    keys: () => import('../views/machine/keys'),
    load: () => import('./machine/machine-page'),
  },
  {
    id: 'simulations',
    title: 'Simulations',
    keys: () => import('./simulations/keys'),
    load: () => import('./simulations/simulations-page'),
  },
  {
    id: 'trace',
    title: 'Trace',
    keys: () => import('./trace/keys'),
    load: () => import('./trace/trace-page'),
  },
  { id: 'catalogue', title: 'Catalogue', load: () => import('./catalogue/catalogue-page') },
  { id: 'models', title: 'Models', load: () => import('./models/models-page') },
  {
    id: 'script',
    title: 'Script',
    keys: () => import('./script/keys'),
    load: () => import('./script/script-page'),
  },
];

/** Whether a page shows the cursor; a name that is unknown shows the lab. */
export const showsCursor = (id: string): boolean =>
  pages.find((page) => page.id === id)?.cursor ?? !pages.some((page) => page.id === id);
