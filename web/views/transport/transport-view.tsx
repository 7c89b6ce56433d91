import './transport.css';
import { IconButton } from '../../controls/icon-button';
import { count } from '../../format';
import { setCursor } from '../../state/document';
import { nextEvent, stepBack, stepIn, stepOut, toggle } from '../../state/playback';
import { eventsOf, partOf, pluralOf, stepsOf, useLab } from '../../state/store';
import { GoTo } from './go-to';
import { Speed } from './speed';

/** Moves the page's one cursor. */
export function TransportView() {
  const playing = useLab((state) => state.playing);
  const cursor = useLab((state) => state.experiment.view.cursor);
  const step = useLab((state) => state.experiment.view.step);
  const events = useLab(eventsOf);
  const steps = useLab(stepsOf);
  const part = useLab(partOf);
  const last = Math.max(0, events - 1);
  const none = events === 0;
  return (
    <section className="transport" aria-label="Transport">
      <div className="buttons">
        <IconButton icon="first" label="First event (Home)" onClick={() => setCursor(0)} disabled={none} />
        <IconButton
          icon="back"
          label="One event back (←)"
          onClick={() => nextEvent(-1)}
          disabled={cursor === 0}
        />
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={playing ? 'Pause (Space)' : 'Play (Space)'}
          className="play"
          onClick={toggle}
          disabled={none}
        />
        <IconButton
          icon="next"
          label="One event on (→)"
          onClick={() => nextEvent()}
          disabled={cursor >= last}
        />
        <IconButton icon="last" label="Last event (End)" onClick={() => setCursor(last)} disabled={none} />
      </div>
      <div className="buttons">
        <IconButton
          icon="into"
          label={step === null ? 'Into the event (↓)' : `Next ${part} (↓)`}
          onClick={stepIn}
          disabled={steps === 0}
        />
        <IconButton
          icon="stepBack"
          label={`Back by one ${part} (↑)`}
          onClick={stepBack}
          disabled={step === null}
        />
        <IconButton icon="out" label="Out of the event (Esc)" onClick={stepOut} disabled={step === null} />
      </div>
      <div className="place num">
        <GoTo cursor={cursor} last={last} /> of {count(events)}
        <IconButton
          icon="bookmark"
          label="Bookmark this event (B)"
          onClick={() => void import('../../state/bookmarks').then(({ markCursor }) => markCursor())}
          disabled={none}
        />
        <span className="step-place">
          {step === null
            ? steps === 0
              ? ''
              : `${count(steps)} ${steps === 1 ? part : pluralOf(part)}`
            : `${part} ${count(step + 1)} of ${count(steps)}`}
        </span>
      </div>
      <input
        type="range"
        className="scrubber"
        aria-label="Event"
        min={0}
        max={last}
        value={cursor}
        aria-valuetext={`event ${count(cursor)} of ${count(events)}`}
        onChange={(event) => setCursor(Number(event.target.value))}
      />
      <Speed inside={step !== null} />
    </section>
  );
}
