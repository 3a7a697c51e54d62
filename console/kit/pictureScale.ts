/** Longest side of a picture that every graphics card supports, in pixels. */
const longestPx = 4096

/** Picture pixels per drawing pixel: `sharpest`, or less for large drawings. */
export function pictureScale({ width, height }: { readonly width: number; readonly height: number }, sharpest: number): number {
  return Math.min(sharpest, longestPx / Math.max(width, height))
}
