/** The first colour with a share of the second; 0xAABBGGRR, opaque. */
export function mixed(a: number, b: number, share: number): number {
  const red = a & 255;
  const green = (a >>> 8) & 255;
  const blue = (a >>> 16) & 255;
  return (
    ((255 << 24) |
      ((blue + (((b >>> 16) & 255) - blue) * share + 0.5) << 16) |
      ((green + (((b >>> 8) & 255) - green) * share + 0.5) << 8) |
      (red + ((b & 255) - red) * share + 0.5)) >>>
    0
  );
}
