import './bookmarks.css';
import type { LinearScale } from '../../charts/linear-scale';
import { count } from '../../format';
import { usePlacedBookmarks } from '../../state/bookmarks';
import { setCursor } from '../../state/document';

export interface MarksProps {
  /** From events to pixels. */
  readonly x: LinearScale;
  readonly height: number;
}

/** A flag at each bookmark of the span that a chart shows; a click goes there, as does the list by keyboard. */
export default function MarkFlags({ x, height }: MarksProps) {
  const [from, to] = x.domain();
  return (
    <g className="marks">
      {usePlacedBookmarks().map(({ event, note, shown }) =>
        shown === null || shown < from || shown > to ? null : (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list of bookmarks is the way by keyboard
          <g
            key={event}
            data-event={shown}
            transform={`translate(${x(shown + 0.5)},0)`}
            onClick={(click) => {
              click.stopPropagation();
              setCursor(shown);
            }}
          >
            <title>{`Event ${count(event)}${note === '' ? '' : `: ${note}`}`}</title>
            <line y2={height} />
            <path d="M0 0h9l-2.5 4L9 8H0z" />
            <rect x={-4} width={14} height={12} />
          </g>
        ),
      )}
    </g>
  );
}
