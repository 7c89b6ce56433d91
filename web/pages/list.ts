import type { ComponentType } from 'react';

export interface Page {
  /** Name in documents. */
  readonly id: string;
  readonly title: string;
  /** Fetched when it is first opened. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** The pages in the order of the navigation. A new one is a file here and a line in this list. */
export const pages: readonly Page[] = [
  { id: 'lab', title: 'Lab', load: () => import('./lab/lab-page') },
  { id: 'machine', title: 'Machine', load: () => import('./machine/machine-page') },
  { id: 'catalogue', title: 'Catalogue', load: () => import('./catalogue/catalogue-page') },
  { id: 'models', title: 'Models', load: () => import('./models/models-page') },
  { id: 'script', title: 'Script', load: () => import('./script/script-page') },
];
