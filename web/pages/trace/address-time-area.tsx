import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import type { Column } from '../../../src/worker/api';
import type { AddressTimeWindow, PlacedBlock } from '../../../src/worker/trace-api';
import { actionOn, type KeyActions } from '../../controls/keys';
import { useZoomGestures } from '../../controls/use-zoom-gestures';
import { ask } from '../../state/ask';
import { setCursor } from '../../state/document';
import { Newest } from '../../state/newest';
import { MARGIN } from './address-time-axes';
import type { addressTimeKeys } from './keys';

/** What moves the window. */
export interface Moves {
  /** Relative to the window as the gesture began; the point in shares of it. */
  readonly onZoom: (start: AddressTimeWindow, factor: number, x: number, y: number) => void;
  readonly onMove: (start: AddressTimeWindow, x: number, y: number) => void;
  readonly onWhole: () => void;
}

interface Props extends Moves {
  readonly column: Column;
  readonly view: AddressTimeWindow;
  readonly width: number;
  readonly height: number;
  readonly onHover: (block: PlacedBlock | null) => void;
  readonly children: ReactNode;
}

/** A key moves by this share of the window. */
const STEP = 0.15;

/** What the pointer, the wheel, fingers and the keyboard do on the map. */
export function AddressTimeArea(props: Props) {
  const { column, view, width, height, onZoom, onMove, onHover, children } = props;
  const area = useRef<HTMLDivElement>(null);
  const [hovers] = useState(() => new Newest());
  useZoomGestures(area, {
    allowed,
    start: () => view,
    pan: (start, dx, dy) => onMove(start, -dx / width, -dy / height),
    scale: (start, factor, x, y) => onZoom(start, factor, x / width, y / height),
  });
  const point = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = area.current?.getBoundingClientRect();
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
      onHover(found?.blocks[0] ?? null);
    });
  };
  return (
    <div
      ref={area}
      className="address-time-area"
      style={{ left: MARGIN.left, width, height }}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved and zoomed by keys
      tabIndex={0}
      aria-label="Address × time map: arrows move, plus and minus zoom, 0 shows all, Enter sets the cursor to the middle"
      onPointerMove={onPointerMove}
      onPointerLeave={() => onHover(null)}
      onClick={(event) => setCursor(Math.floor(eventAt(point(event).left)))}
      onKeyDown={(event) => onKey(event, view, props)}
    >
      {children}
    </div>
  );
}

function onKey(event: KeyboardEvent, view: AddressTimeWindow, { onMove, onZoom, onWhole }: Moves): void {
  const actions: KeyActions<typeof addressTimeKeys> = {
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
  const action = actionOn(actions, event.key);
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

/** The wheel alone, and one finger, scroll the page: it is long. */
function allowed(event: Event): boolean {
  if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey;
  if ('touches' in event) return (event as TouchEvent).touches.length > 1;
  return event instanceof MouseEvent && event.button === 0;
}
