import './heap.css';
import { useCallback, useEffect, useState } from 'react';
import { type HeatStrip, STRIP_KINDS, type StripKind } from '../../../src/machine/strips';
import { NumbersTable } from '../../charts/numbers-table';
import { IconButton } from '../../controls/icon-button';
import { Panel } from '../../controls/panel';
import { ScrollArea } from '../../controls/scroll-area';
import { Segments } from '../../controls/segments';
import { useCanvas } from '../../controls/use-canvas';
import { useSize } from '../../controls/use-size';
import { count } from '../../format';
import { setCursor } from '../../state/document';
import { askMachine, lookAt, useMachine, useMachineView } from '../../state/machine';
import { useLab } from '../../state/store';
import { type Colours, colours } from '../../styles/palette';
import { useTheme } from '../../styles/theme';
import { rampBetween } from './colours';

const HUES: Readonly<Record<StripKind, keyof Colours>> = {
  hits: 'live',
  misses: 'visitedText',
  evictions: 'eventText',
  conflicts: 'column1',
};
const STEPS = 32;

/** Hits, misses, evictions or conflict misses of each set along the run. */
export function HeatStripView() {
  const [ref, size] = useSize<HTMLDivElement>();
  const { strip: kind } = useMachineView();
  const [table, setTable] = useState(false);
  const strip = useStrip(kind);
  const most = strip ? strip.counts.reduce((a, b) => Math.max(a, b), 0) : 0;
  return (
    <Panel
      title="Sets over time"
      className="heat-strip"
      note={strip && `set ↓, events → · darkest ${count(most)}`}
      tools={
        <IconButton icon="table" label="Counts as a table" pressed={table} onClick={() => setTable(!table)} />
      }
    >
      <Segments
        label="Count"
        options={STRIP_KINDS.map((value) => ({ value, title: value }))}
        chosen={kind}
        onChoose={(chosen) => lookAt({ strip: chosen })}
      />
      <div className="strip-area" ref={ref}>
        {strip && size && (
          <StripCanvas strip={strip} kind={kind} most={most} width={size.width} height={size.height} />
        )}
      </div>
      {table && strip && <StripTable strip={strip} kind={kind} />}
    </Panel>
  );
}

function useStrip(kind: StripKind): HeatStrip | null {
  const run = useMachine((state) => state.run);
  const level = useMachine((state) => state.moment?.content.level ?? 0);
  const processor = useMachine((state) => state.moment?.viewpoint ?? 0);
  const [strip, setStrip] = useState<HeatStrip | null>(null);
  useEffect(() => {
    let current = true;
    if (run.kind !== 'ready') {
      setStrip(null);
      return;
    }
    void askMachine((worker) => worker.machineStrip(level, processor, kind)).then((found) => {
      if (current && found !== null) setStrip(found);
    });
    return () => {
      current = false;
    };
  }, [run, level, processor, kind]);
  return strip;
}

interface CanvasProps {
  readonly strip: HeatStrip;
  readonly kind: StripKind;
  readonly most: number;
  readonly width: number;
  readonly height: number;
}

function StripCanvas({ strip, kind, most, width, height }: CanvasProps) {
  const theme = useTheme((state) => state.theme);
  const cursor = useLab((state) => state.experiment.view.cursor);
  const [at, setAt] = useState<{ readonly row: number; readonly column: number } | null>(null);
  const { rows, columns, setsPerRow, counts, positions } = strip;
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      const { sunken } = colours[theme];
      const ramp = rampBetween(sunken, colours[theme][HUES[kind]], STEPS);
      const pixels = new Uint32Array(rows * columns);
      // Square roots: a few misses are to be seen beside many.
      for (let i = 0; i < pixels.length; i++)
        pixels[i] = ramp[most > 0 ? Math.ceil(Math.sqrt(counts[i] / most) * (STEPS - 1)) : 0];
      const image = new OffscreenCanvas(columns, rows);
      image
        .getContext('2d')
        ?.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), columns, rows), 0, 0);
      context.imageSmoothingEnabled = false;
      context.drawImage(image, 0, 0, width, height);
    },
    [theme, kind, rows, columns, counts, most, width, height],
  );
  const canvas = useCanvas(width, height, paint);
  const last = positions[columns - 1] ?? 1;
  const place = (event: React.PointerEvent | React.MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / width) * columns);
    const row = Math.floor(((event.clientY - box.top) / height) * rows);
    return {
      row: Math.max(0, Math.min(rows - 1, row)),
      column: Math.max(0, Math.min(columns - 1, column)),
    };
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the transport goes to any event by keyboard
    <div
      className="strip-canvas"
      role="img"
      aria-label={`${kind} by set and time; the numbers stand in the table`}
      onPointerMove={(event) => setAt(place(event))}
      onPointerLeave={() => setAt(null)}
      onClick={(event) => setCursor(positions[place(event).column] - 1)}
    >
      <canvas ref={canvas} style={{ width, height }} />
      <span className="strip-cursor" style={{ left: ((cursor + 1) / last) * width }} />
      {at && (
        <div
          className="map-tip"
          style={{
            left: Math.max(0, Math.min((at.column / columns) * width + 8, width - 170)),
            top: at.row > rows / 2 ? 0 : undefined,
            bottom: at.row > rows / 2 ? undefined : 0,
          }}
        >
          <strong>
            {setsPerRow === 1
              ? `set ${at.row}`
              : `sets ${count(at.row * setsPerRow)} – ${count((at.row + 1) * setsPerRow - 1)}`}
          </strong>
          <span>
            {count(counts[at.row * columns + at.column])} {kind} up to event {count(positions[at.column] - 1)}
          </span>
        </div>
      )}
    </div>
  );
}

/** Rows of the table: a whole strip would be thousands of numbers. */
const PARTS = 8;

function StripTable({ strip, kind }: { readonly strip: HeatStrip; readonly kind: StripKind }) {
  const { rows, columns, setsPerRow, counts, positions } = strip;
  const ends = Array.from({ length: PARTS }, (_, i) => Math.floor(((i + 1) * columns) / PARTS));
  const sum = (row: number, part: number) => {
    let total = 0;
    for (let c = part > 0 ? ends[part - 1] : 0; c < ends[part]; c++) total += counts[row * columns + c];
    return total;
  };
  return (
    <ScrollArea label="Counts as a table" className="set-table">
      <NumbersTable
        caption={`${kind} by set, in eighths of the run`}
        heading={['set', ...ends.map((end) => `to ${count(positions[end - 1] - 1)}`)]}
        rows={Array.from({ length: rows }, (_, row) => [
          setsPerRow === 1 ? row : `${row * setsPerRow} …`,
          ...ends.map((_, part) => count(sum(row, part))),
        ])}
      />
    </ScrollArea>
  );
}
