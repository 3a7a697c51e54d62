import { quality } from '@mimic/engine/bindings'
import type { DecodedFrame, FrameInput } from './frameShape.ts'
import type { FrameCache } from './frameCache.ts'
import { telemetryLimits } from './limits.ts'
import { isRecord, readJson, writeJson } from './json.ts'
import { readEvery, readTime } from './times.ts'

const qualityNames = ['good', 'uncertain', 'bad'] as const

/**
 * Decodes `{"at", "every"?, "v": {point: value}, "q"?: {point: quality}, "t"?: {point: time}}`. A text remains a text,
 * even if it looks like a number. `t` has the source times of values that differ from `at`.
 */
export function readJsonFrame(bytes: Uint8Array, cache: FrameCache): DecodedFrame {
  const read = readJson(bytes)
  if (read.problem) return { problem: `frame.${read.problem}` }
  const { value: frame } = read
  if (!isRecord(frame) || !isRecord(frame.v)) return { problem: 'frame.shape' }
  const marks = frame.q
  if (marks !== undefined && !isRecord(marks)) return { problem: 'frame.shape' }
  const at = readTime(frame.at)
  if (at === null) return { problem: 'frame.time' }
  const every = readEvery(frame.every)
  if (every === null) return { problem: 'frame.every' }
  const keys = Object.keys(frame.v)
  if (keys.length > telemetryLimits.frame.points) return { problem: 'frame.points' }
  const points = cache.fromKeys(keys)
  if (!points) return { problem: 'frame.name' }

  const values = new Float64Array(points.length)
  const qualities = new Uint8Array(points.length)
  let texts: (string | undefined)[] | null = null
  let refused = 0
  for (const [index, point] of points.entries()) {
    const value = frame.v[point]
    const mark = marks && Object.hasOwn(marks, point) ? parseQuality(marks[point]) : quality.good
    values[index] =
      typeof value === 'number' && Number.isFinite(value) ? value : value === true ? 1 : value === false ? 0 : NaN
    qualities[index] = mark === undefined ? quality.bad : mark
    if (mark === undefined) refused++
    if (values[index] === values[index]) continue
    if (typeof value === 'string' && value.length <= telemetryLimits.frame.textLength) {
      texts ??= Array.from(points, () => undefined)
      texts[index] = value
      continue
    }
    qualities[index] = quality.bad
    if (value !== null && mark !== undefined) refused++
  }
  const times = isRecord(frame.t) ? readTimes(frame.t, points, at) : undefined
  return { at, every, points, values, texts, qualities, refused, ...(times && { times }) }
}

/** Source time of each value. */
function readTimes(times: Readonly<Record<string, unknown>>, points: readonly string[], at: number): Float64Array {
  return Float64Array.from(points, (point) => (Object.hasOwn(times, point) ? (readTime(times[point]) ?? at) : at))
}

/** Encodes a JSON frame. Only qualities other than good and times other than `at` are written. */
export function writeJsonFrame(frame: FrameInput): Uint8Array {
  const v: Record<string, number | string | null> = {}
  const q: Record<string, string> = {}
  const t: Record<string, number> = {}
  let hasTimes = false
  let hasMarks = false
  for (const [index, point] of frame.points.entries()) {
    const value = frame.values[index] ?? NaN
    v[point] = frame.texts?.[index] ?? (Number.isFinite(value) ? value : null)
    const time = frame.times?.[index] ?? frame.at
    if (time !== frame.at) {
      t[point] = time
      hasTimes = true
    }
    const mark = frame.qualities?.[index] ?? quality.good
    if (mark === quality.good) continue
    q[point] = qualityNames[mark] ?? 'bad'
    hasMarks = true
  }
  return writeJson({
    at: frame.at,
    ...(frame.every === undefined ? {} : { every: frame.every }),
    v,
    ...(hasMarks ? { q } : {}),
    ...(hasTimes ? { t } : {}),
  })
}

function parseQuality(mark: unknown): number | undefined {
  switch (mark) {
    case 'good':
      return quality.good
    case 'uncertain':
      return quality.uncertain
    case 'bad':
      return quality.bad
    default:
      return undefined
  }
}
