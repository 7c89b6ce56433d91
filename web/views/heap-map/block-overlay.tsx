import type { BlockInfo, Column } from '../../../src/worker/api';
import { useLab } from '../../state/store';
import { useBlock } from '../../state/use-block';
import { BlockWords } from '../block/block-words';
import { type Geometry, type Rect, rectsOf } from './geometry';

interface Props {
  readonly column: Column;
  readonly geometry: Geometry;
}

/** Outlines the block that is pointed at and the chosen one, and says what the former is. */
export function BlockOverlay({ column, geometry }: Props) {
  const hover = useLab((state) => (state.hover?.column === column ? state.hover : null));
  const selected = useLab((state) => (state.selected?.column === column ? state.selected : null));
  const pointed = useBlock(hover);
  const chosen = useBlock(selected);
  const rects = pointed ? rectsOf(geometry, pointed.address, pointed.bytes) : [];
  return (
    <>
      <svg className="map-overlay" width={geometry.width} height={geometry.height} aria-hidden="true">
        {chosen && <Outline geometry={geometry} block={chosen} className="chosen" />}
        {pointed && <Outline geometry={geometry} block={pointed} className="pointed" />}
      </svg>
      {pointed && rects.length > 0 && (
        <div className="map-tip" style={placed(rects[rects.length - 1], geometry)} role="status">
          <BlockWords block={pointed} />
        </div>
      )}
    </>
  );
}

function Outline(props: {
  readonly geometry: Geometry;
  readonly block: BlockInfo;
  readonly className: string;
}) {
  const { geometry, block, className } = props;
  return (
    <>
      {rectsOf(geometry, block.address, block.bytes).map((rect) => (
        <rect
          key={rect.y}
          className={className}
          x={rect.x - 1}
          y={rect.y - 1}
          width={Math.max(4, rect.width + 2)}
          height={rect.height + 2}
        />
      ))}
    </>
  );
}

const TIP_WIDTH = 250;
const TIP_HEIGHT = 100;

/** Below the block where there is room, else above it; never beyond the map's sides. */
function placed(rect: Rect, { width, height }: Geometry): React.CSSProperties {
  const left = Math.max(0, Math.min(width - TIP_WIDTH, rect.x));
  const below = rect.y + rect.height + 6;
  return below + TIP_HEIGHT < height ? { left, top: below } : { left, bottom: height - rect.y + 6 };
}
