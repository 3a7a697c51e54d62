import type { TrendRange } from '../../contract/platform/trendDefinition.ts'
import { limits } from '../../contract/limits.ts'
import { type Period as PickedPeriod, type Span, spansMs } from '../kit/period/period.ts'

const dayMs = 86_400_000

/** Selectable distances of the earlier period, in milliseconds. */
export const comparePresets = { day: dayMs, week: 7 * dayMs, year: 364 * dayMs } as const
export type ComparePreset = keyof typeof comparePresets

/** Shortest displayed period in milliseconds. */
export const minSpanMs = 1000
const { spanMs: maxSpanMs } = limits.history

/** A displayed period in milliseconds since 1970. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** The displayed period of a range at a time. */
export const toPeriod = (range: TrendRange, nowMs: number): Period =>
  range.kind === 'live' ? { from: nowMs - range.spanMs, to: nowMs } : { from: range.from, to: range.to }

/** A range of at least a second, not longer than the server allows, and not after now. */
export function toFixedRange({ from, to }: Period, nowMs: number): TrendRange {
  const span = Math.round(Math.min(maxSpanMs, Math.max(minSpanMs, to - from)))
  const middle = (from + to) / 2
  const end = Math.round(Math.min(nowMs, Math.max(span, middle + span / 2)))
  return { kind: 'fixed', from: end - span, to: end }
}

/** Zooms by a factor (below 1: closer) so that the time at `center` stays in its place. */
export function zoomPeriod({ from, to }: Period, factor: number, center: number): Period {
  const span = Math.min(maxSpanMs, Math.max(minSpanMs, (to - from) * factor))
  const share = (center - from) / Math.max(1, to - from)
  return { from: center - span * share, to: center + span * (1 - share) }
}

/** Moves a period by a share of its length; negative: earlier. */
export function panPeriod({ from, to }: Period, share: number): Period {
  const by = (to - from) * share
  return { from: from + by, to: to + by }
}

/** The range as the period picker shows it. A live range has one of the selectable spans. */
export function toPickerPeriod(range: TrendRange): PickedPeriod {
  if (range.kind === 'fixed') return { kind: 'past', from: range.from, to: range.to }
  return { kind: 'last', span: spanNames.find((name) => spansMs[name] === range.spanMs) ?? '1h' }
}

export const fromPickerPeriod = (period: PickedPeriod): TrendRange =>
  period.kind === 'past'
    ? { kind: 'fixed', from: period.from, to: period.to }
    : { kind: 'live', spanMs: spansMs[period.span] }

/** Selectable spans up to now. */
export const spanNames: readonly Span[] = ['15m', '1h', '6h', '24h', '7d', '30d', '1y']
export const compareNames: readonly ComparePreset[] = ['day', 'week', 'year']

/** Formats the times of the axis by their distance. The first one of a day, or of a year, also shows the date. */
export function formatTicks(ticks: readonly number[], format: (at: number, pattern: string) => string): string[] {
  const step = ticks.length > 1 ? Math.min(...ticks.slice(1).map((at, index) => at - (ticks[index] ?? 0))) : 3_600_000
  const pattern =
    step >= 20 * dayMs
      ? 'YYYY-MM'
      : step >= dayMs
        ? 'MM-DD'
        : step >= 60_000
          ? 'HH:mm'
          : step >= 1000
            ? 'HH:mm:ss'
            : 'HH:mm:ss.SSS'
  const largerPattern = step >= dayMs ? 'YYYY' : 'MM-DD'
  return ticks.map((at, index) => {
    const previous = ticks[index - 1]
    const larger = format(at, step >= dayMs ? 'YYYY' : 'YYYY-MM-DD')
    const isNew = previous === undefined || format(previous, step >= dayMs ? 'YYYY' : 'YYYY-MM-DD') !== larger
    if (!isNew || pattern === 'YYYY-MM') return format(at, pattern)
    return `${format(at, pattern)}\n${format(at, largerPattern)}`
  })
}
