import type { Parsed } from '../../schema/index.ts'

/** Value of a series; null is a gap, not zero. */
export type Point = number | null
export interface Series {
  readonly name: string
  readonly values: readonly Point[]
}
/** Several series with common positions, as in a response with `xdata` and `ydata`. */
export interface ChartTable {
  readonly x: readonly (string | number)[]
  readonly series: readonly Series[]
}
export interface Item {
  readonly name: string
  readonly value: number
}
/** History of one tag, with a timestamp per value. */
export interface Curve {
  readonly name: string
  readonly points: readonly (readonly [at: number, value: Point])[]
}

/** Maximum numbers of series, points and items; the rest is ignored. */
const mostSeries = 24
const mostPoints = 200_000
const mostItems = 60

/**
 * Parses chart data: `{ xdata, ydata }`, where `ydata` is a list of numbers, a list of such lists, or a list of `{
 * name, data }`. Also accepts a plain list of numbers or of `{ name, value }`. A response wrapped in `data` is
 * unwrapped. Empty text is empty data.
 */
export function readTable(text: string): Parsed<ChartTable> {
  return read(text, { x: [], series: [] }, tableOf)
}

/** Parses named values for slices and regions: `[{ name, value }]`, or the first series of a table. */
export function readItems(text: string): Parsed<readonly Item[]> {
  return read(text, [], (given) => {
    if (Array.isArray(given)) return given.every(isRecord) ? known(itemsOf(given)) : undefined
    if (!isRecord(given) || !Array.isArray(given['xdata']) || !Array.isArray(given['ydata'])) return undefined
    const values = seriesOf(given['ydata'])?.[0]?.values ?? []
    return known(given['xdata'].map((name, index) => ({ name: String(placeOf(name)), value: values[index] ?? null })))
  })
}

/** Parses the output of a history feed: `[{ tag, at: [ms…], values: [number | null…] }…]`. */
export function readCurves(text: string): Parsed<readonly Curve[]> {
  return read(text, [], (given) => {
    if (!Array.isArray(given)) return undefined
    const curves = given.slice(0, mostSeries).map((entry: unknown): Curve | undefined => {
      if (!isRecord(entry) || !Array.isArray(entry['at']) || !Array.isArray(entry['values'])) return undefined
      const values = pointsOf(entry['values'])
      const points = pointsOf(entry['at']).flatMap((at, index) => (at === null ? [] : [[at, values[index] ?? null] as const]))
      return { name: String(placeOf(entry['tag'])), points }
    })
    return curves.every((curve) => curve !== undefined) ? curves : undefined
  })
}

/**
 * Parses the single value of a gauge or vessel: a number, also as text, `{ value }`, or the last value of a table's
 * first series. Null if there is no response yet; a response without a number is a problem.
 */
export function readReading(text: string): Parsed<Point> {
  const bare = pointOf(text)
  if (bare !== null) return { value: bare }
  return read<Point>(text, null, (given) => {
    const own = isRecord(given) && 'value' in given ? given['value'] : given
    const value = Array.isArray(own) || (isRecord(own) && 'ydata' in own) ? lastOf(own) : pointOf(own)
    return value ?? undefined
  })
}

/** Parses a JSON object; empty text is an empty object. */
export function readObject(text: string): Parsed<Readonly<Record<string, unknown>>> {
  return read(text, {}, (given) => (isRecord(given) ? given : undefined), false)
}

function tableOf(given: unknown): ChartTable | undefined {
  if (Array.isArray(given)) {
    const items = given.some(isRecord) ? itemsOf(given) : undefined
    if (items) return { x: items.map(({ name }) => name), series: [{ name: '', values: items.map(({ value }) => value) }] }
    return isFlat(given) ? { x: countedTo(given.length), series: [{ name: '', values: pointsOf(given) }] } : undefined
  }
  if (!isRecord(given) || !Array.isArray(given['ydata'])) return undefined
  const series = seriesOf(given['ydata'])
  if (!series) return undefined
  const longest = Math.max(0, ...series.map(({ values }) => values.length))
  return { x: Array.isArray(given['xdata']) ? given['xdata'].slice(0, mostPoints).map(placeOf) : countedTo(longest), series }
}

function lastOf(given: unknown): Point {
  return tableOf(given)?.series[0]?.values.findLast((value) => value !== null) ?? null
}

function read<T>(text: string, empty: T, take: (given: unknown) => T | undefined, isWrapped = true): Parsed<T> {
  if (text.trim() === '') return { value: empty }
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    return fault(error instanceof Error ? error.message : 'not valid JSON')
  }
  const value = take(isWrapped ? unwrapped(given) : given)
  return value === undefined ? fault('not valid chart data') : { value }
}

function fault(message: string): { readonly problems: readonly [{ path: string; code: string; message: string }] } {
  return { problems: [{ path: 'data', code: 'chart.json', message }] }
}

/** Returns the `data` part of a response such as `{ code, msg, data }`. */
function unwrapped(given: unknown): unknown {
  if (!isRecord(given) || 'xdata' in given || 'ydata' in given) return given
  return 'data' in given ? given['data'] : given
}

function seriesOf(ydata: readonly unknown[]): Series[] | undefined {
  if (isFlat(ydata)) return [{ name: '', values: pointsOf(ydata) }]
  const series = ydata.slice(0, mostSeries).map((entry): Series | undefined => {
    if (Array.isArray(entry)) return { name: '', values: pointsOf(entry) }
    if (!isRecord(entry)) return undefined
    const values = entry['data'] ?? entry['values']
    return Array.isArray(values) ? { name: String(placeOf(entry['name'])), values: pointsOf(values) } : undefined
  })
  return series.every((one) => one !== undefined) ? series : undefined
}

function itemsOf(list: readonly unknown[]): { name: string; value: Point }[] {
  return list.slice(0, mostPoints).map((entry) => (isRecord(entry)
    ? { name: String(placeOf(entry['name'])), value: pointOf(entry['value']) }
    : { name: '', value: pointOf(entry) }))
}

function known(items: readonly { name: string; value: Point }[]): Item[] {
  return items.slice(0, mostItems).flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
}

function pointsOf(list: readonly unknown[]): Point[] {
  return list.slice(0, mostPoints).map(pointOf)
}

/** Converts a value to a number, also from text. Invalid or absurdly large numbers become gaps. */
function pointOf(value: unknown): Point {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Math.abs(number) <= 1e15 ? number : null
}

function placeOf(value: unknown): string | number {
  return typeof value === 'number' && Number.isFinite(value) ? value : typeof value === 'string' ? value.slice(0, 200) : ''
}

const isFlat = (list: readonly unknown[]): boolean => list.every((entry) => typeof entry !== 'object' || entry === null)
const countedTo = (length: number): number[] => Array.from({ length: Math.min(length, mostPoints) }, (_, index) => index + 1)

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
