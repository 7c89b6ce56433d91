/** What a plot draws: data only. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Band {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

/** The paper's figures are hollow and dashed, ours filled and solid. */
export type Source = 'published' | 'measured';

export interface Curve {
  readonly name: string;
  /** Place in the palette of series, from 0. */
  readonly series: number;
  readonly source: Source;
  readonly points: readonly Point[];
  /** The interval around the points, where there is one. */
  readonly band?: readonly Band[];
  /** A distribution function: constant from each point to the next. */
  readonly steps?: boolean;
  /** Marks at the points; left out where there are too many of them. */
  readonly marks?: boolean;
}

/** Colours that series can take: charts.css has as many. */
export const SERIES_COLOURS = 6;
