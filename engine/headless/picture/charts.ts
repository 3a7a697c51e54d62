import type { PaintedPictures } from '../../paint/index.ts'

/**
 * The painters of what the brush cannot say, as SVG. Each is loaded only when the drawing has asked for it: most have no
 * chart, and the chart library is the largest thing that this package knows.
 */
export async function paintersFor(asked: ReadonlySet<string>): Promise<PaintedPictures> {
  const chart = asked.has('chart') ? (await import('../../pictures/chart.ts')).chartSvg : undefined
  return ({ painter, data }, width, height) => (painter === 'chart' ? chart?.(data, width, height) : undefined)
}
