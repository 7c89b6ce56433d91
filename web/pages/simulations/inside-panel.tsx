import { ERRANDS, type Errand } from '../../../src/simulations/probe';
import type { Inside, InsideMoment } from '../../../src/worker/simulation-api';
import { NumbersTable } from '../../charts/numbers-table';
import { IconButton } from '../../controls/icon-button';
import { bytes, count, exactBytes, address as hex } from '../../format';
import { goToRow, stepBack, stepEvent, stepIn, stepOut, toggleInside, useInside } from '../../state/inside';
import { cancelSimulation, type SimulationView, useSimulations } from '../../state/simulations';
import { InsideMap } from './inside-map';

const errandWords: Readonly<Record<Errand, string>> = {
  beginning: 'as its model begins',
  event: '',
  sending: 'as it packs messages for others',
  receiving: 'as it takes messages in',
  reduction: 'for the global minimum',
  fossils: 'as it collects what is committed',
};

/** Inside a window or round: block by block, the heap of the processor that takes it or gives it back. */
export function InsidePanel({ view, frame }: { readonly view: SimulationView; readonly frame: number }) {
  const unit = view.document.kind === 'timewarp' ? 'GVT round' : 'window';
  const shown = view.frames[frame];
  const step = useSimulations((state) => state.step);
  const { rows, moment, underWay, playing } = useInside();
  if (step === null || shown === undefined) return null;
  const number = shown.kind === 'yawns' ? shown.sample.window : shown.sample.round;
  const ready = rows !== null && underWay === null;
  return (
    <section className="panel sim-part" aria-labelledby="sim-inside-title">
      <h3 id="sim-inside-title">
        Inside {unit} {count(number)}: {ready ? `${count(rows.count)} blocks taken or given back` : '…'}
      </h3>
      {underWay !== null && (
        <div className="sim-tools">
          <span className="num" role="status">
            running the simulation again to this {unit}: {count(underWay)} of {count(frame)}
          </span>
          <progress aria-label={`Way to the ${unit}`} max={Math.max(1, frame)} value={underWay} />
          <button type="button" className="button" onClick={cancelSimulation}>
            Cancel
          </button>
        </div>
      )}
      {ready && (
        <>
          <section className="sim-tools" aria-label={`Inside the ${unit}`}>
            <IconButton
              icon="first"
              label="One event back (←)"
              onClick={() => stepEvent(-1)}
              disabled={step === 0}
            />
            <IconButton icon="back" label="One block back (↑)" onClick={stepBack} />
            <IconButton
              icon={playing ? 'pause' : 'play'}
              label={playing ? 'Pause (Space)' : 'Play block by block (Space)'}
              className="play"
              onClick={() => void toggleInside()}
            />
            <IconButton icon="next" label="Next malloc or free (↓)" onClick={stepIn} />
            <IconButton icon="last" label="Next event (→)" onClick={() => stepEvent(1)} />
            <IconButton icon="out" label={`Out of the ${unit} (Esc)`} onClick={stepOut} />
            <input
              type="range"
              className="sim-scrubber"
              aria-label="Block"
              min={0}
              max={Math.max(0, rows.count - 1)}
              value={step}
              aria-valuetext={`block ${count(step + 1)} of ${count(rows.count)}`}
              onChange={({ target }) => goToRow(Number(target.value))}
            />
            <span className="num" role="status" data-row={step}>
              {count(step + 1)} of {count(rows.count)}
            </span>
          </section>
          <p className="sim-sentence">{sentence(rows, step, unit)}</p>
          {moment && <Moment moment={moment} />}
        </>
      )}
    </section>
  );
}

/** In words: who takes or gives back which block, and for what. */
function sentence(rows: Inside, row: number, unit: string) {
  if (row >= rows.count) return null;
  const [p, event] = [rows.processor[row], rows.event[row]];
  const errand = ERRANDS[rows.errand[row]];
  const taken = rows.op[row] === 0;
  return (
    <>
      <strong>P{p}</strong> {taken ? 'takes' : 'gives back'}{' '}
      <code>
        {taken
          ? `malloc(${rows.bytes[row]}) = ${hex(rows.address[row])}`
          : `free(${hex(rows.address[row])}), ${rows.bytes[row]} bytes`}
      </code>{' '}
      {event >= 0
        ? `in event ${count(event + 1)} of ${count(rows.events)} of the ${unit}`
        : errandWords[errand]}
    </>
  );
}

function Moment({ moment }: { readonly moment: InsideMoment }) {
  const { processor, lists, liveBlocks, liveBytes, footprintBytes, block, regions } = moment;
  const freeBlocks = lists.reduce((sum, list) => sum + list.blocks, 0);
  const figures = [
    ['live', `${count(liveBlocks)} blocks, ${bytes(liveBytes)}`],
    ['on free lists', lists.length > 0 ? `${count(freeBlocks)} blocks` : 'not reported'],
    ['taken from the system', bytes(footprintBytes)],
    ['this block', block === null ? 'not reported' : `${exactBytes(block.bytes)} at ${hex(block.address)}`],
    ...(regions.length > 0 ? [['regions', count(regions.length)]] : []),
  ];
  return (
    <>
      <h4>The heap of P{processor} just then</h4>
      <InsideMap moment={moment} />
      <dl className="sim-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lists.length > 0 && (
        <details>
          <summary>
            {count(lists.length)} free {lists.length === 1 ? 'list' : 'lists'}
          </summary>
          <NumbersTable
            label="Free lists"
            caption="Free lists of this heap, blocks in list order"
            heading={['list', 'blocks', 'bytes', 'first blocks']}
            rows={lists.map(({ name, number, blocks, bytes: all, addresses, sizes }) => [
              lists.length > 1 ? `${name} ${number}` : name,
              count(blocks),
              bytes(all),
              Array.from(addresses.subarray(0, 6), (at, i) => `${hex(at)} (${sizes[i]})`).join(' → '),
            ])}
          />
        </details>
      )}
    </>
  );
}
