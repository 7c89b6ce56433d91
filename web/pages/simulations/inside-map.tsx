import '../../views/heap-map/heap-map.css';
import '../../views/heap-map/map.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { HeapMapRequest } from '../../../src/worker/api';
import type { InsideMoment } from '../../../src/worker/simulation-api';
import { useSize } from '../../controls/use-size';
import { Newest } from '../../state/newest';
import { askHeld } from '../../state/simulations';
import { rasterPalette } from '../../styles/raster-palette';
import { useTheme } from '../../styles/theme';
import { type Geometry, layOut, revealing, type Window, zoomedAbout } from '../../views/heap-map/geometry';
import { Legend } from '../../views/heap-map/legend';
import { draw, useFrame } from '../../views/heap-map/picture';
import { RowLabels } from '../../views/heap-map/row-labels';
import { spanOf, ZoomTools } from '../../views/heap-map/zoom-tools';

/** The heap map of the lab, for the heap of a simulation's processor. */
export function InsideMap({ moment }: { readonly moment: InsideMoment }) {
  const [ref, size] = useSize<HTMLDivElement>();
  const [window, setWindow] = useState<Window>(null);
  const heap = { start: moment.heapStart, extent: Math.max(1, moment.heapEnd - moment.heapStart) };
  const geometry = size === null ? null : layOut(size.width, size.height, heap, window);
  const zoom = (factor: number) => {
    if (!geometry) return;
    const nearer = zoomedAbout(geometry, factor, geometry.width / 2, geometry.height / 2);
    setWindow(nearer);
    if (nearer === null || moment.block === null) return;
    const { width, height } = geometry;
    setWindow(revealing(layOut(width, height, heap, nearer), moment.block.address));
  };
  return (
    <div className="sim-heap">
      <div className="sim-tools">
        <ZoomTools
          geometry={geometry}
          whole={window === null}
          onZoom={zoom}
          onWindow={setWindow}
          block={moment.block?.address ?? null}
          blockLabel="Go to this block"
        />
        {geometry && <span className="num hint">{spanOf(geometry)}</span>}
      </div>
      <div className="map-frame sim-map-frame">
        <RowLabels geometry={geometry} />
        <div className="map-area" ref={ref}>
          {geometry && <MapCanvas geometry={geometry} moment={moment} />}
        </div>
      </div>
      <Legend />
    </div>
  );
}

function MapCanvas({ geometry, moment }: { readonly geometry: Geometry; readonly moment: InsideMoment }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme((state) => state.theme);
  const [pictures] = useState(() => new Newest());
  const { width, height } = geometry;
  const frame = useFrame(geometry);
  const request = useMemo(
    (): HeapMapRequest => ({ event: 0, step: null, ...frame, palette: rasterPalette(theme) }),
    [frame, theme],
  );
  useEffect(() => {
    // The worker draws the last moment that it was asked for; `moment` says that there is another one.
    if (moment === null) return;
    pictures.ask(async () => {
      const image = await askHeld((held) => held.ask((simulation) => simulation.heapMap(request)));
      if (image) draw(canvas.current, image);
    });
  }, [moment, request, pictures]);
  return (
    <canvas
      ref={canvas}
      className="sim-map"
      role="img"
      aria-label={`Heap map of processor ${moment.processor}; its figures and free lists stand below`}
      style={{ width, height }}
    />
  );
}
