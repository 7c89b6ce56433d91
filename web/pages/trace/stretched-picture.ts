import type { AddressTimeImage, AddressTimeWindow } from '../../../src/worker/trace-api';

interface Drawn {
  readonly window: AddressTimeWindow;
  readonly canvas: OffscreenCanvas;
}

/**
 * The last pictures of the map, so that a window that has just moved is shown at once: what is there of it is
 * stretched over it, and the sharp picture follows when the worker has it. The whole history lies beneath.
 */
export class StretchedPicture {
  private last: Drawn | null = null;
  private whole: Drawn | null = null;

  /** Takes a sharp picture. */
  take({ width, height, pixels }: AddressTimeImage, window: AddressTimeWindow, isWhole: boolean): void {
    const canvas = this.reusable(width, height);
    const image = new ImageData(new Uint8ClampedArray(pixels), width, height);
    canvas.getContext('2d', { alpha: false })?.putImageData(image, 0, 0);
    this.last = { window, canvas };
    if (isWhole) this.whole = this.last;
  }

  /** Another palette or column: nothing of it can be shown. */
  forget(): void {
    this.last = null;
    this.whole = null;
  }

  /** Shows a window on a canvas of so many device pixels. */
  show(target: HTMLCanvasElement, width: number, height: number, window: AddressTimeWindow): void {
    if (this.last === null) return;
    if (target.width !== width) target.width = width;
    if (target.height !== height) target.height = height;
    const context = target.getContext('2d', { alpha: false });
    if (!context) return;
    context.imageSmoothingEnabled = false;
    for (const drawn of this.whole === this.last ? [this.last] : [this.whole, this.last])
      if (drawn !== null) stretch(context, drawn, window, width, height);
  }

  /** The canvas of the last picture where nothing else shows it. */
  private reusable(width: number, height: number): OffscreenCanvas {
    const { last, whole } = this;
    if (last !== null && last !== whole && last.canvas.width === width && last.canvas.height === height)
      return last.canvas;
    return new OffscreenCanvas(width, height);
  }
}

/** Draws the part of a picture that a window shows, where it lies in it. */
function stretch(
  context: CanvasRenderingContext2D,
  { window: of, canvas }: Drawn,
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
