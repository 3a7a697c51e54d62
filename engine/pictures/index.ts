import type { Catalog } from '../components/catalog.ts'
import type { Drawing } from '../document/index.ts'
import type { Picture } from '../paint/brush.ts'
import type { PicturePainters } from '../paint/images.ts'
import type { PaintedPictures } from '../paint/svgBrush.ts'
import { picturesIn } from './collect.ts'
import type { PaintOptions } from './painted.ts'

export type { PlacedPicture } from './collect.ts'
export { picturesIn, picturesOf } from './collect.ts'
export type { PaintOptions } from './painted.ts'
export type { LoadText } from './mapReader.ts'
export { readMapsOfOthersBy } from './mapReader.ts'

/** The engine's own painters. Each is a chunk of its own: a drawing without a chart loads no chart library. */
export const picturePainters: PicturePainters = {
  chart: async () => (await import('./chart.ts')).chartPainter,
}

/** A picture that answers to the pointer, standing over the painted one. */
export interface OpenChart {
  /** Shows another picture in its place; what a person switched in the legend stays. */
  update(picture: Picture): void
  /** Follows the picture's box, in its own pixels. */
  resize(width: number, height: number): void
  /** Takes it off the page again. */
  destroy(): void
}

/**
 * Puts a picture onto a page as a live chart with tooltips and a legend that switches: for the time that a pointer
 * rests on it. `parent` is positioned over the picture's box, `width` and `height` are the box's own.
 */
export async function openChart(parent: HTMLElement, picture: Picture, width: number, height: number): Promise<OpenChart> {
  const { showChart } = await import('./chart.ts')
  const shown = showChart(parent, picture.data, width, height)
  return { update: (next) => shown.update(next.data), resize: (nextWidth, nextHeight) => shown.resize(nextWidth, nextHeight), destroy: () => shown.destroy() }
}

/** What a drawing's charts look like, for `svgOf`: painted beforehand, without a page or a GPU. */
export async function paintedPictures(drawing: Drawing, catalog: Catalog, options: PaintOptions = {}): Promise<PaintedPictures> {
  if (picturesIn(drawing, catalog, options.overrides).length === 0) return () => undefined
  return (await import('./painted.ts')).paintAll(drawing, catalog, options)
}
