/**
 * Draws of a discrete distribution in constant time: A. J. Walker's alias method, set up as M. D. Vose does
 * (IEEE Trans. Software Engineering 17 (9), 1991).
 */
export class AliasTable {
  private readonly threshold: Float64Array;
  private readonly alias: Uint32Array;

  constructor(weights: ArrayLike<number>) {
    const size = weights.length;
    let total = 0;
    for (let at = 0; at < size; at++) total += weights[at];
    this.threshold = new Float64Array(size).fill(1);
    this.alias = new Uint32Array(size);
    const share = Float64Array.from(weights, (weight) => (weight * size) / total);
    const small: number[] = [];
    const large: number[] = [];
    for (let at = 0; at < size; at++) (share[at] < 1 ? small : large).push(at);
    while (small.length > 0 && large.length > 0) {
      const poor = small.pop() as number;
      const rich = large[large.length - 1];
      this.threshold[poor] = share[poor];
      this.alias[poor] = rich;
      share[rich] -= 1 - share[poor];
      if (share[rich] < 1) small.push(large.pop() as number);
    }
  }

  /** Index of a weight, drawn with the probability of its share. `uniform` is in [0, 1). */
  pick(uniform: number): number {
    const scaled = uniform * this.threshold.length;
    const at = Math.floor(scaled);
    return scaled - at < this.threshold[at] ? at : this.alias[at];
  }
}
