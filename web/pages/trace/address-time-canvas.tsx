import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Column, RunEnd, RunInfo } from '../../../src/worker/api';
import type { AddressTimeRequest, AddressTimeWindow, PlacedBlock } from '../../../src/worker/trace-api';
import { Axis } from '../../charts/axis';
import { linearScale } from '../../charts/linear-scale';
import { axisTicks } from '../../charts/ticks';
import { useSize } from '../../controls/use-size';
import { address, count, exactBytes } from '../../format';
import { ask } from '../../state/ask';
import { setCursor } from '../../state/document';
import { Newest } from '../../state/newest';
import { cursorOf, useLab } from '../../state/store';
import { addressTimePalette } from '../../styles/ramp';
import { useTheme } from '../../styles/theme';
import { Marks } from '../../views/bookmarks/marks';
import { StretchedPicture } from './stretched-picture';

interface Props {
  readonly column: Column;
  readonly info: RunInfo;
  readonly view: AddressTimeWindow;
  /** The whole history. */
  readonly whole: AddressTimeWindow;
  readonly by: AddressTimeRequest['by'];
  /** Step that takes the ramp's last colour. */
  readonly top: number;
  /** Relative to the window as the gesture began; the point in shares of it. */
  readonly onZoom: (start: AddressTimeWindow, factor: number, x: number, y: number) => void;
  readonly onMove: (start: AddressTimeWindow, x: number, y: number) => void;
  readonly onWhole: () => void;
}

const HEIGHT = 380;
const LEFT = 74;
/** Half of the last event's number. */
const RIGHT = 30;
const BOTTOM = 34;
const STEP = 0.15;

/** What stands over the part of the history that a run has not come to, by why. */
const AHEAD: Readonly<Record<RunEnd, string>> = {
  complete: 'not drawn yet',
  cancelled: 'cancelled here',
  trapped: 'ended in a trap here',
  'out of memory': 'no more memory here',
};
/** Pixels that its words take. */
const AHEAD_WIDTH = 140;

/** The map's pixels with axes, cursor and the block under the pointer. */
export function AddressTimeCanvas(props: Props) {
  const { column, info, view, by, top, onWhole } = props;
  const theme = useTheme((state) => state.theme);
  const cursor = useLab(cursorOf);
  const [frame, size] = useSize<HTMLDivElement>();
  const [area, setArea] = useState<HTMLDivElement | null>(null);
  const [hover, setHover] = useState<PlacedBlock | null>(null);
  const [hovers] = useState(() => new Newest());
  const [pictures] = useState(() => new Newest());
  const [stretched] = useState(() => new StretchedPicture());
  const stage = useCallback(
    (element: HTMLDivElement | null) => element?.replaceChildren(...stretched.canvases),
    [stretched],
  );
  /** Events that the picture shows. */
  const [reached, setReached] = useState(0);
  const width = Math.max(40, (size?.width ?? 0) - LEFT - RIGHT);
  const height = HEIGHT - BOTTOM;
  const ready = size !== null;
  const latest = useRef({ ...props, width, height });
  latest.current = { ...props, width, height };
  useGestures(area, latest);
  // What is behind the window changes nothing in it, until the run is over.
  const due = Math.min(info.summary.events, view.toEvent);
  const { end } = info;
  const [wide, high] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: in other colours the old pictures are wrong
  useEffect(() => stretched.forget(), [stretched, column, by, top, theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a grown run has more to draw
  useEffect(() => {
    if (!ready) return;
    // At once, and again when it has become sharp: by then the window may have moved on.
    const show = () => stretched.show(wide, high, latest.current.view);
    show();
    const palette = addressTimePalette(theme, top);
    pictures.ask(async () => {
      const request: AddressTimeRequest = { ...view, by, width: wide, height: high, palette };
      const picture = await ask(column, (lab) => lab.addressTime(column, request));
      if (picture === null) return;
      stretched.take(picture.image, view, view === latest.current.whole);
      setReached(picture.reached);
      show();
    });
  }, [ready, column, view, by, top, wide, high, theme, due, end, pictures, stretched]);

  const x = useMemo(() => linearScale([view.fromEvent, view.toEvent], [0, width]), [view, width]);
  const y = useMemo(() => linearScale([view.fromAddress, view.toAddress], [0, height]), [view, height]);
  const point = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = area?.getBoundingClientRect();
    return { left: clientX - (box?.left ?? 0), top: clientY - (box?.top ?? 0) };
  };
  const eventAt = (left: number) => view.fromEvent + (left / width) * (view.toEvent - view.fromEvent);
  const onPointerMove = (event: PointerEvent) => {
    const { left, top } = point(event);
    const at = Math.floor(eventAt(left));
    const byte = Math.floor(view.fromAddress + (top / height) * (view.toAddress - view.fromAddress));
    const spot = { fromEvent: at, toEvent: at + 1, fromAddress: byte, toAddress: byte + 1 };
    hovers.ask(async () => {
      const found = await ask(column, (lab) => lab.placedBlocks(column, spot, 1));
      setHover(found?.blocks[0] ?? null);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { onMove, onZoom } = props;
    const actions: Readonly<Record<string, () => void>> = {
      ArrowRight: () => onMove(view, STEP, 0),
      ArrowLeft: () => onMove(view, -STEP, 0),
      ArrowDown: () => onMove(view, 0, STEP),
      ArrowUp: () => onMove(view, 0, -STEP),
      '+': () => onZoom(view, 2, 0.5, 0.5),
      '=': () => onZoom(view, 2, 0.5, 0.5),
      '-': () => onZoom(view, 0.5, 0.5, 0.5),
      '0': onWhole,
      Enter: () => setCursor((view.fromEvent + view.toEvent) / 2),
    };
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const xTicks = ticksIn(view.fromEvent, view.toEvent, width / 110, false);
  const yTicks = ticksIn(view.fromAddress, view.toAddress, height / 60, true);
  return (
    <div className="address-time-frame" ref={frame} style={{ height: HEIGHT + 14 }}>
      {ready && (
        <>
          <div
            ref={setArea}
            className="address-time-area"
            style={{ left: LEFT, width, height }}
            role="application"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved and zoomed by keys
            tabIndex={0}
            aria-label="Address × time map: arrows move, plus and minus zoom, 0 shows all, Enter sets the cursor to the middle"
            onPointerMove={onPointerMove}
            onPointerLeave={() => setHover(null)}
            onClick={(event) => setCursor(Math.floor(eventAt(point(event).left)))}
            onKeyDown={onKeyDown}
          >
            <div ref={stage} />
            <svg width={width} height={height} aria-hidden="true">
              {reached > 0 && reached < view.toEvent && (
                <Ahead
                  at={Math.max(0, x(reached))}
                  width={width}
                  words={end === null ? 'not replayed yet' : AHEAD[end]}
                />
              )}
              <line className="cursor" x1={x(cursor)} x2={x(cursor)} y1={0} y2={height} />
              <Marks x={x} height={height} />
              {hover && (
                <rect
                  className="pointed"
                  x={x(hover.born)}
                  y={y(hover.address)}
                  width={Math.max(2, x(Math.min(hover.ends ?? view.toEvent, reached)) - x(hover.born))}
                  height={Math.max(2, y(hover.address + Math.max(1, hover.bytes)) - y(hover.address))}
                />
              )}
            </svg>
          </div>
          <svg
            className="chart address-time-axes"
            width={LEFT + width + RIGHT}
            height={HEIGHT + 14}
            aria-hidden="true"
          >
            <Axis scale={y} side="left" ticks={yTicks} format={address} transform={`translate(${LEFT},0)`} />
            <Axis
              scale={x}
              side="bottom"
              ticks={xTicks}
              format={count}
              transform={`translate(${LEFT},${height})`}
            />
            <text className="axis-title" x={LEFT + width} y={height + 33} textAnchor="end">
              event
            </text>
            <text className="axis-title" x={2} y={height + 33}>
              byte address
            </text>
          </svg>
          <p className="address-time-tip" role="status">
            {hover
              ? `#${count(hover.object)}: ${exactBytes(hover.bytes)} at ${address(hover.address)}, events ${count(hover.born)} to ${hover.ends === null ? 'the end' : count(hover.ends)}`
              : ''}
          </p>
        </>
      )}
    </div>
  );
}

interface AheadProps {
  /** Where it begins, in pixels. */
  readonly at: number;
  readonly width: number;
  readonly words: string;
}

/** The edge of what is replayed; the hatch behind it is the worker's. */
function Ahead({ at, width, words }: AheadProps) {
  return (
    <g className="ahead">
      <line x1={at} x2={at} y1={0} y2="100%" />
      {width - at > AHEAD_WIDTH && (
        <text x={(at + width) / 2} y="50%" textAnchor="middle">
          {words}
        </text>
      )}
    </g>
  );
}

/** Round values between two. */
function ticksIn(from: number, to: number, about: number, binary: boolean): number[] {
  // Where there is room for none but the first, the other end stands as well.
  const [, step = to - from] = axisTicks(to - from, about, binary);
  const whole = Math.max(1, step);
  const first = Math.ceil(from / whole) * whole;
  const ticks: number[] = [];
  for (let at = first; at <= to; at += whole) ticks.push(at);
  return ticks;
}

interface Latest extends Props {
  readonly width: number;
  readonly height: number;
}

/** Wheel, drag and pinch move the window; d3-zoom is fetched when somebody first points at the map. */
function useGestures(element: HTMLElement | null, latest: React.RefObject<Latest>): void {
  useEffect(() => {
    if (!element) return;
    let detach: (() => void) | null = null;
    const attach = async () => {
      const { attachZoom } = await import('./attach-zoom');
      if (detach !== null || !element.isConnected) return;
      detach = attachZoom(
        element,
        () => latest.current.view,
        (start, k, x, y) => {
          const { width, height, onMove, onZoom } = latest.current;
          if (k === 1) onMove(start, -x / width, -y / height);
          else onZoom(start, k, x / (1 - k) / width, y / (1 - k) / height);
        },
      );
    };
    element.addEventListener('pointerenter', attach, { once: true });
    return () => {
      element.removeEventListener('pointerenter', attach);
      detach?.();
    };
  }, [element, latest]);
}
