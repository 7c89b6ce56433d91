import { path } from 'd3-path';

type Scale = (value: number) => number;

/** A curve through values at equal distances over a width; it breaks where a value is not finite. */
export function curvePath(values: Float64Array, width: number, y: Scale): string {
  const curve = path();
  let open = false;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Number.isFinite(value)) {
      const x = ((i + 0.5) / values.length) * width;
      if (open) curve.lineTo(x, y(value));
      else curve.moveTo(x, y(value));
    }
    open = Number.isFinite(value);
  }
  return curve.toString();
}

/** The area from 0 up to such a curve, as far as its values are known: a run may end before its trace. */
export function groundPath(values: Float64Array, width: number, y: Scale): string {
  const ground = path();
  let x = 0;
  ground.moveTo(x, y(0));
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) continue;
    x = ((i + 0.5) / values.length) * width;
    ground.lineTo(x, y(values[i]));
  }
  ground.lineTo(x, y(0));
  ground.closePath();
  return ground.toString();
}
