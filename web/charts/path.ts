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

/** The area from 0 up to such a curve. */
export function groundPath(values: Float64Array, width: number, y: Scale): string {
  const ground = path();
  ground.moveTo(0, y(0));
  for (let i = 0; i < values.length; i++) ground.lineTo(((i + 0.5) / values.length) * width, y(values[i]));
  ground.lineTo(width, y(0));
  ground.closePath();
  return ground.toString();
}
