import { useState } from 'react';
import type { SelectionOptions } from '../../src/trace/selection';
import { Dialog } from '../controls/dialog';
import { PartFields, parsePart, WHOLE } from '../controls/part-fields';
import { count } from '../format';
import { samples } from '../state/samples';
import { offerFile, openSample } from '../state/session';
import { KeptList } from './kept-list';

/** Chooses a trace: the user's own, or a recording that ships with the lab. */
export default function OpenDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState(WHOLE);
  const part = parsePart(text);
  const wrong = typeof part === 'string';
  const open = (what: (part: SelectionOptions) => Promise<void>) => {
    if (wrong) return;
    onClose();
    void what(part);
  };
  return (
    <Dialog title="Open a trace" onClose={onClose}>
      <label className="file-field">
        <span>
          A trace of your own: <code>.trace</code>, malloc-lab <code>.rep</code>, mtrace, ltrace, valgrind,
          heaptrack, bytehound, CSV or JSON lines; also packed as <code>.gz</code> or <code>.zst</code>. Or an
          allocator of your own: a <code>.wasm</code> that exports malloc, free and its memory. It is read on
          this device and goes nowhere. Dropping it anywhere on the page does the same.
        </span>
        <input
          type="file"
          disabled={wrong}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) open((part) => offerFile(file, part));
          }}
        />
      </label>
      <details className="part-choice">
        <summary>Only a part of it</summary>
        <PartFields text={text} onText={setText} events={null} />
        <p className="hint">
          Objects that live where the part begins stand as allocations before it. The link names the part.
        </p>
      </details>
      <KeptList onOpen={(file) => open((part) => offerFile(file, part))} />
      <h3>Recorded programs</h3>
      <ul className="samples">
        {samples.map(({ name, title, about, events, threads }) => (
          <li key={name}>
            <button type="button" disabled={wrong} onClick={() => open((part) => openSample(name, part))}>
              <strong>{title}</strong>
              <span className="num">
                {count(events)} events · {threads === 1 ? '1 thread' : `${threads} threads`}
              </span>
              <span>{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
