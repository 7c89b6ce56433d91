import { useEffect, useState } from 'react';
import { IconButton } from '../controls/icon-button';
import { bytes } from '../format';
import { answer, stopKeeping } from '../state/keeping';
import { type Keeping, useLab } from '../state/store';

/** How long it is said that all went well. */
const SAID_MS = 8000;

const close = () => useLab.setState({ keep: null });
const showKept = () => useLab.setState({ keep: null, dialog: 'open' });

/** Asks whether a file is kept, and tells what became of it. It stands above the page and waits. */
export default function KeepBar({ keep }: { readonly keep: Keeping }) {
  const { kind, file } = keep;
  useEffect(() => {
    if (kind !== 'kept') return;
    const timer = setTimeout(close, SAID_MS);
    return () => clearTimeout(timer);
  }, [kind]);
  return (
    <section className="keep" aria-label="Keeping the file">
      {kind === 'asked' && <Question file={file} />}
      {kind === 'keeping' && (
        <>
          <span role="status">Keeping {file.name}</span>
          <progress aria-label={`Keeping ${file.name}`} max={file.size} value={keep.bytes} />
          <span className="num">
            {bytes(keep.bytes)} of {bytes(file.size)}
          </span>
          <button type="button" className="button small" onClick={stopKeeping}>
            Stop
          </button>
        </>
      )}
      {kind === 'kept' && (
        <span role="status">
          {file.name} ({bytes(file.size)}) is kept in this browser: a reload and your own link find it.
        </span>
      )}
      {kind === 'failed' && (
        <span role="alert">
          {file.name} stays open but is not kept: {keep.message}.
        </span>
      )}
      {(kind === 'kept' || kind === 'failed') && (
        <button type="button" className="inline" onClick={showKept}>
          What is kept …
        </button>
      )}
      {kind !== 'keeping' && <IconButton icon="close" label="Close" onClick={close} />}
    </section>
  );
}

function Question({ file }: { readonly file: File }) {
  const [always, setAlways] = useState(false);
  return (
    <>
      <span role="status">
        Keep <strong>{file.name}</strong> ({bytes(file.size)}) in this browser? It is too large for a link;
        kept here, a reload and your own link find it.
      </span>
      <button type="button" className="button primary" onClick={() => void answer(true, always)}>
        Keep it
      </button>
      <button type="button" className="button" onClick={() => void answer(false, always)}>
        Do not keep
      </button>
      <label>
        <input type="checkbox" checked={always} onChange={({ target }) => setAlways(target.checked)} /> the
        same for later files
      </label>
    </>
  );
}
