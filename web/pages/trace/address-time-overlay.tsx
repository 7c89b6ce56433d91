import type { RunEnd } from '../../../src/worker/api';
import type { PlacedBlock } from '../../../src/worker/trace-api';
import { cursorOf, useLab } from '../../state/store';
import { Marks } from '../../views/bookmarks/marks';
import type { MapScales } from './address-time-axes';

/** What stands over the part of the history that a run has not come to, by why. */
const AHEAD: Readonly<Record<RunEnd, string>> = {
  complete: 'not drawn yet',
  cancelled: 'cancelled here',
  trapped: 'ended in a trap here',
  'out of memory': 'no more memory here',
};
/** Pixels that its words take. */
const AHEAD_WIDTH = 140;

interface Props extends MapScales {
  /** Events that the picture shows. */
  readonly reached: number;
  readonly end: RunEnd | null;
  readonly hover: PlacedBlock | null;
}

/** Over the map's pixels: how far it goes, the cursor, the bookmarks, the block under the pointer. */
export function AddressTimeOverlay({ view, x, y, width, height, reached, end, hover }: Props) {
  const cursor = useLab(cursorOf);
  return (
    <svg width={width} height={height} aria-hidden="true">
      {reached > 0 && reached < view.toEvent && (
        <Ahead
          at={Math.max(0, x(reached))}
          width={width}
          words={end === null ? 'not replayed yet' : AHEAD[end]}
        />
      )}
      <line className="cursor" x1={x(cursor)} x2={x(cursor)} y1={0} y2={height} />
      <Marks x={x} height={height} />
      {hover && (
        <rect
          className="pointed"
          x={x(hover.born)}
          y={y(hover.address)}
          width={Math.max(2, x(Math.min(hover.ends ?? view.toEvent, reached)) - x(hover.born))}
          height={Math.max(2, y(hover.address + Math.max(1, hover.bytes)) - y(hover.address))}
        />
      )}
    </svg>
  );
}

interface AheadProps {
  /** Where it begins, in pixels. */
  readonly at: number;
  readonly width: number;
  readonly words: string;
}

/** The edge of what is replayed; the hatch behind it is the worker's. */
function Ahead({ at, width, words }: AheadProps) {
  return (
    <g className="ahead">
      <line x1={at} x2={at} y1={0} y2="100%" />
      {width - at > AHEAD_WIDTH && (
        <text x={(at + width) / 2} y="50%" textAnchor="middle">
          {words}
        </text>
      )}
    </g>
  );
}
