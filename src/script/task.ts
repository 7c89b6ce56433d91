import type { Random } from '../random';
import type { ScriptRecorder } from './recorder';

/** Most statements and turns of loops that a script may run: what ends an endless loop. */
export const MOST_STEPS = 50_000_000;

/** What every statement of a running script can reach. */
export class Machine {
  steps = 0;

  constructor(
    readonly recorder: ScriptRecorder,
    readonly random: Random,
  ) {}
}

/** One flow of control: the script itself, or a thread of a `thread` block. */
export class Task {
  /** Set by barrier() until all threads have come to theirs. */
  waiting = false;

  constructor(
    readonly machine: Machine,
    readonly cpu: number,
    readonly inThread: boolean,
  ) {}
}
