import { type PointerEvent, useMemo, useRef } from 'react';
import type { Column, HeapMapRequest } from '../../../src/worker/api';
import { infoOf, reachedOf, useLab } from '../../state/store';
import { rasterPalette } from '../../styles/raster-palette';
import { useTheme } from '../../styles/theme';
import { onMapKey } from './block-keys';
import { BlockOverlay } from './block-overlay';
import { addressAt, type Geometry } from './geometry';
import { useFrame } from './picture';
import { useHeapImage } from './use-heap-image';
import { useZoom } from './use-zoom';

interface Props {
  readonly column: Column;
  readonly geometry: Geometry;
}

const { setState } = useLab;

/** The map itself: pixels from the worker, the pointed-at blocks over them, pointer and keys. */
export function HeapCanvas({ column, geometry }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const known = useLab((state) => infoOf(column)(state) !== null);
  const event = useLab(reachedOf(column));
  const step = useLab((state) => state.experiment.view.step);
  const palette = usePalette();
  const { width, height } = geometry;
  const frame = useFrame(geometry);
  const request = useMemo((): HeapMapRequest | null => {
    if (!known || width <= 0 || height <= 0) return null;
    return { event, step, ...frame, palette };
  }, [known, event, step, width, height, frame, palette]);
  useHeapImage(canvas, column, request);
  useZoom(area, geometry);

  const pointed = ({ clientX, clientY, currentTarget }: PointerEvent | React.MouseEvent) => {
    const box = currentTarget.getBoundingClientRect();
    return addressAt(geometry, clientX - box.left, clientY - box.top);
  };
  return (
    <div
      ref={area}
      className="map-canvas"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is looked through by keyboard
      tabIndex={0}
      role="application"
      aria-label={`Heap map of column ${column + 1}: arrow keys move from block to block, Enter chooses one`}
      onKeyDown={(key) => onMapKey(key, column, geometry)}
      onPointerMove={(move) => {
        const address = pointed(move);
        setState({ hover: address === null ? null : { column, address } });
      }}
      onPointerLeave={() => setState({ hover: null })}
      onClick={(click) => {
        const address = pointed(click);
        setState({ active: column, selected: address === null ? null : { column, address } });
      }}
    >
      <canvas ref={canvas} style={{ width, height }} />
      <BlockOverlay column={column} geometry={geometry} />
    </div>
  );
}

function usePalette(): Uint32Array {
  const theme = useTheme((state) => state.theme);
  return useMemo(() => rasterPalette(theme), [theme]);
}
