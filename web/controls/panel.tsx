import { type ReactNode, useId, useState } from 'react';

interface Props {
  readonly title: string;
  /** Beside the title: what the panel shows now. */
  readonly note?: ReactNode;
  /** At the far end of the title. */
  readonly tools?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A framed part of the page. On narrow screens its title folds it away. */
export function Panel({ title, note, tools, className = '', children }: Props) {
  const heading = useId();
  const body = useId();
  const [folded, setFolded] = useState(false);
  return (
    <section className={`panel ${className} ${folded ? 'folded' : ''}`} aria-labelledby={heading}>
      <header>
        <h3 id={heading}>{title}</h3>
        <div className="note">{note}</div>
        <div className="tools">
          {tools}
          <button
            type="button"
            className="fold"
            aria-expanded={!folded}
            aria-controls={body}
            aria-label={`${folded ? 'Show' : 'Hide'} ${title}`}
            onClick={() => setFolded(!folded)}
          >
            <span aria-hidden="true">{folded ? '+' : '−'}</span>
          </button>
        </div>
      </header>
      <div className="panel-body" id={body}>
        {children}
      </div>
    </section>
  );
}
