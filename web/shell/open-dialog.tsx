import { Dialog } from '../controls/dialog';
import { count } from '../format';
import { samples } from '../state/samples';
import { offerFile, openSample } from '../state/session';

/** Chooses a trace: the user's own, or a recording that ships with the lab. */
export default function OpenDialog({ onClose }: { readonly onClose: () => void }) {
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
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (!file) return;
            onClose();
            void offerFile(file);
          }}
        />
      </label>
      <h3>Recorded programs</h3>
      <ul className="samples">
        {samples.map(({ name, title, about, events, threads }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => {
                onClose();
                void openSample(name);
              }}
            >
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
