import type { use } from 'echarts/core'

/** What `use` hands to an extension. */
type Registers = Parameters<Extract<Parameters<typeof use>[0], (registers: never) => void>>[0]

/** Of fewer values a pixel nothing is to be gained: two of them are kept. */
const leastSpan = 3
/** What ECharts has where chart code names none. */
const usualSampling = 'none'

/**
 * Thins lines that have more points than pixels, as an extension of ECharts. The lowest and the highest value of each span are kept, so that no
 * peak is lost however short it is, and a gap where the span has one. ECharts' own ways keep one value of each span, or take a
 * gap for the lowest. Chart code that names a `sampling` gets that one.
 */
export function installThinning(registers: Registers): void {
  registers.registerProcessor(registers.PRIORITY.PROCESSOR.STATISTIC, {
    seriesType: 'line',
    reset(series, _model, api) {
      const { coordinateSystem, option } = series
      const isOwn = !('sampling' in option) || option.sampling === usualSampling
      if (coordinateSystem?.type !== 'cartesian2d' || !isOwn) return
      const baseAxis = coordinateSystem.getBaseAxis?.()
      const valueAxis = baseAxis && coordinateSystem.getOtherAxis?.(baseAxis)
      if (!baseAxis || !valueAxis) return
      const data = series.getData()
      const [from, to] = baseAxis.getExtent()
      const span = Math.round(data.count() / (Math.abs(to - from) * api.getDevicePixelRatio()))
      if (!Number.isFinite(span) || span < leastSpan) return
      const dimension = data.mapDimension(valueAxis.dim)
      if (dimension === undefined) return
      const kept = keptIndexes(data.count(), span, (index) => Number(data.get(dimension, index)))
      data.filterSelf((index: number) => kept.has(index))
    },
  })
}

/** The places of the values that stay: of each span the lowest, the highest and the first gap, and both ends of the line. */
function keptIndexes(count: number, span: number, valueAt: (index: number) => number): ReadonlySet<number> {
  const kept = new Set<number>([0, count - 1])
  for (let from = 0; from < count; from += span) {
    let [low, high, gap] = [-1, -1, -1]
    for (let index = from; index < Math.min(from + span, count); index++) {
      const value = valueAt(index)
      if (Number.isNaN(value)) {
        if (gap < 0) gap = index
        continue
      }
      if (low < 0 || value < valueAt(low)) low = index
      if (high < 0 || value > valueAt(high)) high = index
    }
    for (const index of [low, high, gap]) if (index >= 0) kept.add(index)
  }
  return kept
}
