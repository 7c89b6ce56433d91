import type { AxisScale } from 'd3-axis';

/**
 * A linear scale that d3-axis accepts. d3-scale's brings colours, dates and number formats with it, 9 kB packed that
 * the lab would load for two straight lines.
 */
export interface LinearScale extends AxisScale<number> {
  (value: number): number;
}

export function linearScale(
  domain: readonly [number, number],
  range: readonly [number, number],
): LinearScale {
  const slope = (range[1] - range[0]) / (domain[1] - domain[0] || 1);
  const scale = (value: number) => range[0] + (value - domain[0]) * slope;
  return Object.assign(scale, {
    domain: () => [...domain],
    range: () => [...range],
    copy: () => linearScale(domain, range),
  });
}
