/** Ranks from 1, the best first; equal values share the better rank, and what has no value has none. */
export function ranksOf(values: readonly (number | null)[], best: 'low' | 'high'): (number | null)[] {
  const better = (a: number, b: number) => (best === 'low' ? a < b : a > b);
  return values.map((value) =>
    value === null ? null : 1 + values.filter((other) => other !== null && better(other, value)).length,
  );
}
