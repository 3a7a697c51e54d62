import type { PaintedPictures, Picture } from '../../paint/index.ts'
import { toFilePath } from './images.ts'

/**
 * Returns painters for content that is rendered as SVG rather than by the brush. The chart library, the largest
 * dependency, is loaded only if the drawing has charts. Map data is read before painting from the folder given with
 * `--files`; missing or invalid maps are returned by address.
 */
export async function paintersFor(
  requested: readonly Picture[],
  read: (path: string) => Uint8Array | undefined,
): Promise<{ readonly pictures: PaintedPictures; readonly missing: readonly string[] }> {
  const charts = requested.filter(({ painter }) => painter === 'chart')
  if (charts.length === 0) return { pictures: () => undefined, missing: [] }
  const { chartSvg, loadChartMap } = await import('../../pictures/chart.ts')
  const missing = new Set<string>()
  for (const { data } of charts) {
    const failed = await loadChartMap(data, (url) => textAt(url, read))
    if (failed !== undefined) missing.add(failed)
  }
  return {
    pictures: ({ painter, data }, width, height) => (painter === 'chart' ? chartSvg(data, width, height) : undefined),
    missing: [...missing],
  }
}

function textAt(url: string, read: (path: string) => Uint8Array | undefined): Promise<string> {
  const path = toFilePath(url)
  const bytes = path === undefined ? undefined : read(path)
  return bytes
    ? Promise.resolve(new TextDecoder().decode(bytes))
    : Promise.reject(new Error(`${url} is not in the folder`))
}
