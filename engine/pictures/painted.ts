import type { Catalog } from '../components/catalog.ts'
import type { Drawing, Id, Props } from '../document/index.ts'
import type { PaintedPictures } from '../paint/svg/svgBrush.ts'
import { chartSvg, loadChartMap } from './chart.ts'
import { pictureKey, picturesIn } from './collect.ts'
import type { LoadText } from './mapReader.ts'

/** Options for rendering the charts of a drawing. */
export interface PaintOptions {
  /** Live values, the same as for the SVG. */
  readonly overrides?: ReadonlyMap<Id, Props>
  /** Reads map files. Default: `fetch`. */
  readonly load?: LoadText
}

/** Renders the charts of a drawing after loading their maps. A chart that cannot be rendered is left out. */
export async function paintAll(
  drawing: Drawing,
  catalog: Catalog,
  { overrides, load }: PaintOptions,
): Promise<PaintedPictures> {
  const requested = picturesIn(drawing, catalog, overrides)
  await Promise.all(requested.map(({ picture }) => loadChartMap(picture.data, load)))
  const painted = new Map<string, string>()
  for (const { picture, width, height } of requested) {
    const key = pictureKey(picture, width, height)
    if (painted.has(key)) continue
    try {
      painted.set(key, chartSvg(picture.data, width, height))
    } catch {
      // A faulty chart must not prevent the rest of the picture.
    }
  }
  return (picture, width, height) => painted.get(pictureKey(picture, width, height))
}
