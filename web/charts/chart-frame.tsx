import { type ReactNode, useRef, useState } from 'react';
import { useSize } from '../controls/use-size';
import { download, svgText } from './export';

export interface FrameProps {
  /** First part of the files' names. */
  readonly name: string;
  readonly title: string;
  /** The numbers as CSV, made when they are wanted. */
  readonly csv: () => string;
  /** Draws the chart once its width is known. */
  readonly chart: (width: number) => ReactNode;
  readonly legend?: ReactNode;
  /** The same numbers as a table; left out where the chart is one, or they stand beside it. */
  readonly table?: ReactNode;
  /** Another picture of the same, drawn when it is opened; it is in the file then. */
  readonly more?: false | { readonly title: string; readonly content: (width: number) => ReactNode };
  /** Draws the file of a chart that is no SVG on the page. */
  readonly svg?: () => string;
  /** Takes the whole width of what it stands in. */
  readonly wide?: boolean;
}

/** A chart with its numbers as a table beneath, and both as files. */
export function ChartFrame({ name, title, csv, chart, legend, table, more, svg, wide }: FrameProps) {
  const [ref, size] = useSize<HTMLDivElement>();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const file = `${name} ${title}`.replace(/[^\w.-]+/g, '-').toLowerCase();
  const save = () => {
    const text = svg ? svg() : frame.current && svgText(frame.current);
    if (text) download(`${file}.svg`, 'image/svg+xml', text);
  };
  return (
    <figure className={`chart-frame ${wide ? 'wide' : ''}`} ref={frame}>
      <figcaption>
        <span className="chart-title" data-in-file>
          {title}
        </span>
        <button type="button" className="inline" onClick={() => download(`${file}.csv`, 'text/csv', csv())}>
          CSV
        </button>
        <button type="button" className="inline" onClick={save}>
          SVG
        </button>
      </figcaption>
      {legend}
      <div ref={ref} className="chart-area">
        {size && chart(size.width)}
      </div>
      {more && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{more.title}</summary>
          {open && size && more.content(size.width)}
        </details>
      )}
      {table !== undefined && (
        <details>
          <summary>Numbers</summary>
          {table}
        </details>
      )}
    </figure>
  );
}
