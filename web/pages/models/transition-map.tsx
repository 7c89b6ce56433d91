import { useEffect, useMemo, useRef, useState } from 'react';
import type { MatrixPicture } from '../../../src/models/picture';
import { ChartFrame } from '../../charts/chart-frame';
import { csvText } from '../../charts/export';
import { NumbersTable } from '../../charts/numbers-table';
import { IconButton } from '../../controls/icon-button';
import { paintSharp } from '../../controls/use-canvas';
import { type PanZoom, usePanZoom } from '../../controls/use-pan-zoom';
import { bytes, count } from '../../format';
import { colours } from '../../styles/palette';
import { useTheme } from '../../styles/theme';
import { drawMatrix, matrixSvg, shadesOf } from './matrix';

interface Props {
  readonly name: string;
  readonly transitions: MatrixPicture;
}

const MOST_SIDE = 520;
/** Rows of the table; the CSV has all. */
const MOST_ROWS = 100;

/** Size classes by size classes: how often one came after another, as a heat map that can be zoomed. */
export function TransitionMap({ name, transitions }: Props) {
  const { sizes, from, to, count: counts } = transitions;
  const theme = useTheme((state) => state.theme);
  const shades = useMemo(() => shadesOf(colours[theme]), [theme]);
  const often = useMemo(
    () => Array.from(counts, (_, i) => i).sort((a, b) => counts[b] - counts[a]),
    [counts],
  );
  return (
    <ChartFrame
      name={name}
      title={`${count(sizes.length)} sizes, ${count(counts.length)} transitions`}
      csv={() =>
        csvText(
          ['from bytes', 'to bytes', 'count'],
          counts.map((each, i) => [sizes[from[i]], sizes[to[i]], each]),
        )
      }
      svg={() => matrixSvg(transitions, MOST_SIDE, shades, colours[theme])}
      chart={(width) => (
        <Matrix transitions={transitions} side={Math.min(width, MOST_SIDE)} shades={shades} />
      )}
      table={
        <NumbersTable
          label="Most frequent transitions"
          caption={`${counts.length > MOST_ROWS ? `The ${MOST_ROWS} most frequent of ` : ''}${count(counts.length)} transitions`}
          heading={['after', 'comes', 'times']}
          rows={often
            .slice(0, MOST_ROWS)
            .map((i) => [bytes(sizes[from[i]]), bytes(sizes[to[i]]), count(counts[i])])}
        />
      }
    />
  );
}

const MOST_ZOOM = 64;

interface MatrixProps {
  readonly transitions: MatrixPicture;
  /** CSS pixels. */
  readonly side: number;
  readonly shades: readonly string[];
}

function Matrix({ transitions, side, shades }: MatrixProps) {
  const { sizes } = transitions;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { view, zoomBy, whole } = usePanZoom(canvas, { width: side, height: side, most: MOST_ZOOM });
  const [pointed, setPointed] = useState<readonly [number, number] | null>(null);
  const index = useMemo(() => indexOf(transitions), [transitions]);
  useEffect(() => {
    if (!canvas.current) return;
    paintSharp(canvas.current, side, side, (context) => drawMatrix(context, transitions, side, view, shades));
  }, [transitions, side, view, shades]);
  return (
    <div className="matrix">
      <canvas
        ref={canvas}
        style={{ width: side, height: side }}
        role="img"
        aria-label={`Transitions between ${sizes.length} sizes; the table below lists the most frequent`}
        onPointerMove={(event) => setPointed(cellAt(event.nativeEvent, sizes.length, side, view))}
        onPointerLeave={() => setPointed(null)}
      />
      <div className="matrix-side">
        <div className="tools">
          <IconButton icon="plus" label="Zoom in" onClick={() => zoomBy(2)} />
          <IconButton icon="minus" label="Zoom out" onClick={() => zoomBy(0.5)} />
          <IconButton icon="whole" label="Whole matrix" onClick={whole} />
        </div>
        <p className="hint">
          Down: the size allocated before, from {bytes(sizes[0])} to {bytes(sizes[sizes.length - 1])}. Across:
          the size allocated next. Stronger is more often, in powers of ten.
        </p>
        <ul className="shades">
          {shades.map((shade, power) => (
            <li key={shade}>
              <span style={{ background: shade }} />
              {count(10 ** power)}+
            </li>
          ))}
        </ul>
        <p className="num" aria-hidden="true">
          {pointed === null
            ? ' '
            : `${bytes(sizes[pointed[0]])} → ${bytes(sizes[pointed[1]])}: ${count(index.get(pointed[0] * sizes.length + pointed[1]) ?? 0)}`}
        </p>
      </div>
    </div>
  );
}

const indexOf = ({ sizes, from, to, count: counts }: MatrixPicture): ReadonlyMap<number, number> =>
  new Map(counts.map((each, i) => [from[i] * sizes.length + to[i], each]));

function cellAt(
  event: MouseEvent,
  classes: number,
  side: number,
  { scale, x, y }: PanZoom,
): readonly [number, number] | null {
  const cell = (side / classes) * scale;
  const column = Math.floor((event.offsetX - x) / cell);
  const row = Math.floor((event.offsetY - y) / cell);
  return row >= 0 && row < classes && column >= 0 && column < classes ? [row, column] : null;
}
