import { useMemo } from 'react';
import { fingerprint } from '../format';
import { fingerprints } from '../state/fingerprints';
import { useLab } from '../state/store';
import { useColumns } from '../state/use-columns';

/** The results' fingerprints, and whether they are those that the link carried. */
export function FingerprintMark() {
  const experiment = useLab((state) => state.experiment);
  const received = useLab((state) => state.received);
  const runs = useLab((state) => state.runs);
  const marks = useMemo(
    () => fingerprints({ ...useLab.getState(), experiment, received, runs }),
    [experiment, received, runs],
  );
  const columns = useColumns().map((name) => ({ ...name, mark: marks[name.column] }));
  if (marks.every((mark) => mark.ours === null)) return null;
  const differs = marks.some((mark) => mark.agreement === 'differs');
  const same = !differs && marks.some((mark) => mark.agreement === 'same');
  const short = marks.map((mark) => (mark.ours ? fingerprint(mark.ours) : '…'));
  return (
    <details className={`fingerprint ${differs ? 'bad' : same ? 'good' : ''}`}>
      <summary
        aria-label={`${differs ? 'Fingerprints, other than the link’s' : same ? 'Fingerprints, the same as the link’s' : 'Fingerprints'}: ${short.join(' ')}`}
      >
        {differs ? '≠ ' : same ? '✓ ' : ''}
        <span className="mono">{short.join('  ')}</span>
      </summary>
      <div className="popover">
        <p>
          {differs
            ? 'Not the result that the link was made with. Another version of the lab, or of this allocator, made it.'
            : same
              ? 'The same result as when the link was made: every placement and every counter.'
              : 'A hash over every placement and counter. Whoever opens your link sees whether theirs is the same.'}
        </p>
        <table>
          <thead>
            <tr>
              <th>allocator</th>
              <th>here</th>
              <th>in the link</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ column, title, mark }) => (
              <tr key={column} data-agreement={mark.agreement}>
                <th>{title}</th>
                <td className="mono" data-fingerprint={mark.ours}>
                  {mark.ours ?? 'not run'}
                </td>
                <td className="mono">{mark.received ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
