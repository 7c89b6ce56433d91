import type { Address, Bytes } from '../src/units';

const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** 60854 → "60,854". */
export const count = (value: number): string => counts.format(value);

/** At most one decimal: 41.26 → "41.3". */
export const number = (value: number): string => tenths.format(value);

/** A figure of whatever size, in four significant digits: 0.0214, 3.142, 41,260, 1.2e9. */
export function figure(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9 || (size > 0 && size < 1e-4))
    return value.toExponential(1).replace(/\.0e/, 'e').replace('e+', 'e');
  return size >= 1000 ? counts.format(value) : String(Number(value.toPrecision(4)));
}

/** Two decimals for ratios: 1.3214 → "1.32"; wide ones lose them. */
export const ratio = (value: number): string => (value < 100 ? value.toFixed(2) : count(value));

export const percent = (share: number): string =>
  `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

const units = ['B', 'KiB', 'MiB', 'GiB'] as const;

/** A number of bytes and its unit, three digits or so: 1,417,216 → ["1.35", "MiB"]. */
export function bytesParts(value: Bytes): [string, string] {
  let scaled = value;
  let unit = 0;
  while (Math.abs(scaled) >= 1024 && unit < units.length - 1) {
    scaled /= 1024;
    unit++;
  }
  const digits = unit === 0 || Math.abs(scaled) >= 100 ? 0 : Math.abs(scaled) >= 10 ? 1 : 2;
  return [digits === 0 ? count(scaled) : scaled.toFixed(digits), units[unit]];
}

export const bytes = (value: Bytes): string => bytesParts(value).join(' ');

/** For axes, whose values are round: "2 MiB", "512 KiB". */
export function axisBytes(value: Bytes): string {
  const [, unit] = bytesParts(value);
  const scaled = value / 1024 ** units.indexOf(unit as (typeof units)[number]);
  return `${Number(scaled.toFixed(2))} ${unit}`;
}

/** To the byte: "1,417,216 B". */
export const exactBytes = (value: Bytes): string => `${count(value)} B`;

export const address = (value: Address): string => `0x${value.toString(16)}`;

/** 16 hex digits as "7c4e·91af·…": the first eight are enough for the eye, the rest for the title. */
export const fingerprint = (value: string): string => `${value.slice(0, 4)}·${value.slice(4, 8)}`;

/** A trace's time in words; nanoseconds get a handier unit, other clocks keep theirs. */
export function ticks(value: number, clock: string): string {
  const unit = clock.split(' ')[0] || 'ticks';
  if (unit !== 'ns') return `${count(value)} ${unit}`;
  if (value < 1e3) return `${count(value)} ns`;
  if (value < 1e6) return `${(value / 1e3).toPrecision(3)} µs`;
  if (value < 1e9) return `${(value / 1e6).toPrecision(3)} ms`;
  return `${(value / 1e9).toPrecision(3)} s`;
}
