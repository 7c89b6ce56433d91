import { address } from '../../format';
import type { Geometry } from './geometry';

const LINE = 22;

/** First addresses of the rows, as many as there is room for; their place is kept while there is no heap. */
export function RowLabels({ geometry }: { readonly geometry: Geometry | null }) {
  return (
    <div className="row-labels num" aria-hidden="true">
      {geometry && <Labels geometry={geometry} />}
    </div>
  );
}

function Labels({ geometry: g }: { readonly geometry: Geometry }) {
  const every = Math.max(1, Math.ceil(LINE / g.pitch));
  const rows = Array.from({ length: Math.ceil(g.rows / every) }, (_, i) => i * every);
  return rows.map((row) => (
    <span key={row} style={{ top: row * g.pitch, lineHeight: `${g.rowHeight}px` }}>
      {address(g.heapStart + g.from + row * g.rowBytes)}
    </span>
  ));
}
