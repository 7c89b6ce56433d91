import { useCallback, useEffect, useMemo } from 'react';
import { type ClassSets, PLACES } from '../../../src/worker/simulation-api';
import { NumbersTable } from '../../charts/numbers-table';
import { useCanvas } from '../../controls/use-canvas';
import { useSize } from '../../controls/use-size';
import { bytes, count, percent } from '../../format';
import {
  chooseSets,
  closeRival,
  otherManager,
  refreshSets,
  runRival,
  useClassSets,
} from '../../state/class-sets';
import { processorsIn } from '../../state/simulation-setup';
import type { SimulationView } from '../../state/simulations';
import { colours, variable } from '../../styles/palette';
import { useTheme } from '../../styles/theme';
import { paintSets } from '../../views/machine/paint-sets';
import { layOutSets } from '../../views/machine/set-layout';
import type { Meaning } from '../../views/machine/set-meanings';

/** In the order of PLACES. */
const meanings: readonly Meaning[] = [
  {
    name: 'empty',
    title: 'No line has come here yet',
    letter: '',
    colour: 'free',
    ink: 'freeInk',
    pattern: 'hollow',
  },
  {
    name: 'freed, or not a buffer',
    title: 'Freed buffers, the allocator’s headers and book-keeping, the program’s own data',
    letter: '',
    colour: 'unknown',
    ink: 'ink',
    pattern: 'plain',
  },
  {
    name: 'mild',
    title: 'Access-mild buffers: output and state queues, messages, logs',
    letter: 'm',
    colour: 'live',
    ink: 'panel',
    pattern: 'plain',
  },
  {
    name: 'intensive',
    title: 'Access-intensive buffers: the model’s state and the input queue',
    letter: 'i',
    colour: 'visited',
    ink: 'ink',
    pattern: 'plain',
  },
  {
    name: 'both in one line',
    title: 'An intensive and a mild buffer share the line',
    letter: 'b',
    colour: 'event',
    ink: 'panel',
    pattern: 'strokes',
  },
];
const HEIGHT = 190;
const MEMORY_HEIGHT = 170;

/** What the lines of a cache hold, intensive or mild, under this manager and under the other one. */
export function ClassSetsPanel({ view }: { readonly view: SimulationView }) {
  const { level, kernel, own, other, underWay, failed } = useClassSets();
  const rounds = view.frames.length;
  // Whenever a round has ended, the caches are others.
  useEffect(() => {
    if (rounds >= 0) refreshSets();
  }, [rounds]);
  const rival = otherManager(view.document);
  if (own === null) return null;
  return (
    <section className="panel sim-part" aria-labelledby="sim-sets-title">
      <h3 id="sim-sets-title">Caches and memory by class of buffer</h3>
      <p className="hint">
        As they stand after the last round. Memory: a row is {bytes(own.sets * own.line)}, so that a column is
        a set of the cache: where a manager keeps the classes apart, intensive and mild buffers lie in rows or
        columns of their own.
      </p>
      <div className="sim-tools">
        <label>
          Cache{' '}
          <select value={level} onChange={({ target }) => void chooseSets({ level: Number(target.value) })}>
            {own.levels.map(({ name, bytes: size, sharedBy }, i) => (
              <option key={name} value={i}>
                {name}, {bytes(size)}
                {sharedBy > 1 ? `, shared by ${sharedBy}` : ''}
              </option>
            ))}
          </select>
        </label>
        <label>
          Kernel{' '}
          <select value={kernel} onChange={({ target }) => void chooseSets({ kernel: Number(target.value) })}>
            {Array.from({ length: processorsIn(view.document) }, (_, k) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a kernel is its number
              <option key={k} value={k}>
                P{k}
              </option>
            ))}
          </select>
        </label>
        {underWay === null ? (
          <button type="button" className="button" disabled={rounds === 0} onClick={() => void runRival()}>
            Run {count(rounds)} {rounds === 1 ? 'round' : 'rounds'} on {rival}, too
          </button>
        ) : (
          <>
            <progress aria-label="Rounds of the other run" max={rounds} value={underWay} />
            <span className="num" role="status">
              {count(underWay)} of {count(rounds)} rounds on {rival}
            </span>
            <button type="button" className="button" onClick={closeRival}>
              Cancel
            </button>
          </>
        )}
        <ul className="chart-legend">
          {meanings.map(({ name, title, colour }) => (
            <li key={name} title={title}>
              <span className="sim-swatch" style={{ background: `var(${variable(colour)})`, height: 11 }} />
              {name}
            </li>
          ))}
        </ul>
      </div>
      {failed !== null && (
        <p className="failed" role="alert">
          The run on {rival} ended: {failed}
        </p>
      )}
      <div className="sim-grid">
        <OneManager name={view.document.setup.allocator.id} sets={own} />
        {other !== null && <OneManager name={other.id} sets={other.sets} />}
      </div>
    </section>
  );
}

function OneManager({ name, sets }: { readonly name: string; readonly sets: ClassSets }) {
  const [ref, size] = useSize<HTMLDivElement>();
  const shares = useMemo(() => [countsOf(sets.places), countsOf(sets.memory)], [sets]);
  return (
    <div ref={ref} className="sim-manager">
      <h4>
        {name}: found in {sets.levels[sets.level].name} or nearer {percent(sets.found.intensive)} of intensive
        lines, {percent(sets.found.mild)} of mild ones
      </h4>
      {size && (
        <>
          <SetCanvas
            sets={sets}
            width={size.width}
            label={`Lines of ${sets.levels[sets.level].name} under ${name}`}
          />
          <h4>Memory of the kernel, a column a set</h4>
          <MemoryCanvas sets={sets} width={size.width} label={`Memory under ${name}, by class`} />
        </>
      )}
      <details>
        <summary>Lines by class</summary>
        <NumbersTable
          caption={`Lines of ${count(sets.line)} bytes under ${name}`}
          heading={['', ...PLACES]}
          rows={[
            [`in ${sets.levels[sets.level].name}`, ...shares[0].map(count)],
            ['in memory', ...shares[1].map(count)],
          ]}
        />
      </details>
    </div>
  );
}

function countsOf(places: Uint8Array): number[] {
  const counts = PLACES.map(() => 0);
  for (const place of places) counts[place]++;
  return counts;
}

interface CanvasProps {
  readonly sets: ClassSets;
  readonly width: number;
  readonly label: string;
}

function SetCanvas({ sets, width, label }: CanvasProps) {
  const theme = useTheme((state) => state.theme);
  const layout = useMemo(
    () => layOutSets(sets.sets, sets.ways, width, HEIGHT),
    [sets.sets, sets.ways, width],
  );
  const paint = useCallback(
    (context: CanvasRenderingContext2D, density: number) =>
      paintSets({ context, layout, theme, density }, meanings, (i) => sets.places[i]),
    [layout, sets, theme],
  );
  const canvas = useCanvas(width, HEIGHT, paint);
  return <canvas ref={canvas} role="img" aria-label={label} style={{ width, height: HEIGHT }} />;
}

/** Rows of memory as long as all sets; of much memory several rows fall into one of the picture. */
function MemoryCanvas({ sets: { memory, sets }, width, label }: CanvasProps) {
  const theme = useTheme((state) => state.theme);
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      const palette = colours[theme];
      const rows = Math.max(1, Math.ceil(memory.length / sets));
      const [w, h] = [width / sets, Math.min(8, MEMORY_HEIGHT / rows)];
      context.fillStyle = palette.sunken;
      context.fillRect(0, 0, width, MEMORY_HEIGHT);
      // By class, so that the fill changes a few times only; intensive ones last, as they are what is looked for.
      for (let place = 1; place < meanings.length; place++) {
        context.fillStyle = palette[meanings[place].colour];
        for (let i = 0; i < memory.length; i++) {
          if (memory[i] !== place) continue;
          const [x, y] = [(i % sets) * w, Math.floor(i / sets) * h];
          context.fillRect(x, y, Math.max(1, w), Math.max(1, h));
        }
      }
    },
    [memory, sets, width, theme],
  );
  const canvas = useCanvas(width, MEMORY_HEIGHT, paint);
  return <canvas ref={canvas} role="img" aria-label={label} style={{ width, height: MEMORY_HEIGHT }} />;
}
