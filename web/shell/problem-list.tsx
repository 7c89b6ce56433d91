import { IconButton } from '../controls/icon-button';
import { dismiss } from '../state/problems';
import type { Problem } from '../state/store';
import { PartOfferForm } from './part-offer';

/** What went wrong, one below the other. */
export default function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  return problems.map(({ id, title, message, file, line, found, expected, offer }) => (
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
      {offer !== null && <PartOfferForm offer={offer} onTaken={() => dismiss(id)} />}
      <IconButton icon="close" label="Dismiss" onClick={() => dismiss(id)} />
    </div>
  ));
}
