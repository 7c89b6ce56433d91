import type { Cycles } from '../units';
import { TW_PHASES } from './timewarp-clocks';

const SLICES = 512;

/** What kernels did over virtual time, in slices that double as time goes on; columns for a view to draw. */
export class TimeWarpLanes {
  readonly slices = SLICES;
  /** Length of a slice. */
  slice: Cycles = 1 << 12;
  /** Cycles by [(kernel × slices + slice) × TW_PHASES.length + phase]. */
  readonly cycles: Float64Array;

  constructor(readonly kernels: number) {
    this.cycles = new Float64Array(kernels * SLICES * TW_PHASES.length);
  }

  /** Adds an interval of a kernel's time. */
  note(kernel: number, phase: number, from: Cycles, to: Cycles): void {
    while (to > this.slice * SLICES) this.halve();
    for (let at = from; at < to; ) {
      const slice = Math.floor(at / this.slice);
      const end = Math.min(to, (slice + 1) * this.slice);
      this.cycles[(kernel * SLICES + slice) * TW_PHASES.length + phase] += end - at;
      at = end;
    }
  }

  private halve(): void {
    const width = TW_PHASES.length;
    for (let k = 0; k < this.kernels; k++) {
      for (let s = 0; s < SLICES; s++) {
        for (let p = 0; p < width; p++) {
          const at = (k * SLICES + 2 * s) * width + p;
          const sum = 2 * s < SLICES ? this.cycles[at] + this.cycles[at + width] : 0;
          this.cycles[(k * SLICES + s) * width + p] = sum;
        }
      }
    }
    this.slice *= 2;
  }
}
