/** Inside a window or round: every block that was taken or given back, and the heap just after the one looked at. */
import { create } from 'zustand';
import type { Inside, InsideMoment } from '../../src/worker/simulation-api';
import { Newest } from './newest';
import { askHeld, frameOf, useSimulations } from './simulations';

interface InsideState {
  /** Frame that `rows` belong to. */
  readonly frame: number | null;
  readonly rows: Inside | null;
  /** What is shown; it may still be that of the row before. */
  readonly moment: InsideMoment | null;
  /** Frames that are run through again on the way to a frame; null where nothing is on its way. */
  readonly underWay: number | null;
  readonly playing: boolean;
}

export const useInside = create<InsideState>()(() => ({
  frame: null,
  rows: null,
  moment: null,
  underWay: null,
  playing: false,
}));
const { getState, setState } = useInside;
const moments = new Newest();

/** A block a tick. */
const TICK_MILLISECONDS = 140;

const step = (): number | null => useSimulations.getState().step;
const setStep = (row: number | null): void => {
  if (row === null) {
    useSimulations.setState({ step: null });
    return;
  }
  // What is looked at stays where it is, though the run may go on.
  useSimulations.setState((state) => ({ cursor: frameOf(state), step: row }));
};

useSimulations.subscribe((state, before) => {
  if (state.step === null) {
    if (getState().playing) setState({ playing: false });
  } else if (state.step !== before.step || state.cursor !== before.cursor) follow();
  if (state.view === null && before.view !== null)
    setState({ frame: null, rows: null, moment: null, underWay: null, playing: false });
});

/** Fetches what the cursor stands on. */
function follow(): void {
  moments.ask(async () => {
    const state = useSimulations.getState();
    const wanted = state.step;
    if (wanted === null) return;
    const frame = frameOf(state);
    if (getState().frame !== frame || getState().rows === null) {
      setState({ underWay: 0 });
      const rows = await askHeld((held) =>
        held.ask((simulation) => simulation.inside(frame, (frames) => setState({ underWay: frames }))),
      );
      setState({ underWay: null });
      if (rows === null) {
        setStep(null);
        return;
      }
      setState({ frame, rows, moment: null });
    }
    const { rows } = getState();
    if (rows === null || rows.count === 0) {
      setStep(null);
      return;
    }
    const row = Math.min(wanted, rows.count - 1);
    if (row !== wanted) setStep(row);
    const moment = await askHeld((held) => held.ask((simulation) => simulation.moment(frame, row)));
    if (moment !== null) setState({ moment });
  });
}

/** A document may say so before anybody has listened. */
if (step() !== null) follow();

/** Into the frame, or on to the next block; past the last one, out of it. */
export function stepIn(): void {
  const at = step();
  const { rows } = getState();
  if (at === null) setStep(0);
  else if (rows !== null) setStep(at + 1 < rows.count ? at + 1 : null);
}

/** Back by a block; before the first one, out of the frame. */
export function stepBack(): void {
  const at = step();
  if (at !== null) setStep(at > 0 ? at - 1 : null);
}

export const stepOut = (): void => setStep(null);

export function goToRow(row: number): void {
  const { rows } = getState();
  if (rows !== null) setStep(Math.max(0, Math.min(rows.count - 1, row)));
}

/** To the first block of the next event, or of the one before. */
export function stepEvent(by: 1 | -1): void {
  const at = step();
  const { rows } = getState();
  if (at === null) setStep(0);
  else if (rows !== null) setStep(eventFrom(rows, at, by));
}

/** First row of the next stretch of one event or errand; or of this one, and then the one before. */
export function eventFrom(
  rows: Pick<Inside, 'count' | 'processor' | 'event' | 'errand'>,
  row: number,
  by: 1 | -1,
): number {
  const same = (a: number, b: number) =>
    rows.processor[a] === rows.processor[b] &&
    rows.event[a] === rows.event[b] &&
    rows.errand[a] === rows.errand[b];
  const first = (at: number) => {
    let from = at;
    while (from > 0 && same(from - 1, at)) from--;
    return from;
  };
  if (by > 0) {
    let next = row;
    while (next < rows.count && same(next, row)) next++;
    return next < rows.count ? next : row;
  }
  const here = first(row);
  return here < row || here === 0 ? here : first(here - 1);
}

/** Goes on block by block until it is paused or the frame ends. */
export async function toggleInside(): Promise<void> {
  if (getState().playing) {
    setState({ playing: false });
    return;
  }
  setState({ playing: true });
  while (getState().playing) {
    const tick = new Promise((resolve) => setTimeout(resolve, TICK_MILLISECONDS));
    const at = step();
    const { rows, moment } = getState();
    // Waits for the picture, so that none is left out.
    if (rows !== null && at !== null && moment?.row === at) {
      if (at + 1 >= rows.count) break;
      setStep(at + 1);
    }
    await tick;
  }
  setState({ playing: false });
}
