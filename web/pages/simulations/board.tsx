import { useCallback, useMemo } from 'react';
import type { SimulationDocument } from '../../../src/experiment/document';
import { useCanvas } from '../../controls/use-canvas';
import { useSize } from '../../controls/use-size';
import { count } from '../../format';
import { useInside } from '../../state/inside';
import { modelOf, processorsIn } from '../../state/simulation-setup';
import { type SimulationView, useSimulations } from '../../state/simulations';
import { type Colours, colours } from '../../styles/palette';
import { useTheme } from '../../styles/theme';

const MOST_SIDE = 384;

interface Props {
  readonly view: SimulationView;
  readonly cursor: number;
}

/** The model itself: live cells of Life, or how many objects are at each node of the hypercube. */
export function Board({ view, cursor }: Props) {
  const [ref, size] = useSize<HTMLDivElement>();
  const frame = view.frames[cursor];
  const step = useSimulations((state) => state.step);
  const moment = useInside((state) => state.moment);
  const within = step !== null && moment?.frame === cursor ? moment.nodes : null;
  const nodes = within ?? (frame?.kind === 'yawns' ? frame.nodes : null);
  if (nodes === null || frame?.kind !== 'yawns') return null;
  const life = modelOf(view.document) === 'life';
  const { setup, kind } = view.document;
  const columns =
    kind === 'yawns' && setup.model.kind === 'life'
      ? setup.model.columns
      : Math.ceil(Math.sqrt(nodes.length));
  let sum = 0;
  let most = 0;
  for (const node of nodes) {
    sum += node;
    most = Math.max(most, node);
  }
  const words = life
    ? `${count(sum)} of ${count(nodes.length)} cells alive`
    : `${count(sum)} objects at ${count(nodes.length)} nodes, at most ${count(most)} at one`;
  const inside = within !== null ? ', inside the window' : '';
  return (
    <section className="panel sim-part" aria-labelledby="sim-board-title">
      <h3 id="sim-board-title">{life ? 'The board' : 'Objects by node'}</h3>
      <p className="hint">
        {words}; simulated time {Number(frame.sample.ceiling.toFixed(2))}
        {inside}. Lines: parts of the processors.
      </p>
      <div ref={ref} className="sim-board-area">
        {size && (
          <BoardCanvas
            nodes={nodes}
            columns={columns}
            most={most}
            document={view.document}
            side={Math.min(size.width, MOST_SIDE)}
            label={words}
          />
        )}
      </div>
    </section>
  );
}

interface CanvasProps {
  readonly nodes: Uint8Array;
  readonly columns: number;
  readonly most: number;
  readonly document: SimulationDocument;
  readonly side: number;
  readonly label: string;
}

function BoardCanvas({ nodes, columns, most, document, side, label }: CanvasProps) {
  const theme = useTheme((state) => state.theme);
  const rows = Math.ceil(nodes.length / columns);
  const homes = useMemo(() => partsOf(document, columns, rows), [document, columns, rows]);
  const cell = Math.min(side / columns, MOST_SIDE / rows);
  const [width, height] = [cell * columns, cell * rows];
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      const palette: Colours = colours[theme];
      context.globalAlpha = 1;
      context.fillStyle = palette.sunken;
      context.fillRect(0, 0, width, height);
      context.fillStyle = palette.live;
      for (let node = 0; node < nodes.length; node++) {
        if (nodes[node] === 0) continue;
        context.globalAlpha = nodes[node] / Math.max(1, most);
        const [x, y] = [(node % columns) * cell, Math.floor(node / columns) * cell];
        context.fillRect(x, y, cell, cell);
      }
      context.globalAlpha = 1;
      context.fillStyle = palette.visited;
      for (const x of homes.across) context.fillRect(x * cell - 0.5, 0, 1, height);
      for (const y of homes.down) context.fillRect(0, y * cell - 0.5, width, 1);
    },
    [nodes, columns, most, homes, cell, width, height, theme],
  );
  const canvas = useCanvas(width, height, paint);
  return (
    <canvas ref={canvas} className="sim-board" role="img" aria-label={label} style={{ width, height }} />
  );
}

/** Cells at which the parts of the processors begin, as the simulators divide them (src/simulations/yawns.ts). */
function partsOf(document: SimulationDocument, columns: number, rows: number) {
  const [model, processors] = [modelOf(document), processorsIn(document)];
  const bits = 31 - Math.clz32(processors);
  const across = model === 'life' ? 1 << ((bits + 1) >> 1) : processors > rows ? processors / rows : 1;
  const down = model === 'life' ? processors / across : Math.min(processors, rows);
  const edges = (parts: number, side: number) =>
    Array.from({ length: parts - 1 }, (_, i) => Math.ceil(((i + 1) * side) / parts));
  return { across: edges(across, columns), down: edges(down, rows) };
}
