/** Recordings that ship with the lab, in public/traces. A test counts their events. */
export interface Sample {
  /** public/traces/NAME.trace.gz */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly events: number;
  readonly threads: number;
}

export const samples: readonly Sample[] = [
  {
    name: 'gawk',
    title: 'GNU Awk',
    about: 'statistics over 2,800 lines of six columns; nearly every string it makes it keeps',
    events: 60_854,
    threads: 1,
  },
  {
    name: 'perl',
    title: 'Perl',
    about: 'a script over 640 lines; small blocks, and 4,349 reallocs as its strings grow',
    events: 48_500,
    threads: 1,
  },
  {
    name: 'lld',
    title: 'LLD',
    about:
      'a linker, its first thread and three more; one block in five is freed by another thread than its own',
    events: 53_784,
    threads: 4,
  },
  {
    name: 'cfrac-32bit',
    title: 'CFRAC',
    about: 'factors an integer, as in 1992, built with 4-byte pointers; many tiny blocks that soon die',
    events: 461_380,
    threads: 1,
  },
  {
    name: 'espresso-32bit',
    title: 'ESPRESSO',
    about: 'minimises logic, as in 1992, built with 4-byte pointers; 355 sizes',
    events: 378_555,
    threads: 1,
  },
  {
    name: 'gs-text',
    title: 'Ghostscript',
    about: '18 pages of PostScript to text; 58 MB pass through 7 MB',
    events: 142_282,
    threads: 1,
  },
  {
    name: 'python-pymalloc',
    title: 'Python',
    about: 'JSON in and out; only what pymalloc leaves to malloc: 512 bytes and more',
    events: 4_139,
    threads: 1,
  },
  {
    name: 'sort',
    title: 'sort',
    about: 'GNU sort over text with a buffer of 1 MB; a few hundred blocks, good for a first look',
    events: 1_006,
    threads: 1,
  },
  {
    name: 'memcached',
    title: 'memcached',
    about: '1,500 connections; it asks for pages of 1 MB and runs its own slabs inside them',
    events: 582,
    threads: 5,
  },
];

export const sampleNamed = (name: string): Sample | undefined =>
  samples.find((sample) => sample.name === name);
