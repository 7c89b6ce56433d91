/** What a plot draws: data only. */
export interface Point {
  readonly x: number;
  readonly y: number;
  /** Marks the point, and says why. */
  readonly flag?: string;
}

export interface Band {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

/** The paper's figures are hollow and dashed, ours filled and solid; what would be ideal is a thin dashed line. */
export type Source = 'published' | 'measured' | 'ideal';

export interface Curve {
  readonly name: string;
  /** Place in the palette of series, from 0; −1 for what is nobody's. */
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
/** Series that can be told apart in one plot: the second time round, a colour has square marks. */
export const MOST_SERIES = 2 * SERIES_COLOURS;

/** A series' colour, and the shape of its marks. */
export const lookOf = (series: number): { readonly colour: number; readonly square: boolean } => ({
  colour: series % SERIES_COLOURS,
  square: Math.floor(series / SERIES_COLOURS) % 2 === 1,
});
