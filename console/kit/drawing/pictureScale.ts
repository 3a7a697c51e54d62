/** Longest side of a picture that every graphics card supports, in pixels. */
const maxPx = 4096

/** Picture pixels per drawing pixel: `sharpest`, or less for large drawings. */
export function pictureScale(
  { width, height }: { readonly width: number; readonly height: number },
  sharpest: number,
): number {
  return Math.min(sharpest, maxPx / Math.max(width, height))
}
