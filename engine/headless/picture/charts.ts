import type { PaintedPictures, Picture } from '../../paint/index.ts'
import { pathOf } from './images.ts'

/**
 * The painters of what the brush cannot say, as SVG. Each is loaded only when the drawing has asked for it: most have no
 * chart, and the chart library is the largest thing that this package knows. Maps are read from the folder that the host
 * serves, before anything is painted; those that are not there, or are none, come back by their addresses.
 */
export async function paintersFor(asked: readonly Picture[], read: (path: string) => Uint8Array | undefined): Promise<{ readonly pictures: PaintedPictures; readonly missing: readonly string[] }> {
  const charts = asked.filter(({ painter }) => painter === 'chart')
  if (charts.length === 0) return { pictures: () => undefined, missing: [] }
  const { chartSvg, loadMapOf } = await import('../../pictures/chart.ts')
  const missing = new Set<string>()
  for (const { data } of charts) {
    const failed = await loadMapOf(data, (url) => textAt(url, read))
    if (failed !== undefined) missing.add(failed)
  }
  return { pictures: ({ painter, data }, width, height) => (painter === 'chart' ? chartSvg(data, width, height) : undefined), missing: [...missing] }
}

function textAt(url: string, read: (path: string) => Uint8Array | undefined): Promise<string> {
  const path = pathOf(url)
  const bytes = path === undefined ? undefined : read(path)
  return bytes ? Promise.resolve(new TextDecoder().decode(bytes)) : Promise.reject(new Error(`${url} is not in the folder`))
}
