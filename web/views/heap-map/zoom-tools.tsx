import type { Address } from '../../../src/units';
import { IconButton } from '../../controls/icon-button';
import { address, bytes } from '../../format';
import { FEWEST_ROW_BYTES, type Geometry, revealing, type Window } from './geometry';

interface Props {
  readonly geometry: Geometry | null;
  /** The whole heap is shown. */
  readonly whole: boolean;
  readonly onZoom: (factor: number) => void;
  readonly onWindow: (window: Window) => void;
  /** The block that can be gone to; null where there is none. */
  readonly block: Address | null;
  readonly blockLabel: string;
}

/** Nearer, farther, the whole heap, and to a block. */
export function ZoomTools({ geometry, whole, onZoom, onWindow, block, blockLabel }: Props) {
  return (
    <>
      <IconButton
        icon="plus"
        label="Zoom in"
        onClick={() => onZoom(2)}
        disabled={geometry === null || geometry.rowBytes <= FEWEST_ROW_BYTES}
      />
      <IconButton icon="minus" label="Zoom out" onClick={() => onZoom(0.5)} disabled={whole} />
      <IconButton icon="whole" label="Whole heap" onClick={() => onWindow(null)} disabled={whole} />
      <IconButton
        icon="pin"
        label={blockLabel}
        onClick={() => {
          if (geometry && block !== null) onWindow(revealing(geometry, block));
        }}
        disabled={whole || block === null}
      />
    </>
  );
}

/** `0x40000 – 0x190000 · row = 64.0 KiB` */
export function spanOf(g: Geometry): string {
  const first = g.heapStart + g.from;
  return `${address(first)} – ${address(first + g.rows * g.rowBytes)} · row = ${bytes(g.rowBytes)}`;
}
