import { useState } from 'react';
import type { ModelId } from '../../../src/models/model';
import { NumberField } from '../../controls/number-field';
import { bytes, count } from '../../format';
import { lostIn } from '../../state/lost';
import { generate, type ProgramResult } from '../../state/models';

const MOST_EVENTS = 5_000_000;

/** Makes a synthetic trace of a fitted model and opens it in the lab. */
export function Generate({ result: { models, objects } }: { readonly result: ProgramResult }) {
  const [chosen, choose] = useState<ModelId>('cdf');
  const [events, setEvents] = useState(Math.min(MOST_EVENTS, Math.max(100, objects * 2)));
  const [seed, setSeed] = useState(1);
  const model = models.find(({ id }) => id === chosen) ?? models[0];
  return (
    <section className="panel models-part" aria-labelledby="models-generate">
      <h3 id="models-generate">A trace of a model</h3>
      <div className="models-tools">
        <label>
          Model{' '}
          <select value={model.id} onChange={({ target }) => choose(target.value as ModelId)}>
            {models.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <NumberField label="Events" value={events} min={1} max={MOST_EVENTS} onChange={setEvents} />
        <NumberField label="Seed" value={seed} min={0} max={Number.MAX_SAFE_INTEGER} onChange={setSeed} />
        <button type="button" className="button primary" onClick={() => generate(model, events, seed)}>
          Generate, and play in the lab
        </button>
      </div>
      <p>
        {model.title}: {model.about}. {lostIn(model.id)}
      </p>
      <p className="hint">
        A link to it carries the model ({bytes(model.documentBytes)} before packing), the number of events and
        the seed, not the trace: whoever opens it generates the same {count(events)} events. Reallocs, threads
        and the order of the program’s own calls are not in any model.
      </p>
    </section>
  );
}
