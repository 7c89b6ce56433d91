import { useEffect } from 'react';
import { IconButton } from '../../controls/icon-button';
import { actionOn, type KeyActions } from '../../controls/keys';
import { count } from '../../format';
import { stepBack, stepEvent, stepIn, stepOut, toggleInside } from '../../state/inside';
import {
  cancelSimulation,
  finish,
  frameOf,
  look,
  stepWindow,
  togglePlay,
  useSimulations,
} from '../../state/simulations';
import { useLab } from '../../state/store';
import type { insideKeys, outsideKeys } from './keys';

/** Moves the run on, and the cursor over what there is of it. */
export function Controls() {
  const state = useSimulations();
  const { view, step, going } = state;
  const unit = view?.document.kind === 'timewarp' ? 'GVT round' : 'window';
  useKeys();
  const last = Math.max(0, (view?.frames.length ?? 1) - 1);
  const at = frameOf(state);
  const over = view !== null && view.result !== null;
  const busy = going === 'finishing' || going === 'starting';
  const frame = view?.frames[at];
  const simulated =
    frame === undefined ? 0 : frame.kind === 'yawns' ? frame.sample.ceiling : frame.sample.gvt;
  return (
    <section className="sim-tools" aria-label="Run">
      <IconButton icon="first" label={`First ${unit} (Home)`} onClick={() => look(0)} disabled={last === 0} />
      <IconButton
        icon="back"
        label={`One ${unit} back (←)`}
        onClick={() => look(Math.max(0, at - 1))}
        disabled={at === 0}
      />
      <IconButton
        icon={going === 'playing' ? 'pause' : 'play'}
        label={going === 'playing' ? 'Pause (Space)' : 'Play (Space)'}
        className="play"
        onClick={() => void togglePlay()}
        disabled={over || busy}
      />
      <IconButton
        icon="next"
        label={`One ${unit} on (→)`}
        onClick={() => forward(at, last)}
        disabled={busy || (over && at >= last)}
      />
      <IconButton
        icon="into"
        label={`Into the ${unit}, to its events and blocks (↓)`}
        onClick={stepIn}
        disabled={frame === undefined || busy || step !== null}
      />
      {going === 'finishing' ? (
        <button type="button" className="button" onClick={cancelSimulation}>
          Cancel
        </button>
      ) : (
        <button type="button" className="button" disabled={over || busy} onClick={() => void finish()}>
          Run to the end
        </button>
      )}
      <input
        type="range"
        className="sim-scrubber"
        aria-label={capital(unit)}
        min={0}
        max={last}
        value={at}
        disabled={view === null}
        aria-valuetext={`${unit} ${count(at)} of ${count(last)}`}
        onChange={({ target }) => look(Number(target.value))}
      />
      <span className="num" role="status">
        {view === null
          ? going === 'starting'
            ? 'setting up …'
            : 'nothing is set up'
          : `${unit} ${frame ? count(frame.kind === 'yawns' ? frame.sample.window : frame.sample.round) : 0} · simulated time ${Number(simulated.toFixed(2))} of ${view.end}`}
      </span>
      {view !== null && !over && (
        <progress
          aria-label="Simulated time that is over"
          max={view.end}
          value={Math.min(view.end, simulated)}
        />
      )}
    </section>
  );
}

const capital = (words: string): string => words[0].toUpperCase() + words.slice(1);

/** On to the next frame that there is, or else that the run comes to. */
function forward(at: number, last: number): void {
  if (at < last) look(at + 1 === last ? null : at + 1);
  else void stepWindow();
}

/** Much as in the lab. */
function useKeys(): void {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || useLab.getState().dialog !== null) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (target instanceof HTMLElement && target.closest('input, select, textarea, summary, [tabindex="0"]'))
        return;
      if (event.key === ' ' && target instanceof HTMLElement && target.closest('button')) return;
      const actions: Readonly<Record<string, () => void>> =
        useSimulations.getState().step === null ? outside() : inside;
      const key = actionOn(actions, event.key);
      if (!key) return;
      event.preventDefault();
      key();
    };
    // Before the lab's own keys hear of it.
    addEventListener('keydown', act, { capture: true });
    return () => removeEventListener('keydown', act, { capture: true });
  }, []);
}

const inside: KeyActions<typeof insideKeys> = {
  ' ': () => void toggleInside(),
  ArrowRight: () => stepEvent(1),
  ArrowLeft: () => stepEvent(-1),
  ArrowDown: stepIn,
  ArrowUp: stepBack,
  Escape: stepOut,
};

/** The arrow up does nothing here, so that one that was to lead out does not scroll. */
function outside(): KeyActions<typeof outsideKeys> & { readonly ArrowUp: () => void } {
  const state = useSimulations.getState();
  const last = Math.max(0, (state.view?.frames.length ?? 1) - 1);
  const at = frameOf(state);
  const idle = state.going === 'paused';
  return {
    ' ': () => void togglePlay(),
    ArrowRight: () => {
      if (idle || at < last) forward(at, last);
    },
    ArrowLeft: () => look(Math.max(0, at - 1)),
    ArrowDown: () => {
      if (idle && (state.view?.frames.length ?? 0) > 0) stepIn();
    },
    ArrowUp: () => undefined,
    Home: () => look(0),
    End: () => look(null),
  };
}
