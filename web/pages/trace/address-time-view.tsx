import { useMemo, useState } from 'react';
import { rampStep } from '../../../src/raster/address-time';
import type { Column, RunInfo } from '../../../src/worker/api';
import type { AddressTimeRequest, AddressTimeWindow } from '../../../src/worker/trace-api';
import { IconButton } from '../../controls/icon-button';
import { Panel } from '../../controls/panel';
import { Segments } from '../../controls/segments';
import { address, count, exactBytes } from '../../format';
import { infoOf, type LabState, useLab } from '../../state/store';
import { useTracePage } from '../../state/trace-page';
import { rampColour } from '../../styles/ramp';
import { useTheme } from '../../styles/theme';
import { AddressTimeCanvas } from './address-time-canvas';
import { BlocksInView } from './blocks-in-view';
import { topClass } from './classes';
import { moved, roomFor, sameWindow, within, zoomed } from './window';

/** A heap's extent over what is live at the peak, about. */
const USUAL_WASTE = 1.25;

type By = AddressTimeRequest['by'];

/** Time across, addresses down, every block a rectangle. */
export function AddressTimeView({ column }: { readonly column: Column }) {
  const info = useLab(infoOf(column));
  if (info === null)
    return (
      <Panel title="Address × time" className="address-time">
        <p className="hint">Waits for the run.</p>
      </Panel>
    );
  return <AddressTime key={JSON.stringify(info.config)} column={column} info={info} />;
}

const NO_EVENTS = { events: 0, peakLiveBytes: 0 };
const summaryOf = ({ trace }: LabState) => (trace.kind === 'ready' ? trace.opened.summary : NO_EVENTS);

function AddressTime({ column, info }: { readonly column: Column; readonly info: RunInfo }) {
  const theme = useTheme((state) => state.theme);
  const { heapStart, heapEnd, end } = info;
  const { events, peakLiveBytes } = useLab(summaryOf);
  const extent = Math.max(1, heapEnd - heapStart);
  // The trace tells what the heap will have to hold at least.
  const bytes = end === null ? roomFor(Math.max(extent, peakLiveBytes * USUAL_WASTE)) : extent;
  const whole = useMemo(
    (): AddressTimeWindow => ({
      fromEvent: 0,
      toEvent: Math.max(1, events),
      fromAddress: heapStart,
      toAddress: heapStart + bytes,
    }),
    [heapStart, bytes, events],
  );
  /** null: the whole, also when it grows. */
  const [chosen, setChosen] = useState<AddressTimeWindow | null>(null);
  const view = useMemo(() => (chosen === null ? whole : within(whole, chosen)), [chosen, whole]);
  const show = (window: AddressTimeWindow) => setChosen(sameWindow(window, whole) ? null : window);
  const [by, setBy] = useState<By>('size');
  const sizes = useTracePage((state) => topClass(state.report));
  const top = by === 'size' ? sizes : rampStep(events);
  const [table, setTable] = useState(false);
  const zoom = (factor: number) => show(zoomed(whole, view, factor, 0.5, 0.5));
  return (
    <Panel
      title="Address × time"
      className="address-time"
      note={`${address(view.fromAddress)} to ${address(view.toAddress)}, events ${count(view.fromEvent)} to ${count(view.toEvent)}`}
      tools={
        <>
          <Segments
            label="Colour by"
            options={[
              { value: 'size', title: 'size' },
              { value: 'life', title: 'lifetime' },
            ]}
            chosen={by}
            onChoose={setBy}
          />
          <IconButton icon="plus" label="Zoom in (+)" onClick={() => zoom(2)} />
          <IconButton icon="minus" label="Zoom out (-)" onClick={() => zoom(0.5)} />
          <IconButton icon="whole" label="Show the whole history (0)" onClick={() => setChosen(null)} />
          <IconButton
            icon="table"
            label="Table of the blocks in view"
            pressed={table}
            onClick={() => setTable(!table)}
          />
        </>
      }
    >
      <AddressTimeCanvas
        column={column}
        info={info}
        view={view}
        whole={whole}
        by={by}
        top={top}
        onZoom={(start, factor, x, y) => show(zoomed(whole, start, factor, x, y))}
        onMove={(start, x, y) => show(moved(whole, start, x, y))}
        onWhole={() => setChosen(null)}
      />
      <p className="hint ramp">
        {by === 'size' ? '1 B' : '1 event'}
        <span
          aria-hidden="true"
          style={{
            background: `linear-gradient(to right, ${[0, 0.25, 0.5, 0.75, 1].map((at) => rampColour(theme, at)).join()})`,
          }}
        />
        {by === 'size' ? `${exactBytes(2 ** top)} asked for` : `${count(2 ** top)} events`}, doubling; ground:
        no block. Ctrl and wheel zooms, drag moves, click sets the cursor.
      </p>
      {table && <BlocksInView column={column} info={info} view={view} />}
    </Panel>
  );
}
