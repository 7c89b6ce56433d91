/** What can be drawn over time: from which series of a run, and how their buckets become a curve. */
import type { Metric, SeriesView } from '../../../src/worker/api';
import { axisBytes, count, number, percent, ratio } from '../../format';
import { ENOUGH_LIVE } from '../fragmentation/shares';

export interface TimeChart {
  /** Name in documents. */
  readonly id: string;
  readonly title: string;
  /** What the vertical axis counts, with its unit. */
  readonly axis: string;
  readonly needs: readonly Metric[];
  /** One value a bucket; NaN where there is none to show. */
  readonly curve: (series: readonly SeriesView[]) => Float64Array;
  readonly format: (value: number) => string;
  /** Axis values in powers of two. */
  readonly binary: boolean;
  /** Live bytes as ground below the curves. */
  readonly overLive: boolean;
}

const combined = (a: Float64Array, b: Float64Array, of: (a: number, b: number) => number): Float64Array =>
  a.map((value, i) => of(value, b[i]));

/** The charts in the order of their tabs. */
export const timeCharts: readonly TimeChart[] = [
  {
    id: 'footprint',
    title: 'footprint',
    axis: 'footprint and live, bytes',
    needs: ['footprint'],
    curve: ([footprint]) => footprint.max,
    format: axisBytes,
    binary: true,
    overLive: true,
  },
  {
    id: 'ratio',
    title: 'footprint ÷ live',
    axis: 'footprint ÷ live; a gap where too little memory is live',
    needs: ['footprint', 'live'],
    curve: ([footprint, live]) =>
      combined(footprint.last, live.last, (f, l) => (l < ENOUGH_LIVE ? Number.NaN : f / l)),
    format: ratio,
    binary: false,
    overLive: false,
  },
  {
    id: 'external',
    title: 'free ÷ footprint',
    axis: 'external fragmentation: free ÷ footprint',
    needs: ['freeBytes', 'footprint'],
    curve: ([free, footprint]) =>
      combined(free.last, footprint.last, (a, b) => (b === 0 ? Number.NaN : a / b)),
    format: percent,
    binary: false,
    overLive: false,
  },
  {
    id: 'scattered',
    title: '1 − largest ÷ free',
    axis: 'scattered: 1 − largest free block ÷ free bytes',
    needs: ['largestFree', 'freeBytes'],
    curve: ([largest, free]) => combined(largest.last, free.last, (a, b) => (b === 0 ? 0 : 1 - a / b)),
    format: percent,
    binary: false,
    overLive: false,
  },
  {
    id: 'freeBlocks',
    title: 'free blocks',
    axis: 'free blocks, number',
    needs: ['freeBlocks'],
    curve: ([blocks]) => blocks.max,
    format: count,
    binary: false,
    overLive: false,
  },
  {
    id: 'instructions',
    title: 'instructions / op',
    axis: 'instructions an operation, mean of the events under a pixel',
    needs: ['instructions'],
    curve: ([instructions]) => instructions.mean,
    format: number,
    binary: false,
    overLive: false,
  },
];

export const chartNamed = (id: string): TimeChart =>
  timeCharts.find((chart) => chart.id === id) ?? timeCharts[0];
