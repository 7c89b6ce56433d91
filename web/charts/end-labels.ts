/** Heights for labels at the ends of curves: near their curve's end, and `gap` apart from each other. */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  const placed: number[] = new Array(wanted.length);
  let floor = low;
  for (const { y, i } of order) {
    placed[i] = Math.max(floor, y);
    floor = placed[i] + gap;
  }
  let ceiling = high;
  for (const { i } of order.reverse()) {
    placed[i] = Math.min(ceiling, placed[i]);
    ceiling = placed[i] - gap;
  }
  return placed;
}
