import './lanes.css';
import { useRef, useState } from 'react';
import { CYCLE_KINDS } from '../../../src/machine/result';
import { IconButton } from '../../controls/icon-button';
import { isStacked } from '../../controls/stacked';
import { usePanZoom } from '../../controls/use-pan-zoom';
import { useSize } from '../../controls/use-size';
import { ZoomButtons } from '../../controls/zoom-buttons';
import { count } from '../../format';
import { useMachine } from '../../state/machine';
import { variable } from '../../styles/palette';
import { LaneCanvas } from './lane-canvas';
import { KINDS } from './lane-kinds';
import { LaneTable } from './lane-table';
import { LABEL, RIGHT } from './paint-lanes';

/** Lanes from this number on are thin, until they are asked to be tall. */
const MANY = 9;
/** A screen's width shows at least so many cycles. */
const FEWEST_CYCLES = 50;

/** What each processor did along virtual time; a click moves the cursor there. */
export function LanesView() {
  const info = useMachine((state) => (state.run.kind === 'ready' ? state.run.info : null));
  const [ref, size] = useSize<HTMLDivElement>();
  const [tall, setTall] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const plot = size === null || info === null ? 0 : Math.max(0, size.width - LABEL - RIGHT);
  const zoom = usePanZoom(frame, {
    width: plot,
    height: 1,
    most: info === null ? 1 : info.result.time / FEWEST_CYCLES,
    wheel: () => !isStacked(),
    // The whole run is scrubbed by a drag; a part of it is moved.
    drags: ({ scale }) => scale > 1,
  });
  const [from, to] = info === null ? [0, 0] : windowOf(zoom.view, plot, info.result.time);
  return (
    <section className="lanes" aria-labelledby="lanes-title">
      <header>
        <h3 id="lanes-title">Processors</h3>
        <div className="note">
          {info && (
            <>
              {zoom.view.scale > 1
                ? `cycles ${count(from)} – ${count(to)} of ${count(info.result.time)}`
                : `${count(info.result.time)} cycles of virtual time`}{' '}
              · total workload {count(info.result.workload)} cycles
            </>
          )}
        </div>
        <ul className="legend">
          {CYCLE_KINDS.map((kind) => (
            <li key={kind} title={KINDS[kind].title}>
              <span
                className="lane-swatch"
                style={{
                  background: `var(${variable(KINDS[kind].colour)})`,
                  height: 11 * KINDS[kind].height,
                }}
              />
              {KINDS[kind].name}
            </li>
          ))}
        </ul>
        {info && (
          <div className="tools">
            {info.processors >= MANY && (
              <IconButton icon="tall" label="Tall lanes" pressed={tall} onClick={() => setTall(!tall)} />
            )}
            <ZoomButtons zoom={zoom} of="lanes" all="The whole run" />
          </div>
        )}
      </header>
      <div ref={ref} className="lanes-area">
        {info && size && plot > 0 && (
          <LaneCanvas info={info} plot={plot} tall={tall} zoom={zoom} frame={frame} window={[from, to]} />
        )}
      </div>
      {info && <LaneTable info={info} />}
    </section>
  );
}

/** Virtual time that is seen, in cycles. */
function windowOf(
  { scale, x }: { readonly scale: number; readonly x: number },
  plot: number,
  time: number,
): readonly [number, number] {
  const cycles = time / Math.max(1, plot * scale);
  return [Math.max(0, Math.round(-x * cycles)), Math.min(time, Math.round((plot - x) * cycles))];
}
