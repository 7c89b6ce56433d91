import { useMemo, useState } from 'react';
import { rampStep } from '../../../src/raster/address-time';
import type { Column, RunInfo } from '../../../src/worker/api';
import type { AddressTimeRequest, AddressTimeWindow } from '../../../src/worker/trace-api';
import { IconButton } from '../../controls/icon-button';
import { Panel } from '../../controls/panel';
import { Segments } from '../../controls/segments';
import { address, count, exactBytes } from '../../format';
import { useLab } from '../../state/store';
import { useTracePage } from '../../state/trace-page';
import { rampColour } from '../../styles/ramp';
import { useTheme } from '../../styles/theme';
import { AddressTimeCanvas } from './address-time-canvas';
import { BlocksInView } from './blocks-in-view';
import { topClass } from './classes';
import { moved, zoomed } from './window';

type By = AddressTimeRequest['by'];

/** Time across, addresses down, every block a rectangle. */
export function AddressTimeView({ column }: { readonly column: Column }) {
  // While it grows, every picture would need the index of all of its blocks again.
  const info = useLab(({ runs: { [column]: run } }) => (run?.kind === 'ready' ? run.info : null));
  if (info === null) return <p className="hint">Waiting for the run …</p>;
  return <AddressTime key={info.summary.fingerprint} column={column} info={info} />;
}

function AddressTime({ column, info }: { readonly column: Column; readonly info: RunInfo }) {
  const theme = useTheme((state) => state.theme);
  const { heapStart, heapEnd, summary } = info;
  const whole = useMemo(
    (): AddressTimeWindow => ({
      fromEvent: 0,
      toEvent: Math.max(1, summary.events),
      fromAddress: heapStart,
      toAddress: Math.max(heapStart + 1, heapEnd),
    }),
    [heapStart, heapEnd, summary.events],
  );
  const [view, setView] = useState(whole);
  const [by, setBy] = useState<By>('size');
  const sizes = useTracePage((state) => topClass(state.report));
  const top = by === 'size' ? sizes : rampStep(summary.events);
  const [table, setTable] = useState(false);
  const zoom = (factor: number) => setView((w) => zoomed(whole, w, factor, 0.5, 0.5));
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
          <IconButton icon="whole" label="Show the whole history (0)" onClick={() => setView(whole)} />
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
        view={view}
        whole={whole}
        by={by}
        top={top}
        onZoom={(start, factor, x, y) => setView(zoomed(whole, start, factor, x, y))}
        onMove={(start, x, y) => setView(moved(whole, start, x, y))}
        onWhole={() => setView(whole)}
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
      {table && <BlocksInView column={column} view={view} />}
    </Panel>
  );
}
