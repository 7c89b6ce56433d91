import { type PointerEvent, type RefObject, useCallback, useState } from 'react';
import { CYCLE_KINDS, type Lanes } from '../../../src/machine/result';
import type { MachineRunInfo } from '../../../src/worker/machine-api';
import { actionOn, type KeyActions } from '../../controls/keys';
import { useCanvas } from '../../controls/use-canvas';
import type { PanZoomControl } from '../../controls/use-pan-zoom';
import { count } from '../../format';
import { setCursor } from '../../state/document';
import { useMachine } from '../../state/machine';
import { colours } from '../../styles/palette';
import { useTheme } from '../../styles/theme';
import type { laneKeys } from './keys';
import { KINDS } from './lane-kinds';
import { LABEL, paintLanes, pitchOf, RIGHT } from './paint-lanes';
import { useLaneWindow } from './use-lane-window';

/** A Page key moves by this share of what is seen. */
const KEY_STEP = 0.8;

interface Props {
  readonly info: MachineRunInfo;
  /** CSS pixels of virtual time. */
  readonly plot: number;
  readonly tall: boolean;
  readonly zoom: PanZoomControl;
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Virtual time that is seen. */
  readonly window: readonly [number, number];
}

interface Place {
  readonly processor: number;
  readonly cycle: number;
}

/** The lanes' pixels, with pointer and keys. */
export function LaneCanvas({ info, plot, tall, zoom, frame, window: [from, to] }: Props) {
  const theme = useTheme((state) => state.theme);
  const moment = useMachine((state) => state.moment);
  const processor = useMachine((state) => state.moment?.viewpoint ?? 0);
  const [at, setAt] = useState<Place | null>(null);
  const closer = useLaneWindow(info, from, to, zoom.view.scale);
  const { processors } = info;
  const { lanes, positionOfSlice } = closer;
  const pitch = pitchOf(processors, tall);
  const height = pitch * processors;
  const width = plot + LABEL + RIGHT;
  const cycles = (to - from) / plot;
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      const palette = colours[theme];
      if (lanes) paintLanes(context, { lanes, palette, processors, processor, pitch, plot, from, cycles });
    },
    [lanes, theme, processors, from, cycles, processor, plot, pitch],
  );
  const canvas = useCanvas(width, height, paint);
  if (!lanes) return null;
  const place = ({ clientX, clientY, currentTarget }: PointerEvent | React.MouseEvent): Place => {
    const box = currentTarget.getBoundingClientRect();
    const x = Math.max(0, Math.min(plot - 1, clientX - box.left - LABEL));
    return {
      processor: Math.max(0, Math.min(processors - 1, Math.floor((clientY - box.top) / pitch))),
      cycle: from + x * cycles,
    };
  };
  const sliceOf = (cycle: number): number =>
    Math.max(0, Math.min(lanes.slices - 1, Math.floor((cycle - lanes.from) / lanes.slice)));
  const go = (event: PointerEvent | React.MouseEvent) =>
    setCursor(positionOfSlice[sliceOf(place(event).cycle)] - 1);
  const whole = zoom.view.scale === 1;
  const cursor = moment === null ? -1 : (moment.clock - from) / cycles;
  const middle = (): readonly [number, number] => [cursor >= 0 && cursor <= plot ? cursor : plot / 2, 0];
  const keys: KeyActions<typeof laneKeys> = {
    '+': () => zoom.zoomBy(2, middle()),
    '=': () => zoom.zoomBy(2, middle()),
    '-': () => zoom.zoomBy(0.5, middle()),
    '0': zoom.whole,
    PageUp: () => zoom.panBy(plot * KEY_STEP, 0),
    PageDown: () => zoom.panBy(-plot * KEY_STEP, 0),
  };
  return (
    <div className="lane-scroll" data-tall={tall}>
      <div
        className="lane-canvas"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the lanes are zoomed by keyboard
        tabIndex={0}
        aria-label="Lanes of the processors over virtual time: plus and minus zoom, Page keys move, 0 shows all; sums stand in the table below"
        style={{ height }}
        onPointerDown={(event) => {
          if (whole) go(event);
        }}
        onClick={go}
        onPointerMove={(event) => {
          setAt(place(event));
          if (whole && event.buttons === 1) go(event);
        }}
        onPointerLeave={() => setAt(null)}
        onKeyDown={(event) => {
          const act = actionOn(keys, event.key);
          if (act === undefined || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          act();
        }}
      >
        <canvas ref={canvas} style={{ width, height }} />
        <div ref={frame} className="lane-plot" style={{ left: LABEL, width: plot, height }} />
        {cursor >= 0 && cursor <= plot && <span className="strip-cursor" style={{ left: LABEL + cursor }} />}
        {at && (
          <LaneTip
            lanes={lanes}
            processor={at.processor}
            slice={sliceOf(at.cycle)}
            left={Math.min(LABEL + (at.cycle - from) / cycles + 8, width - TIP_WIDTH)}
            bottom={height - at.processor * pitch + 4}
          />
        )}
      </div>
    </div>
  );
}

const TIP_WIDTH = 220;

interface TipProps {
  readonly lanes: Lanes;
  readonly processor: number;
  readonly slice: number;
  readonly left: number;
  readonly bottom: number;
}

/** The cycles of a slice, by kind. */
function LaneTip({ lanes, processor, slice, left, bottom }: TipProps) {
  const row = (processor * lanes.slices + slice) * CYCLE_KINDS.length;
  return (
    <div className="map-tip" style={{ left, bottom }}>
      <strong>
        P{processor} · from cycle {count(lanes.from + slice * lanes.slice)}
      </strong>
      {CYCLE_KINDS.map((kind, k) => ({ kind, cycles: lanes.cycles[row + k] }))
        .filter(({ cycles }) => cycles > 0)
        .map(({ kind, cycles }) => (
          <span key={kind}>
            {KINDS[kind].name} {count(cycles)} of {count(lanes.slice)}{' '}
            {lanes.slice === 1 ? 'cycle' : 'cycles'}
          </span>
        ))}
    </div>
  );
}
