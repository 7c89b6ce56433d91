interface Props {
  readonly x: number;
  readonly y: number;
  readonly square: boolean;
}

const RADIUS = 3;

/** A point of a curve; its group gives the colour. */
export function Mark({ x, y, square }: Props) {
  return square ? (
    <rect className="mark" x={x - RADIUS} y={y - RADIUS} width={2 * RADIUS} height={2 * RADIUS} />
  ) : (
    <circle className="mark" cx={x} cy={y} r={RADIUS} />
  );
}
