import { type FormEvent, useState } from 'react';
import { PartFields, parsePart, partText } from '../controls/part-fields';
import { count } from '../format';
import { takeOffer } from '../state/parts';
import { mostEvents as deviceLimit } from '../state/session';
import type { PartOffer } from '../state/store';

interface Props {
  readonly offer: PartOffer;
  readonly onTaken: () => void;
}

/** Where how many events there are is only guessed. */
const SPARSE = 10;
/** Samples are not of equal length: a little is left free. */
const SLACK = 1.25;

/** What can be had of a recording that is too large: events a to b, or a sample of its objects. */
export function PartOfferForm({ offer, onTaken }: Props) {
  const { mostEvents, aboutEvents, fitting } = offer;
  const about = aboutEvents !== null && aboutEvents > mostEvents ? aboutEvents : null;
  const every = about === null ? SPARSE : Math.max(2, Math.ceil((about / mostEvents) * SLACK));
  const sample = fitting?.sample ?? { everyObject: every };
  const [text, setText] = useState(partText(fitting?.part ?? { from: 0, to: mostEvents }));
  const part = parsePart(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typeof part === 'string') return;
    onTaken();
    void takeOffer(offer, part);
  };
  return (
    <form className="part-offer" onSubmit={submit}>
      <strong>Load a part of it:</strong>
      <PartFields
        text={text}
        onText={setText}
        events={about === null ? null : fitting ? count(about) : `about ${count(about)}, by its size`}
      />
      {!fitting && mostEvents === deviceLimit() && (
        <span className="hint">
          {count(mostEvents)} events are what half of this device’s memory holds with three runs of them.
        </span>
      )}
      <button type="submit" className="button primary" disabled={typeof part === 'string'}>
        Load this part
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          onTaken();
          void takeOffer(offer, sample);
        }}
      >
        Load a sample: one object of every {count(sample.everyObject ?? every)}
      </button>
    </form>
  );
}
