import type { CycleKind } from '../../../src/machine/result';
import type { Colours } from '../../styles/palette';

/** How a kind of cycles is shown. */
interface Kind {
  readonly name: string;
  readonly title: string;
  readonly colour: keyof Colours;
  /** Part of the lane's height that it fills: what is lost is lower than what is won. */
  readonly height: number;
}

/** What became of a processor's cycles, in words and colours. */
export const KINDS: Readonly<Record<CycleKind, Kind>> = {
  work: { name: 'running', title: 'Executing instructions', colour: 'live', height: 1 },
  cacheMiss: {
    name: 'missing',
    title: 'Waiting for a line from a farther cache or memory',
    colour: 'slack',
    height: 0.8,
  },
  tlbMiss: { name: 'page walk', title: 'Waiting for the address of a page', colour: 'column2', height: 0.65 },
  coherence: {
    name: 'coherence',
    title: 'Waiting for another cache to give a line up',
    colour: 'visited',
    height: 0.9,
  },
  lockWait: { name: 'lock', title: 'Waiting for a lock', colour: 'event', height: 0.7 },
  barrierWait: {
    name: 'barrier',
    title: 'Waiting for the others at a barrier',
    colour: 'freeInk',
    height: 0.45,
  },
  idle: {
    name: 'idle',
    title: 'Nothing to do, or the object is not there yet',
    colour: 'free',
    height: 0.25,
  },
};
