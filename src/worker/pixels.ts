/** A picture as the rasters draw it. */
export interface PixelImage {
  readonly width: number;
  readonly height: number;
  /** RGBA rows, width × height × 4 bytes. */
  readonly pixels: ArrayBuffer;
}

/** What a picture leaves a worker as: a page wants bitmaps, Node the pixels themselves. */
export type HandOver<Image> = (image: PixelImage) => Image;

/** A raster's pixels with their size. */
export const pixelImage = (
  { width, height }: Pick<PixelImage, 'width' | 'height'>,
  pixels: Uint32Array,
): PixelImage => ({ width, height, pixels: pixels.buffer as ArrayBuffer });
