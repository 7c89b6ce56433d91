import type { AddressTimeWindow } from '../../../src/worker/trace-api';
import { draw } from '../../views/heap-map/picture';

/** A picture as the worker drew it, on a canvas of its own. */
class Sharp {
  readonly canvas = document.createElement('canvas');
  window: AddressTimeWindow | null = null;

  take(bitmap: ImageBitmap, window: AddressTimeWindow): void {
    draw(this.canvas, bitmap);
    this.window = window;
  }
}

/**
 * The last pictures of the map, so that a window that has just moved is shown at once: what is there of it is
 * stretched over it, and the sharp picture follows when the worker has it. The whole history lies beneath.
 */
export class StretchedPicture {
  private readonly whole = new Sharp();
  private readonly part = new Sharp();
  private readonly stretched = document.createElement('canvas');
  /** To be laid one over the other; one of them is shown. */
  readonly canvases = [this.whole.canvas, this.part.canvas, this.stretched];

  constructor() {
    for (const canvas of this.canvases) canvas.hidden = true;
  }

  /** Takes a sharp picture. */
  take(bitmap: ImageBitmap, window: AddressTimeWindow, isWhole: boolean): void {
    (isWhole ? this.whole : this.part).take(bitmap, window);
  }

  /** Another palette or column: nothing of it can be shown. */
  forget(): void {
    this.whole.window = null;
    this.part.window = null;
  }

  /** Shows a window: sharp where it was drawn so, else stretched to so many device pixels. */
  show(width: number, height: number, window: AddressTimeWindow): void {
    const { whole, part, stretched } = this;
    const there = [whole, part].filter((sharp) => sharp.window !== null);
    if (there.length === 0) return;
    const sharp = there.find((one) => one.window === window);
    if (!sharp) this.stretch(there, width, height, window);
    for (const canvas of this.canvases) canvas.hidden = canvas !== (sharp?.canvas ?? stretched);
  }

  private stretch(there: readonly Sharp[], width: number, height: number, window: AddressTimeWindow): void {
    const { stretched } = this;
    if (stretched.width !== width) stretched.width = width;
    if (stretched.height !== height) stretched.height = height;
    const context = stretched.getContext('2d', { alpha: false });
    if (!context) return;
    context.imageSmoothingEnabled = false;
    for (const { canvas, window: of } of there)
      if (of !== null) drawPart(context, canvas, of, window, width, height);
  }
}

/** Draws the part of a picture that a window shows, where it lies in it. */
function drawPart(
  context: CanvasRenderingContext2D,
  canvas: HTMLCanvasElement,
  of: AddressTimeWindow,
  to: AddressTimeWindow,
  width: number,
  height: number,
): void {
  const x = axis(of.fromEvent, of.toEvent, to.fromEvent, to.toEvent);
  const y = axis(of.fromAddress, of.toAddress, to.fromAddress, to.toAddress);
  if (x === null || y === null) return;
  context.drawImage(
    canvas,
    x.from * canvas.width,
    y.from * canvas.height,
    x.extent * canvas.width,
    y.extent * canvas.height,
    x.at * width,
    y.at * height,
    x.over * width,
    y.over * height,
  );
}

/** What two intervals share: as shares of the first (from, extent) and of the second (at, over); null for nothing. */
function axis(low: number, high: number, from: number, to: number) {
  const first = Math.max(low, from);
  const last = Math.min(high, to);
  if (last <= first) return null;
  return {
    from: (first - low) / (high - low),
    extent: (last - first) / (high - low),
    at: (first - from) / (to - from),
    over: (last - first) / (to - from),
  };
}
