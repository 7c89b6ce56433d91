import { IconButton } from './icon-button';
import type { PanZoomControl } from './use-pan-zoom';

interface Props {
  readonly zoom: Pick<PanZoomControl, 'view' | 'zoomBy' | 'whole'>;
  /** What is zoomed, for the labels. */
  readonly of: string;
  readonly all: string;
}

/** Zoom in, out, and back to the whole. */
export function ZoomButtons({ zoom, of, all }: Props) {
  const { view, zoomBy, whole } = zoom;
  return (
    <>
      <IconButton icon="plus" label={`Zoom into the ${of} (+)`} onClick={() => zoomBy(2)} />
      <IconButton
        icon="minus"
        label={`Zoom out of the ${of} (−)`}
        onClick={() => zoomBy(0.5)}
        disabled={view.scale === 1}
      />
      <IconButton icon="whole" label={`${all} (0)`} onClick={whole} disabled={view.scale === 1} />
    </>
  );
}
