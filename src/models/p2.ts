/**
 * The P² algorithm for histograms: quantiles of a sequence without keeping it.
 * R. Jain, I. Chlamtac, "The P² algorithm for dynamic calculation of quantiles and histograms without storing
 * observations", CACM 28 (10), 1985, the histogram version.
 */
export class PSquare {
  /** Heights of the markers: estimates of the quantiles 0, 1/cells, 2/cells, …, 1. */
  private readonly height: Float64Array;
  /** How many observations are at or below each marker. */
  private readonly position: Float64Array;
  private observed = 0;

  /** @param cells number of cells of equal probability, ≥ 2 */
  constructor(private readonly cells: number) {
    this.height = new Float64Array(cells + 1);
    this.position = Float64Array.from({ length: cells + 1 }, (_, marker) => marker + 1);
  }

  add(value: number): void {
    const { height, position, cells } = this;
    if (this.observed <= cells) {
      height[this.observed++] = value;
      if (this.observed === cells + 1) height.sort();
      return;
    }
    this.observed++;
    for (let marker = this.cellOf(value) + 1; marker <= cells; marker++) position[marker]++;
    for (let marker = 1; marker < cells; marker++) this.adjust(marker);
  }

  /** The markers' heights in ascending order; with fewer observations than markers, the observations. */
  markers(): number[] {
    if (this.observed > this.cells) return Array.from(this.height);
    return Array.from(this.height.slice(0, this.observed).sort());
  }

  /** The cell that holds the value; the outermost markers move so that one always does. */
  private cellOf(value: number): number {
    const { height, cells } = this;
    if (value < height[0]) {
      height[0] = value;
      return 0;
    }
    if (value >= height[cells]) {
      height[cells] = value;
      return cells - 1;
    }
    let low = 0;
    let high = cells;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (height[middle] <= value) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Moves an inner marker by one position towards where it should stand, if there is room. */
  private adjust(marker: number): void {
    const { height, position, cells, observed } = this;
    const here = position[marker];
    const lag = 1 + ((observed - 1) * marker) / cells - here;
    const above = position[marker + 1] - here;
    const below = position[marker - 1] - here;
    if (!((lag >= 1 && above > 1) || (lag <= -1 && below < -1))) return;
    const way = lag > 0 ? 1 : -1;
    const rise = (height[marker + 1] - height[marker]) / above;
    const fall = (height[marker - 1] - height[marker]) / below;
    const parabolic =
      height[marker] + (way / (above - below)) * ((way - below) * rise + (above - way) * fall);
    const inside = height[marker - 1] < parabolic && parabolic < height[marker + 1];
    height[marker] = inside ? parabolic : height[marker] + way * (way > 0 ? rise : fall);
    position[marker] += way;
  }
}
