import './heap.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MachineView } from '../../../src/experiment/document';
import type { MachineBlock, SetContent } from '../../../src/worker/machine-api';
import { IconButton } from '../../controls/icon-button';
import { Panel } from '../../controls/panel';
import { Segments } from '../../controls/segments';
import { type Size, useSize } from '../../controls/use-size';
import { bytes, count, exactBytes, address as hex } from '../../format';
import { setWindow } from '../../state/document';
import {
  askMachine,
  lookAt,
  momentRequest,
  type PointedMemory,
  useMachine,
  useMachineView,
} from '../../state/machine';
import { Newest } from '../../state/newest';
import { useLab } from '../../state/store';
import { rasterPalette } from '../../styles/raster-palette';
import { useTheme } from '../../styles/theme';
import {
  addressAt,
  FEWEST_ROW_BYTES,
  type Geometry,
  layOut,
  rectsOf,
  revealing,
  zoomedAbout,
} from '../heap-map/geometry';
import { draw, frameOf } from '../heap-map/picture';
import { useZoom } from '../heap-map/use-zoom';
import { setPalette, setRampCss } from './colours';
import { useMachineBlock } from './use-machine-block';

/** Rectangles over the map at most: a set's lines in a large heap are more than an eye can tell apart. */
const MOST_MARKS = 600;

/** The heap of the machine's run at the cursor, coloured by what it holds or by the set that it falls into. */
export function MachineMapView() {
  const [ref, size] = useSize<HTMLDivElement>();
  const moment = useMachine((state) => state.moment);
  const { map: mapColour } = useMachineView();
  const hover = useMachine((state) => state.hover);
  const geometry = useGeometry(size);
  const canvas = useMapImage(geometry);
  useZoom(ref, geometry);
  const { at, block, point } = usePointed();
  return (
    <Panel
      title="Heap"
      className="machine-map"
      note={geometry && <span className="num">row = {bytes(geometry.rowBytes)}</span>}
      tools={<Tools geometry={geometry} mapColour={mapColour} />}
    >
      <div
        className="machine-map-area"
        ref={ref}
        onPointerMove={({ clientX, clientY, currentTarget }) => {
          if (!geometry) return;
          const box = currentTarget.getBoundingClientRect();
          const [x, y] = [clientX - box.left, clientY - box.top];
          const address = addressAt(geometry, x, y);
          const outside = address === null || address >= geometry.heapStart + geometry.extent;
          point(outside ? null : { x, y, address });
        }}
        onPointerLeave={() => point(null)}
      >
        {geometry && (
          <>
            <canvas
              ref={canvas}
              role="img"
              aria-label={`The heap of this run at the cursor, from ${hex(geometry.heapStart)}, ${bytes(geometry.extent)}`}
              style={{ width: geometry.width, height: geometry.height }}
            />
            {moment && <Marks geometry={geometry} hover={hover} content={moment.content} />}
            {at && moment && (
              <BlockTip block={block} address={at.address} x={at.x} y={at.y} frame={geometry} />
            )}
          </>
        )}
      </div>
      {mapColour === 'set' && moment && (
        <p className="hint set-ramp">
          set 0 <span style={{ background: setRampCss }} /> {moment.content.sets - 1} · pale where memory is
          free
        </p>
      )}
    </Panel>
  );
}

/** The run's heap laid out in a frame; null before both are known. */
function useGeometry(size: Size | null): Geometry | null {
  const info = useMachine((state) => (state.run.kind === 'ready' ? state.run.info : null));
  const window = useLab((state) => state.experiment.view.window);
  return useMemo(() => {
    if (info === null || size === null) return null;
    const heap = { start: info.heapStart, extent: info.heapEnd - info.heapStart };
    return layOut(size.width, size.height, heap, window);
  }, [info, size, window]);
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly address: number;
}

/** Where the pointer is on the map, what lies there, and the same for the other views. */
function usePointed() {
  const [at, setAt] = useState<Place | null>(null);
  const moment = useMachine((state) => state.moment);
  const block = useMachineBlock(at?.address ?? null);
  useEffect(() => {
    if (at === null) return;
    const line = moment?.content.line ?? 64;
    const start = Math.floor(at.address / line) * line;
    // The whole block once it is known; the line until then.
    useMachine.setState({
      hover: block
        ? { address: block.address, bytes: block.bytes, by: 'map' }
        : { address: start, bytes: line, by: 'map' },
    });
  }, [at, block, moment]);
  const point = (place: Place | null) => {
    setAt(place);
    if (place === null) useMachine.setState({ hover: null });
  };
  return { at, block, point };
}

interface ToolsProps {
  readonly geometry: Geometry | null;
  readonly mapColour: MachineView['map'];
}

/** What it is coloured by, zoom, and the way to the event's block. */
function Tools({ geometry, mapColour }: ToolsProps) {
  const moment = useMachine((state) => state.moment);
  const window = useLab((state) => state.experiment.view.window);
  const zoom = (factor: number) => {
    if (geometry) setWindow(zoomedAbout(geometry, factor, geometry.width / 2, geometry.height / 2));
  };
  return (
    <>
      <Segments
        label="Colour the heap by"
        options={[
          { value: 'kind', title: 'use' },
          { value: 'set', title: 'set' },
        ]}
        chosen={mapColour}
        onChoose={(chosen) => lookAt({ map: chosen as MachineView['map'] })}
      />
      <IconButton
        icon="plus"
        label="Zoom into the heap"
        onClick={() => zoom(2)}
        disabled={geometry === null || geometry.rowBytes <= FEWEST_ROW_BYTES}
      />
      <IconButton
        icon="minus"
        label="Zoom out of the heap"
        onClick={() => zoom(0.5)}
        disabled={window === null}
      />
      <IconButton
        icon="pin"
        label="Go to the block of this event"
        onClick={() => {
          if (geometry && moment) setWindow(revealing(near(geometry), moment.address));
        }}
        disabled={geometry === null || !moment?.address}
      />
    </>
  );
}

/** A whole heap has nowhere to go: a block is looked at from so near. */
const NEAR = 512;
const near = (g: Geometry): Geometry =>
  g.rowBytes < g.wholeRowBytes || g.wholeRowBytes <= NEAR ? g : { ...g, rowBytes: NEAR };

interface TipProps {
  readonly block: MachineBlock | null;
  readonly address: number;
  readonly x: number;
  readonly y: number;
  readonly frame: Geometry;
}

const TIP_WIDTH = 230;

function BlockTip({ block, address, x, y, frame }: TipProps) {
  const below = y < frame.height / 2;
  return (
    <div
      className="map-tip"
      style={{
        left: Math.max(0, Math.min(x + 12, frame.width - TIP_WIDTH)),
        top: below ? y + 14 : undefined,
        bottom: below ? undefined : frame.height - y + 8,
      }}
    >
      <strong>
        {block ? `${hex(block.address)} · ${exactBytes(block.bytes)} · ${block.state}` : hex(address)}
      </strong>
      {block?.object != null && (
        <span>
          object #{count(block.object)} of P{block.processor}
          {block.requested !== null && ` · ${exactBytes(block.requested)} asked for`}
        </span>
      )}
      {block?.born != null && <span>allocated by event {count(block.born)} of the trace</span>}
    </div>
  );
}

interface MarksProps {
  readonly geometry: Geometry;
  readonly hover: PointedMemory | null;
  readonly content: SetContent;
}

/** The pointed-at line, and the other lines of the heap that share its set. */
function Marks({ geometry, hover, content }: MarksProps) {
  if (hover === null) return null;
  const { line, sets } = content;
  const stride = line * sets;
  const start = geometry.heapStart;
  const peers: { readonly key: number; readonly x: number; readonly y: number }[] = [];
  if (geometry.extent / stride <= MOST_MARKS) {
    const first = start + ((((hover.address - start) % stride) + stride) % stride);
    for (let at = first; at < start + geometry.extent; at += stride)
      for (const { x, y } of rectsOf(geometry, at, line).slice(0, 1)) peers.push({ key: at, x, y });
  }
  return (
    <svg className="map-overlay" width={geometry.width} height={geometry.height} aria-hidden="true">
      {peers.map(({ key, x, y }) => (
        <rect key={key} className="peer" x={x - 1} y={y} width={3} height={geometry.rowHeight} />
      ))}
      {rectsOf(geometry, hover.address, hover.bytes).map(({ x, y, width, height }) => (
        <rect key={`${x} ${y}`} x={x - 2} y={y - 1} width={Math.max(5, width + 4)} height={height + 2} />
      ))}
    </svg>
  );
}

/** Keeps the canvas showing the heap at the cursor. */
function useMapImage(geometry: Geometry | null) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme((state) => state.theme);
  const moment = useMachine((state) => state.moment);
  const { map: colour } = useMachineView();
  const [pictures] = useState(() => new Newest());
  useEffect(() => {
    const asked = momentRequest();
    if (geometry === null || moment === null || asked === null) return;
    const palette = colour === 'set' ? setPalette(theme) : rasterPalette(theme);
    const request = { moment: asked, ...frameOf(geometry, devicePixelRatio), palette, colour };
    pictures.ask(async () => {
      const image = await askMachine((worker) => worker.machineMap(request));
      if (image !== null) draw(canvas.current, image);
    });
  }, [geometry, moment, colour, theme, pictures]);
  return canvas;
}
