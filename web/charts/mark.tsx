interface Props {
  readonly x: number;
  readonly y: number;
  readonly square: boolean;
}

const RADIUS = 3;
const FLAG = 4;

/** A point of a curve; its group gives the colour. */
export function Mark({ x, y, square }: Props) {
  return square ? (
    <rect className="mark" x={x - RADIUS} y={y - RADIUS} width={2 * RADIUS} height={2 * RADIUS} />
  ) : (
    <circle className="mark" cx={x} cy={y} r={RADIUS} />
  );
}

/** A triangle over a point that needs a word. */
export function Flag({ x, y, title }: { readonly x: number; readonly y: number; readonly title?: string }) {
  return (
    <path className="flag" d={`M${x} ${y - 3.5 * FLAG}l${FLAG} ${1.8 * FLAG}h${-2 * FLAG}z`}>
      {title !== undefined && <title>{title}</title>}
    </path>
  );
}
