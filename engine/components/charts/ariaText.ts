import type { Parsed } from '../../schema/index.ts'
import { withUnit, writeNumber } from '../scale.ts'
import {
  dataWords,
  truncateList,
  describeReading,
  sentence,
  writeTime,
  type Language,
  type ReadingProps,
} from '../words.ts'
import type { ChartTable, Curve, Item, Point } from './data.ts'

/** Properties used in the description of every chart: title and number format. */
export interface AriaTextProps {
  readonly text: string
  readonly unit: string
  readonly decimals: number
}

/** Describes a chart for screen readers: its title and the last value of each series with its position on the axis. */
export function describeTable(
  props: AriaTextProps & { readonly xKind: 'category' | 'time' | 'number' },
  data: Parsed<ChartTable>,
  language: Language,
): string {
  return describeData(props, data, language, ({ x, series }) =>
    series.map(({ name, values }) => {
      const at = values.findLastIndex((value) => value !== null)
      const place = x[at]
      return describeLast(
        props,
        name,
        values[at] ?? null,
        place === undefined ? '' : props.xKind === 'time' ? writeTime(place) : String(place),
      )
    }),
  )
}

/** Describes named values and, if they form a whole, their shares in percent. */
export function describeItems(
  props: AriaTextProps,
  data: Parsed<readonly Item[]>,
  language: Language,
  isWhole: boolean,
): string {
  return describeData(props, data, language, (items) => {
    const total = isWhole ? items.reduce((sum, { value }) => sum + Math.max(0, value), 0) : 0
    return items.map(({ name, value }) =>
      describeLast(props, name, value, total > 0 ? `${writeNumber((Math.max(0, value) / total) * 100, 0)}%` : ''),
    )
  })
}

/** Describes the single value of a gauge or vessel: the response of its address, or else its own value. */
export function describeDial(
  props: ReadingProps & { readonly text: string },
  reading: Parsed<Point>,
  language: Language,
): string {
  const description = reading.problems
    ? dataWords.invalid[language]
    : describeReading({ ...props, value: reading.value ?? props.value }, language)
  return sentence([props.text, description], language)
}

/** Describes the last value of each curve with its time. */
export function describeCurves(
  props: AriaTextProps,
  data: Parsed<readonly Curve[]>,
  names: readonly string[],
  language: Language,
): string {
  return describeData(props, data, language, (curves) =>
    curves.map(({ points }, index) => {
      const [at, value] = points.findLast((point) => point[1] !== null) ?? []
      return describeLast(props, names[index] ?? '', value ?? null, at === undefined ? '' : writeTime(at))
    }),
  )
}

const maxDescribed = 6

function describeData<T>(
  props: AriaTextProps,
  data: Parsed<T>,
  language: Language,
  describeValue: (data: T) => readonly string[],
): string {
  if (data.problems) return sentence([props.text, dataWords.invalid[language]], language)
  const description = describeValue(data.value).filter((part) => part !== '')
  return sentence(
    [
      props.text,
      ...(description.length > 0 ? truncateList(description, maxDescribed, language) : [dataWords.none[language]]),
    ],
    language,
  )
}

function describeLast({ unit, decimals }: AriaTextProps, name: string, value: Point, place: string): string {
  if (value === null) return ''
  return [name, withUnit(writeNumber(value, decimals), unit), place === '' ? '' : `(${place})`]
    .filter(Boolean)
    .join(' ')
}
