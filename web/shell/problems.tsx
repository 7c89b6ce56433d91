import { IconButton } from '../controls/icon-button';
import { dismiss } from '../state/problems';
import { useLab } from '../state/store';

/** What went wrong; it stays until it is dismissed, and the experiment stays below it. */
export function Problems() {
  const problems = useLab((state) => state.problems);
  return (
    <div role="alert" className="problems">
      {problems.map(({ id, title, message, file, line, found, expected }) => (
        <div key={id} className="problem">
          <strong>{title}</strong>
          {found !== null && expected !== null ? (
            <dl>
              {file !== null && (
                <>
                  <dt>file</dt>
                  <dd>{file}</dd>
                </>
              )}
              {line !== null && (
                <>
                  <dt>line</dt>
                  <dd className="num">{line.toLocaleString('en-US')}</dd>
                </>
              )}
              <dt>found</dt>
              <dd className="mono">{found}</dd>
              <dt>expected</dt>
              <dd className="mono">{expected}</dd>
            </dl>
          ) : (
            <p>{message}</p>
          )}
          <IconButton icon="close" label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
