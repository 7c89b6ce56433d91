import '../../views/heap-map/heap-map.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { HeapMapRequest } from '../../../src/worker/api';
import type { InsideMoment } from '../../../src/worker/simulation-api';
import { IconButton } from '../../controls/icon-button';
import { useSize } from '../../controls/use-size';
import { address, bytes } from '../../format';
import { Newest } from '../../state/newest';
import { askHeld } from '../../state/simulations';
import { rasterPalette } from '../../styles/raster-palette';
import { useTheme } from '../../styles/theme';
import {
  FEWEST_ROW_BYTES,
  type Geometry,
  layOut,
  revealing,
  zoomedAbout,
} from '../../views/heap-map/geometry';
import { Legend } from '../../views/heap-map/legend';
import { RowLabels } from '../../views/heap-map/row-labels';

type Window = Parameters<typeof layOut>[3];

/** The heap map of the lab, for the heap of a simulation's processor. */
export function InsideMap({ moment }: { readonly moment: InsideMoment }) {
  const [ref, size] = useSize<HTMLDivElement>();
  const [window, setWindow] = useState<Window>(null);
  const heap = { start: moment.heapStart, extent: Math.max(1, moment.heapEnd - moment.heapStart) };
  const geometry = size === null || size.width === 0 ? null : layOut(size.width, size.height, heap, window);
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
        <IconButton
          icon="plus"
          label="Zoom in"
          onClick={() => zoom(2)}
          disabled={geometry === null || geometry.rowBytes <= FEWEST_ROW_BYTES}
        />
        <IconButton icon="minus" label="Zoom out" onClick={() => zoom(0.5)} disabled={window === null} />
        <IconButton
          icon="whole"
          label="Whole heap"
          onClick={() => setWindow(null)}
          disabled={window === null}
        />
        <IconButton
          icon="pin"
          label="Go to this block"
          onClick={() => {
            if (geometry && moment.block) setWindow(revealing(geometry, moment.block.address));
          }}
          disabled={window === null || moment.block === null}
        />
        {geometry && (
          <span className="num hint">
            {address(geometry.heapStart + geometry.from)} –{' '}
            {address(geometry.heapStart + geometry.from + geometry.rows * geometry.rowBytes)} · row ={' '}
            {bytes(geometry.rowBytes)}
          </span>
        )}
      </div>
      <div className="map-frame sim-map-frame">
        {geometry && <RowLabels geometry={geometry} />}
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
  const { width, height, from, rowBytes, rowHeight, pitch, heapStart } = geometry;
  const request = useMemo((): HeapMapRequest => {
    const density = devicePixelRatio;
    return {
      event: 0,
      step: null,
      width: Math.round(width * density),
      height: Math.round(height * density),
      from: heapStart + from,
      rowBytes,
      rowHeight: Math.round(rowHeight * density),
      rowGap: Math.round(pitch * density) - Math.round(rowHeight * density),
      palette: rasterPalette(theme),
    };
  }, [width, height, from, rowBytes, rowHeight, pitch, heapStart, theme]);
  useEffect(() => {
    // The worker draws the last moment that it was asked for; `moment` says that there is another one.
    if (moment === null) return;
    pictures.ask(async () => {
      const image = await askHeld((held) => held.ask((simulation) => simulation.heapMap(request)));
      const context = canvas.current?.getContext('2d', { alpha: false });
      if (!image || !context || !canvas.current) return;
      if (canvas.current.width !== image.width) canvas.current.width = image.width;
      if (canvas.current.height !== image.height) canvas.current.height = image.height;
      const pixels = new Uint8ClampedArray(image.pixels);
      context.putImageData(new ImageData(pixels, image.width, image.height), 0, 0);
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
