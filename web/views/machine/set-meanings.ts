/** What the colours and letters of a cache's places mean. */

import type { MachineView } from '../../../src/experiment/document';
import { Line } from '../../../src/machine/lines';
import type { SetContent } from '../../../src/worker/machine-api';
import type { Colours } from '../../styles/palette';

export type Pattern = 'plain' | 'rules' | 'dots' | 'strokes' | 'hollow';

export interface Meaning {
  readonly name: string;
  readonly title: string;
  readonly letter: string;
  readonly colour: keyof Colours;
  /** Letters and patterns over it. */
  readonly ink: keyof Colours;
  readonly pattern: Pattern;
}

const EMPTY: Meaning = {
  name: 'empty',
  title: 'No line has come here yet, or it was given up',
  letter: '',
  colour: 'free',
  ink: 'freeInk',
  pattern: 'hollow',
};

const owners: readonly Meaning[] = [
  EMPTY,
  {
    name: 'this thread’s',
    title: 'Objects that this processor’s thread allocated',
    letter: 't',
    colour: 'live',
    ink: 'panel',
    pattern: 'plain',
  },
  {
    name: 'others’',
    title: 'Objects that threads of other processors allocated',
    letter: 'o',
    colour: 'good',
    ink: 'panel',
    pattern: 'rules',
  },
  {
    name: 'both in one line',
    title:
      'Objects of several threads in one line: writing one takes the line from the other (false sharing)',
    letter: 'b',
    colour: 'visited',
    ink: 'ink',
    pattern: 'strokes',
  },
  {
    name: 'allocator’s',
    title: 'Headers, book-keeping and static data of the allocator',
    letter: 'a',
    colour: 'header',
    ink: 'panel',
    pattern: 'plain',
  },
  {
    name: 'freed memory',
    title: 'Nobody’s now: its block was freed, the line is still here',
    letter: 'f',
    colour: 'liveOld',
    ink: 'ink',
    pattern: 'dots',
  },
];

const states: readonly Meaning[] = [
  EMPTY,
  {
    name: 'shared',
    title: 'Other caches may have it too: a write has to ask',
    letter: 'S',
    colour: 'good',
    ink: 'panel',
    pattern: 'rules',
  },
  {
    name: 'exclusive',
    title: 'Only this cache has it, as memory does',
    letter: 'E',
    colour: 'liveOld',
    ink: 'ink',
    pattern: 'dots',
  },
  {
    name: 'modified',
    title: 'Only this cache has it, and memory does not know yet',
    letter: 'M',
    colour: 'live',
    ink: 'panel',
    pattern: 'plain',
  },
];

const intensities: readonly Meaning[] = [
  {
    name: 'neither',
    title: 'Outside the blocks that the allocator divides by the threshold',
    letter: '',
    colour: 'unknown',
    ink: 'unknownInk',
    pattern: 'plain',
  },
  {
    name: 'intensive',
    title: 'In a region for objects that are written often',
    letter: 'i',
    colour: 'visited',
    ink: 'ink',
    pattern: 'strokes',
  },
  {
    name: 'mild',
    title: 'In a region for objects that are seldom used',
    letter: 'm',
    colour: 'cached',
    ink: 'cachedInk',
    pattern: 'dots',
  },
];

const PAGE_COLOURS: readonly (keyof Colours)[] = [
  'live',
  'good',
  'column1',
  'visited',
  'column2',
  'meta',
  'event',
  'slack',
];
const DARK_INK = new Set<keyof Colours>(['visited', 'slack']);
const pages: readonly Meaning[] = PAGE_COLOURS.map((colour, i) => ({
  name: `page …${i}`,
  title: `Lines of pages of 4 KiB whose number ends in ${i} (mod 8)`,
  letter: String(i),
  colour,
  ink: DARK_INK.has(colour) ? 'ink' : 'panel',
  pattern: 'plain',
}));

const PAGE_BITS = 12;

/** The meanings of a colouring, and which one each place has. */
export function meaningsOf(
  colour: MachineView['colour'],
  { address, state, owner, intensity }: SetContent,
): { readonly meanings: readonly Meaning[]; readonly of: (index: number) => number } {
  switch (colour) {
    case 'owner':
      return { meanings: owners, of: (i) => owner[i] };
    case 'state':
      return { meanings: states, of: (i) => state[i] };
    case 'intensity':
      return {
        meanings: [EMPTY, ...intensities],
        of: (i) => (state[i] === 0 ? 0 : 1 + intensity[i]),
      };
    case 'page':
      return {
        meanings: [EMPTY, ...pages],
        of: (i) => (state[i] === 0 ? 0 : 1 + ((address[i] >>> PAGE_BITS) & 7)),
      };
  }
}

export const ownerWords = (owner: number): string => owners[owner].name;
export const stateWords = (state: number): string => states[state].name;
export const isEmpty = (owner: number): boolean => owner === Line.empty;
