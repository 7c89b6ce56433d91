import { useMemo, useState } from 'react';
import type { PlacedBlock } from '../../../src/worker/trace-api';
import { linearScale } from '../../charts/linear-scale';
import { useSize } from '../../controls/use-size';
import { address, count, exactBytes } from '../../format';
import { AddressTimeArea, type Moves } from './address-time-area';
import { AddressTimeAxes, MARGIN } from './address-time-axes';
import { AddressTimeOverlay } from './address-time-overlay';
import { type Shown, useStretchedPicture } from './use-stretched-picture';

/** Of the map, in pixels. */
const HEIGHT = 346;

/** The map's pixels with axes, cursor and the block under the pointer. */
export function AddressTimeCanvas(props: Shown & Moves) {
  const { column, info, view, whole, by, top, onZoom, onMove, onWhole } = props;
  const [frame, size] = useSize<HTMLDivElement>();
  const [hover, setHover] = useState<PlacedBlock | null>(null);
  const ready = size !== null;
  const width = Math.max(40, (size?.width ?? 0) - MARGIN.left - MARGIN.right);
  const of = { view, width, height: HEIGHT };
  const { stage, reached } = useStretchedPicture({ ...of, column, info, whole, by, top, ready });
  const x = useMemo(() => linearScale([view.fromEvent, view.toEvent], [0, width]), [view, width]);
  const y = useMemo(() => linearScale([view.fromAddress, view.toAddress], [0, HEIGHT]), [view]);
  return (
    <div className="address-time-frame" ref={frame} style={{ height: HEIGHT + MARGIN.bottom }}>
      {ready && (
        <>
          <AddressTimeArea {...of} {...{ column, onZoom, onMove, onWhole }} onHover={setHover}>
            <div ref={stage} />
            <AddressTimeOverlay {...of} {...{ x, y, reached, hover }} end={info.end} />
          </AddressTimeArea>
          <AddressTimeAxes {...of} x={x} y={y} />
          <p className="address-time-tip" role="status">
            {hover && tipOf(hover)}
          </p>
        </>
      )}
    </div>
  );
}

const tipOf = ({ object, bytes, address: at, born, ends }: PlacedBlock): string =>
  `#${count(object)}: ${exactBytes(bytes)} at ${address(at)}, events ${count(born)} to ${ends === null ? 'the end' : count(ends)}`;
