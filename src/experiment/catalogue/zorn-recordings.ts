import type { Program } from './zorn-published';

/** Recordings of programs of the same names; null for the one that is not to be had. */
export const RECORDINGS: Readonly<Record<Program, string | null>> = {
  CFRAC: 'cfrac-32bit',
  CHAM: null,
  ESPRESSO: 'espresso-32bit',
  GAWK: 'gawk',
  GS: 'gs-text',
  PERL: 'perl',
};
