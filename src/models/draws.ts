import type { Stream } from './random';

/** Uniform on 0 … 2 × mean; the stream is uniform. */
export const uniform = (stream: Stream, mean: number): number => 2 * mean * stream.next();

/** Exponential; the stream is exponential. */
export const exponential = (stream: Stream, mean: number): number => mean * stream.next();

/**
 * Normal; the stream is normal. A negative sample is drawn again, as the report does (footnote 4), so that the
 * values' mean is above `mean` where the deviation is large beside it.
 */
export function normal(stream: Stream, mean: number, deviation: number): number {
  for (;;) {
    const value = mean + deviation * stream.next();
    if (value >= 0) return value;
  }
}
