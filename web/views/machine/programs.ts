import * as kumar from '../../../src/experiment/catalogue/kumar-programs';

/** A program whose number of threads can be chosen. */
export interface Program {
  readonly id: string;
  readonly title: string;
  readonly source: (threads: number) => string;
}

/** Objects of the program that frees newest first: the square of it is what one thread may pay. */
const SEARCHED = 4_000;

/** Kumar's benchmark programs, as scripts. */
export const programs: readonly Program[] = [
  { id: 'memory-bound', title: 'memory bound', source: kumar.memoryBound },
  { id: 'cpu-bound', title: 'CPU bound', source: kumar.cpuBound },
  {
    id: 'newest-first',
    title: 'scalability, freed newest first',
    source: (threads) => kumar.newestFirst(threads, SEARCHED),
  },
  { id: 'scalability', title: 'scalability', source: kumar.scalability },
  { id: 'active-sharing', title: 'active false sharing', source: kumar.activeSharing },
  { id: 'passive-sharing', title: 'passive false sharing', source: kumar.passiveSharing },
  { id: 'fragmentation', title: 'fragmentation', source: kumar.fragmentation },
];
