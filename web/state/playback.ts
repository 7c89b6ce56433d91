/** Moves the cursor: by hand, and by itself at so many events a second. */
import { setCursor, setStep } from './document';
import { cursorOf, eventsOf, stepsOf, useLab } from './store';

const { getState, setState } = useLab;

/** Speeds to choose from, events (or sub-steps) a second. */
export const SPEEDS = [1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10_000] as const;

export const nextEvent = (by = 1): void => setCursor(cursorOf(getState()) + by);

/** Into the event, or on to its next sub-step; past the last one, out of it. */
export function stepIn(): void {
  const state = getState();
  const { step } = state.experiment.view;
  const steps = stepsOf(state);
  if (step === null) setStep(0);
  else setStep(step + 1 < steps ? step + 1 : null);
}

/** Back by a sub-step; before the first one, out of the event. */
export function stepBack(): void {
  const { step } = getState().experiment.view;
  if (step !== null) setStep(step > 0 ? step - 1 : null);
}

export const stepOut = (): void => setStep(null);

export function toggle(): void {
  if (getState().playing) setState({ playing: false });
  else play();
}

function play(): void {
  const state = getState();
  if (eventsOf(state) === 0) return;
  if (cursorOf(state) >= eventsOf(state) - 1 && state.experiment.view.step === null) setCursor(0);
  setState({ playing: true });
  let last = performance.now();
  let due = 0;
  const frame = (now: number) => {
    if (!getState().playing) return;
    due += ((now - last) / 1000) * getState().speed;
    last = now;
    const whole = Math.floor(due);
    if (whole > 0) {
      due -= whole;
      advance(whole);
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

function advance(by: number): void {
  const state = getState();
  const { step } = state.experiment.view;
  const last = eventsOf(state) - 1;
  if (step === null) {
    setCursor(cursorOf(state) + by);
    if (cursorOf(getState()) >= last) setState({ playing: false });
    return;
  }
  // Inside events: by sub-steps, through one event after the other; waits for the steps of an event to arrive.
  if (state.shown.some((shown) => shown !== null && shown.moment.event.event !== cursorOf(state))) return;
  const { page } = state.experiment.view;
  if (page === 'machine' && state.accesses?.cursor !== cursorOf(state)) return;
  if (step + by < stepsOf(state)) setStep(step + by);
  else if (cursorOf(state) < last)
    setState(({ experiment }) => ({
      experiment: {
        ...experiment,
        view: { ...experiment.view, cursor: experiment.view.cursor + 1, step: 0 },
      },
    }));
  else setState({ playing: false });
}

export function changeSpeed(by: 1 | -1): void {
  const at = SPEEDS.findIndex((speed) => speed >= getState().speed);
  setState({ speed: SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))] });
}
