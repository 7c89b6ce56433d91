import './heap-map.css';
import './map.css';
import { lazy, Suspense, useState } from 'react';
import type { Column } from '../../../src/worker/api';
import { IconButton } from '../../controls/icon-button';
import { Panel } from '../../controls/panel';
import { useSize } from '../../controls/use-size';
import { number } from '../../format';
import { setWindow } from '../../state/document';
import { infoIn, infoOf, momentOf, useLab } from '../../state/store';
import { type Geometry, layOut, zoomedAbout } from './geometry';
import { HeapCanvas } from './heap-canvas';
import { RowLabels } from './row-labels';
import { spanOf, ZoomTools } from './zoom-tools';

/** Fetched when it is first opened. */
const BlockTable = lazy(() => import('./block-table'));

/** The address space of one allocator as rows of memory. */
export function HeapMapView({ column }: { readonly column: Column }) {
  const [ref, size] = useSize<HTMLDivElement>();
  const [table, setTable] = useState(false);
  const info = useLab(infoOf(column));
  const window = useLab((state) => state.experiment.view.window);
  const placed = useLab((state) => momentOf(column)(state)?.figures.address || null);
  const extent = useLab((state) =>
    Math.max(
      0,
      ...state.runs.map((run) => {
        const of = infoIn(run);
        return of === null ? 0 : of.heapEnd - of.heapStart;
      }),
    ),
  );
  const geometry =
    info === null || size === null
      ? null
      : layOut(size.width, size.height, { start: info.heapStart, extent }, window);
  const zoom = (factor: number) => {
    if (geometry) setWindow(zoomedAbout(geometry, factor, geometry.width / 2, geometry.height / 2));
  };
  return (
    <Panel
      title="Heap map"
      className="heap-map"
      note={
        geometry && (
          <span className="num" title={scaleOf(geometry)}>
            {spanOf(geometry)}
          </span>
        )
      }
      tools={
        <>
          <ZoomTools
            geometry={geometry}
            whole={window === null}
            onZoom={zoom}
            onWindow={setWindow}
            block={placed}
            blockLabel="Go to the block of this event"
          />
          <IconButton
            icon="table"
            label="Blocks in view as a table"
            pressed={table}
            onClick={() => setTable(!table)}
          />
        </>
      }
    >
      <div className="map-frame">
        <RowLabels geometry={geometry} />
        <div className="map-area" ref={ref}>
          {geometry && <HeapCanvas column={column} geometry={geometry} />}
        </div>
        {geometry && <Position geometry={geometry} />}
      </div>
      <Suspense>{table && geometry && <BlockTable column={column} geometry={geometry} />}</Suspense>
    </Panel>
  );
}

function scaleOf(g: Geometry): string {
  const scale = g.rowBytes / g.width;
  return scale >= 1 ? `A pixel is ${number(scale)} bytes` : `A byte is ${number(1 / scale)} pixels`;
}

/** Which part of the heap is in view, as a scroll bar's thumb; only where it is a part. */
function Position({ geometry: g }: { readonly geometry: Geometry }) {
  if (g.rowBytes >= g.wholeRowBytes) return null;
  return (
    <div className="map-position" aria-hidden="true">
      <div
        style={{
          top: `${(g.from / g.extent) * 100}%`,
          height: `${((g.rows * g.rowBytes) / g.extent) * 100}%`,
        }}
      />
    </div>
  );
}
