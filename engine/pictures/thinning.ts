import type { use } from 'echarts/core'

/** Argument that `use` passes to an extension. */
type Registers = Parameters<Extract<Parameters<typeof use>[0], (registers: never) => void>>[0]

/** Minimum number of values per device pixel for thinning; below this it saves nothing, because two values are kept. */
const minSpan = 3
/** ECharts' default if chart code sets no `sampling`. */
const usualSampling = 'none'

/**
 * ECharts extension that thins lines with more points than pixels. It keeps the minimum and maximum of each span, so
 * that no peak is lost, and one gap if there is any. ECharts' own methods keep one value per span or treat a gap as the
 * minimum. Chart code can override it with `sampling`.
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
      if (!Number.isFinite(span) || span < minSpan) return
      const dimension = data.mapDimension(valueAxis.dim)
      if (dimension === undefined) return
      const indexes = selectIndexes(data.count(), span, (index) => Number(data.get(dimension, index)))
      data.filterSelf((index: number) => indexes.has(index))
    },
  })
}

/** Returns the indexes to keep: the minimum, the maximum and the first gap of each span, and both ends of the line. */
function selectIndexes(count: number, span: number, valueAt: (index: number) => number): ReadonlySet<number> {
  const indexes = new Set<number>([0, count - 1])
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
    for (const index of [low, high, gap]) if (index >= 0) indexes.add(index)
  }
  return indexes
}
