import { TW_PHASES } from '../../../src/simulations/timewarp-clocks';
import { PHASES } from '../../../src/simulations/yawns-processor';
import type { Colours } from '../../styles/palette';

/** How a phase of a processor's time is drawn. */
export interface PhaseLook {
  readonly name: string;
  readonly title: string;
  readonly colour: keyof Colours;
  /** Part of the lane's height that it fills: what is lost is lower than what is won. */
  readonly height: number;
}

/** In the order of PHASES. */
const yawns: Readonly<Record<(typeof PHASES)[number], PhaseLook>> = {
  work: { name: 'work', title: 'Events of the window: the useful part', colour: 'live', height: 1 },
  sending: { name: 'sending', title: 'Packing and sending messages', colour: 'slack', height: 0.8 },
  waiting: {
    name: 'waiting',
    title: 'Waiting for the slowest processor and the global minimum',
    colour: 'freeInk',
    height: 0.35,
  },
  receiving: {
    name: 'receiving',
    title: 'Allocating and copying messages received',
    colour: 'column1',
    height: 0.65,
  },
};

/** In the order of TW_PHASES. */
const timewarp: Readonly<Record<(typeof TW_PHASES)[number], PhaseLook>> = {
  forward: { name: 'forward', title: 'Executing events forward', colour: 'live', height: 1 },
  saving: { name: 'saving', title: 'Saving states', colour: 'column0', height: 0.85 },
  rollback: {
    name: 'rollback',
    title: 'Undoing events, restoring a state, sending anti-messages',
    colour: 'event',
    height: 0.9,
  },
  coasting: {
    name: 'coasting',
    title: 'Executing events again from the saved state to the straggler',
    colour: 'visited',
    height: 0.75,
  },
  receiving: { name: 'receiving', title: 'Taking messages in', colour: 'column1', height: 0.65 },
  reduction: { name: 'GVT', title: 'Computing GVT and collecting fossils', colour: 'slack', height: 0.55 },
  waiting: { name: 'waiting', title: 'Waiting for the others', colour: 'freeInk', height: 0.35 },
};

export const looks = {
  yawns: PHASES.map((phase) => yawns[phase]),
  timewarp: TW_PHASES.map((phase) => timewarp[phase]),
} as const satisfies Record<string, readonly PhaseLook[]>;
