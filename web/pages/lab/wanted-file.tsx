import { bytes, exactBytes } from '../../format';
import { offerFile, takeOther } from '../../state/session';
import { useLab } from '../../state/store';

/** Asks for the file that a link names, and says so when another one was dropped. */
export function WantedFileNotice() {
  const trace = useLab((state) => state.trace);
  if (trace.kind !== 'wanted') return null;
  const { file, other } = trace;
  return (
    <div className="wanted">
      <h2>This experiment needs a file that is not in its link</h2>
      <p>
        Drop <strong>{file.name}</strong> ({bytes(file.bytes)}) anywhere on this page, or choose it. It is
        read on this device and goes nowhere.
      </p>
      <dl>
        <dt>name</dt>
        <dd>{file.name}</dd>
        <dt>size</dt>
        <dd className="num">{exactBytes(file.bytes)}</dd>
        <dt>SHA-256</dt>
        <dd className="mono">{file.sha256}</dd>
      </dl>
      <input
        type="file"
        aria-label={`Choose ${file.name}`}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) void offerFile(chosen);
        }}
      />
      {other !== null && (
        <div className="problem" role="alert">
          <strong>That is another file</strong>
          <p>
            {other.name} ({exactBytes(other.fileBytes)}) has the SHA-256{' '}
            <span className="mono">{other.sha256}</span>. Its results will not be those of the link.
          </p>
          <button type="button" className="button" onClick={takeOther}>
            Use it all the same
          </button>
        </div>
      )}
    </div>
  );
}
