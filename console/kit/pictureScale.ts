/** Pixels of the longest side of a picture that any graphics card paints. */
const longestPx = 4096

/** Picture pixels a drawing pixel: `sharpest`, or less where the picture would be larger than can be painted. */
export function pictureScale({ width, height }: { readonly width: number; readonly height: number }, sharpest: number): number {
  return Math.min(sharpest, longestPx / Math.max(width, height))
}
