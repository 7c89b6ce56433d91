/** Round values from 0 up to a maximum: steps of 1, 2 or 5 times a power of ten, or of two for bytes. */
export function axisTicks(max: number, about: number, binary: boolean): number[] {
  if (!(max > 0)) return [0];
  const rough = max / Math.max(1, about);
  const step = binary ? 2 ** Math.round(Math.log2(rough)) : decimalStep(rough);
  return Array.from({ length: Math.floor(max / step + 1e-9) + 1 }, (_, i) => i * step);
}

function decimalStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}
