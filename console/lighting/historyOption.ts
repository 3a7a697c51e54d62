import type { Curve, Tag } from '../../contract/routes.ts'
import { type Period, periodAxis } from '../kit/period/period.ts'
import type { Wording } from './formatLiveValue.ts'

interface HistorySeries {
  readonly tag: Pick<Tag, 'kind' | 'unit' | 'writable'>
  readonly curve: Pick<Curve, 'at' | 'values'> | undefined
  readonly period: Period
  readonly name: string
  readonly words: Wording
  /** The device's switch is inverted: 0 is on. */
  readonly isReversed: boolean
}

/** Chart option for the history of a point. The axis of an on/off point shows only the two words. */
export function createHistoryOption({
  tag,
  curve,
  period,
  name,
  words: { on, off },
  isReversed,
}: HistorySeries): Readonly<Record<string, unknown>> {
  const isFlag = tag.kind === 'flag'
  const toShownValue = (value: number): number => (isFlag ? Number(value > 0 !== isReversed) : value)
  const formatState = (value: unknown): string => (value === 1 ? on : value === 0 ? off : '–')
  const range = isFlag
    ? { min: 0, max: 1, interval: 1, axisLabel: { formatter: formatState } }
    : tag.unit === '%'
      ? { min: 0, max: 100 }
      : { scale: true }
  return {
    grid: { left: 48, right: 12, top: 10, bottom: 24 },
    tooltip: { trigger: 'axis', renderMode: 'richText', confine: true, ...(isFlag && { valueFormatter: formatState }) },
    xAxis: { type: 'time', ...periodAxis(period, curve?.at.at(-1)) },
    yAxis: { type: 'value', ...range },
    series: [
      {
        // Switched and set values hold until the next change, so they are drawn as steps.
        type: 'line',
        name,
        showSymbol: false,
        step: isFlag || tag.writable ? 'end' : false,
        lineStyle: { width: 1.5 },
        data:
          curve?.at.map((moment, index) => [
            moment,
            typeof curve.values[index] === 'number' ? toShownValue(curve.values[index]) : null,
          ]) ?? [],
      },
    ],
  }
}
