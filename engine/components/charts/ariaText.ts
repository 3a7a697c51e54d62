import type { Parsed } from '../../schema/index.ts'
import { withUnit, writeNumber } from '../scale.ts'
import { dataWords, firstOf, sayReading, sentence, writeTime, type Language, type ReadingProps } from '../words.ts'
import type { ChartTable, Curve, Item, Point } from './data.ts'

/** What is said of every chart: its title and how its numbers are written. */
export interface AriaTextProps {
  readonly text: string
  readonly unit: string
  readonly decimals: number
}

/** A chart for who cannot see it: its title and the last value of each series, with the place along the axis where that stands. */
export function describeTable(props: AriaTextProps & { readonly xKind: 'category' | 'time' | 'number' }, data: Parsed<ChartTable>, language: Language): string {
  return sayData(props, data, language, ({ x, series }) => series.map(({ name, values }) => {
    const at = values.findLastIndex((value) => value !== null)
    const place = x[at]
    return sayLast(props, name, values[at] ?? null, place === undefined ? '' : props.xKind === 'time' ? writeTime(place) : String(place))
  }))
}

/** Each value by its name, and of what is a whole its share in percent. */
export function describeItems(props: AriaTextProps, data: Parsed<readonly Item[]>, language: Language, isWhole: boolean): string {
  return sayData(props, data, language, (items) => {
    const total = isWhole ? items.reduce((sum, { value }) => sum + Math.max(0, value), 0) : 0
    return items.map(({ name, value }) => sayLast(props, name, value, total > 0 ? `${writeNumber((Math.max(0, value) / total) * 100, 0)}%` : ''))
  })
}

/** The one value of a dial or a vessel: what its address answered, else its own. */
export function describeDial(props: ReadingProps & { readonly text: string }, reading: Parsed<Point>, language: Language): string {
  const said = reading.problems ? dataWords.invalid[language] : sayReading({ ...props, value: reading.value ?? props.value }, language)
  return sentence([props.text, said], language)
}

/** The last value of each curve and when it was. */
export function describeCurves(props: AriaTextProps, data: Parsed<readonly Curve[]>, names: readonly string[], language: Language): string {
  return sayData(props, data, language, (curves) => curves.map(({ points }, index) => {
    const [at, value] = points.findLast((point) => point[1] !== null) ?? []
    return sayLast(props, names[index] ?? '', value ?? null, at === undefined ? '' : writeTime(at))
  }))
}

const mostSaid = 6

function sayData<T>(props: AriaTextProps, data: Parsed<T>, language: Language, say: (data: T) => readonly string[]): string {
  if (data.problems) return sentence([props.text, dataWords.invalid[language]], language)
  const said = say(data.value).filter((part) => part !== '')
  return sentence([props.text, ...(said.length > 0 ? firstOf(said, mostSaid, language) : [dataWords.none[language]])], language)
}

function sayLast({ unit, decimals }: AriaTextProps, name: string, value: Point, place: string): string {
  if (value === null) return ''
  return [name, withUnit(writeNumber(value, decimals), unit), place === '' ? '' : `(${place})`].filter(Boolean).join(' ')
}
