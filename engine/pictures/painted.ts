import type { Catalog } from '../components/catalog.ts'
import type { Drawing, Id, Props } from '../document/index.ts'
import type { PaintedPictures } from '../paint/svgBrush.ts'
import { chartSvg, loadMapOf } from './chart.ts'
import { pictureKey, picturesIn } from './collect.ts'
import type { LoadText } from './mapReader.ts'

export interface PaintOptions {
  /** The same live values that the SVG is written with. */
  readonly overrides?: ReadonlyMap<Id, Props>
  /** Where map files are read from; `fetch` when absent. */
  readonly load?: LoadText
}

/** Paints what the drawing's charts want, maps loaded first. A chart that cannot be painted leaves its place empty. */
export async function paintAll(drawing: Drawing, catalog: Catalog, { overrides, load }: PaintOptions): Promise<PaintedPictures> {
  const wanted = picturesIn(drawing, catalog, overrides)
  await Promise.all(wanted.map(({ picture }) => loadMapOf(picture.data, load)))
  const painted = new Map<string, string>()
  for (const { picture, width, height } of wanted) {
    const key = pictureKey(picture, width, height)
    if (painted.has(key)) continue
    try {
      painted.set(key, chartSvg(picture.data, width, height))
    } catch {
      // One chart that cannot be painted must not cost the rest of the picture.
    }
  }
  return (picture, width, height) => painted.get(pictureKey(picture, width, height))
}
