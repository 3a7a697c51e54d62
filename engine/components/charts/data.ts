import type { Parsed } from '../../schema/index.ts'

/** Value of a series; null is a gap, not zero. */
export type Point = number | null
/** One named series of a chart. Its values belong to the positions in `ChartTable.x`. */
export interface Series {
  readonly name: string
  readonly values: readonly Point[]
}
/** Several series with common positions, as in a response with `xdata` and `ydata`. */
export interface ChartTable {
  readonly x: readonly (string | number)[]
  readonly series: readonly Series[]
}
/** A named value for a slice of a pie chart or a region of a map. */
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
const maxSeries = 24
const maxPoints = 200_000
const maxItems = 60

/**
 * Parses chart data: `{ xdata, ydata }`, where `ydata` is a list of numbers, a list of such lists, or a list of `{
 * name, data }`. Also accepts a plain list of numbers or of `{ name, value }`. A response wrapped in `data` is
 * unwrapped. Empty text is empty data.
 */
export function readTable(text: string): Parsed<ChartTable> {
  return read(text, { x: [], series: [] }, parseTable)
}

/** Parses named values for slices and regions: `[{ name, value }]`, or the first series of a table. */
export function readItems(text: string): Parsed<readonly Item[]> {
  return read(text, [], (raw) => {
    if (Array.isArray(raw)) return raw.every(isRecord) ? dropMissingItems(parseItems(raw)) : undefined
    if (!isRecord(raw) || !Array.isArray(raw['xdata']) || !Array.isArray(raw['ydata'])) return undefined
    const values = parseSeries(raw['ydata'])?.[0]?.values ?? []
    return dropMissingItems(
      raw['xdata'].map((name, index) => ({ name: String(parseXValue(name)), value: values[index] ?? null })),
    )
  })
}

/** Parses the output of a history feed: `[{ tag, at: [ms…], values: [number | null…] }…]`. */
export function readCurves(text: string): Parsed<readonly Curve[]> {
  return read(text, [], (raw) => {
    if (!Array.isArray(raw)) return undefined
    const curves = raw.slice(0, maxSeries).map((entry: unknown): Curve | undefined => {
      if (!isRecord(entry) || !Array.isArray(entry['at']) || !Array.isArray(entry['values'])) return undefined
      const values = parsePoints(entry['values'])
      const points = parsePoints(entry['at']).flatMap((at, index) =>
        at === null ? [] : [[at, values[index] ?? null] as const],
      )
      return { name: String(parseXValue(entry['tag'])), points }
    })
    return curves.every((curve) => curve !== undefined) ? curves : undefined
  })
}

/**
 * Parses the single value of a gauge or vessel: a number, also as text, `{ value }`, or the last value of a table's
 * first series. Null if there is no response yet; a response without a number is a problem.
 */
export function readReading(text: string): Parsed<Point> {
  const bare = parsePoint(text)
  if (bare !== null) return { value: bare }
  return read<Point>(text, null, (raw) => {
    const own = isRecord(raw) && 'value' in raw ? raw['value'] : raw
    const value = Array.isArray(own) || (isRecord(own) && 'ydata' in own) ? findLastValue(own) : parsePoint(own)
    return value ?? undefined
  })
}

/** Parses a JSON object; empty text is an empty object. */
export function readObject(text: string): Parsed<Readonly<Record<string, unknown>>> {
  return read(text, {}, (raw) => (isRecord(raw) ? raw : undefined), false)
}

function parseTable(raw: unknown): ChartTable | undefined {
  if (Array.isArray(raw)) {
    const items = raw.some(isRecord) ? parseItems(raw) : undefined
    if (items)
      return { x: items.map(({ name }) => name), series: [{ name: '', values: items.map(({ value }) => value) }] }
    return isFlat(raw) ? { x: countTo(raw.length), series: [{ name: '', values: parsePoints(raw) }] } : undefined
  }
  if (!isRecord(raw) || !Array.isArray(raw['ydata'])) return undefined
  const series = parseSeries(raw['ydata'])
  if (!series) return undefined
  const maxLength = Math.max(0, ...series.map(({ values }) => values.length))
  return {
    x: Array.isArray(raw['xdata']) ? raw['xdata'].slice(0, maxPoints).map(parseXValue) : countTo(maxLength),
    series,
  }
}

function findLastValue(raw: unknown): Point {
  return parseTable(raw)?.series[0]?.values.findLast((value) => value !== null) ?? null
}

function read<T>(text: string, empty: T, take: (raw: unknown) => T | undefined, isWrapped = true): Parsed<T> {
  if (text.trim() === '') return { value: empty }
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch (error) {
    return fault(error instanceof Error ? error.message : 'not valid JSON')
  }
  const value = take(isWrapped ? unwrapResponse(raw) : raw)
  return value === undefined ? fault('not valid chart data') : { value }
}

function fault(message: string): { readonly problems: readonly [{ path: string; code: string; message: string }] } {
  return { problems: [{ path: 'data', code: 'chart.json', message }] }
}

/** Returns the `data` part of a response such as `{ code, msg, data }`. */
function unwrapResponse(raw: unknown): unknown {
  if (!isRecord(raw) || 'xdata' in raw || 'ydata' in raw) return raw
  return 'data' in raw ? raw['data'] : raw
}

function parseSeries(ydata: readonly unknown[]): Series[] | undefined {
  if (isFlat(ydata)) return [{ name: '', values: parsePoints(ydata) }]
  const series = ydata.slice(0, maxSeries).map((entry): Series | undefined => {
    if (Array.isArray(entry)) return { name: '', values: parsePoints(entry) }
    if (!isRecord(entry)) return undefined
    const values = entry['data'] ?? entry['values']
    return Array.isArray(values) ? { name: String(parseXValue(entry['name'])), values: parsePoints(values) } : undefined
  })
  return series.every((one) => one !== undefined) ? series : undefined
}

function parseItems(list: readonly unknown[]): { name: string; value: Point }[] {
  return list
    .slice(0, maxPoints)
    .map((entry) =>
      isRecord(entry)
        ? { name: String(parseXValue(entry['name'])), value: parsePoint(entry['value']) }
        : { name: '', value: parsePoint(entry) },
    )
}

function dropMissingItems(items: readonly { name: string; value: Point }[]): Item[] {
  return items.slice(0, maxItems).flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
}

function parsePoints(list: readonly unknown[]): Point[] {
  return list.slice(0, maxPoints).map(parsePoint)
}

/** Converts a value to a number, also from text. Invalid or absurdly large numbers become gaps. */
function parsePoint(value: unknown): Point {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Math.abs(number) <= 1e15 ? number : null
}

function parseXValue(value: unknown): string | number {
  return typeof value === 'number' && Number.isFinite(value)
    ? value
    : typeof value === 'string'
      ? value.slice(0, 200)
      : ''
}

const isFlat = (list: readonly unknown[]): boolean => list.every((entry) => typeof entry !== 'object' || entry === null)
const countTo = (length: number): number[] =>
  Array.from({ length: Math.min(length, maxPoints) }, (_, index) => index + 1)

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
