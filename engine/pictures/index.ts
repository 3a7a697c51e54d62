import type { Catalog } from '../components/catalog.ts'
import type { Drawing } from '../document/index.ts'
import type { Picture } from '../paint/brush/brush.ts'
import type { PicturePainters } from '../paint/atlas/images.ts'
import type { PaintedPictures } from '../paint/svg/svgBrush.ts'
import { picturesIn } from './collect.ts'
import type { PaintOptions } from './painted.ts'

export type { PlacedPicture } from './collect.ts'
export { picturesIn, getPictures } from './collect.ts'
export type { PaintOptions } from './painted.ts'
export type { LoadText } from './mapReader.ts'
export { setMapReader } from './mapReader.ts'

/** The engine's painters. Each is loaded separately, so that drawings without charts do not load ECharts. */
export const picturePainters: PicturePainters = {
  chart: async () => (await import('./chart.ts')).chartPainter,
}

/** An interactive chart over the painted one. */
export interface OpenChart {
  /** Shows another picture. The user's selection in the legend is kept. */
  update(picture: Picture): void
  /** Sets the size of the picture's box in its own pixels. */
  resize(width: number, height: number): void
  /** Removes the chart from the page. */
  destroy(): void
}

/**
 * Opens an interactive chart with tooltips and a legend, for example while the pointer is over the picture. `parent`
 * must be positioned over the picture's box; `width` and `height` are the size of that box in drawing pixels.
 */
export async function openChart(
  parent: HTMLElement,
  picture: Picture,
  width: number,
  height: number,
): Promise<OpenChart> {
  const { showChart } = await import('./chart.ts')
  const shown = showChart(parent, picture.data, width, height)
  return {
    update: (next) => shown.update(next.data),
    resize: (nextWidth, nextHeight) => shown.resize(nextWidth, nextHeight),
    destroy: () => shown.destroy(),
  }
}

/**
 * Renders the charts of a drawing in advance, without a page or a GPU. Pass the result to `renderSvg` as `pictures`.
 *
 * ```ts
 * const svg = renderSvg(drawing, catalog, { pictures: await paintedPictures(drawing, catalog) })
 * ```
 */
export async function paintPictures(
  drawing: Drawing,
  catalog: Catalog,
  options: PaintOptions = {},
): Promise<PaintedPictures> {
  if (picturesIn(drawing, catalog, options.overrides).length === 0) return () => undefined
  return (await import('./painted.ts')).paintAll(drawing, catalog, options)
}
