import { quality } from '@mimic/engine/bindings'
import { telemetryLimits } from '../../telemetry/limits.ts'
import { Failure } from '../values/conversion.ts'
import type { Converted } from '../values/conversion.ts'
import { FrameCollector } from './frames.ts'
import type { MappedFrame, MappedValue } from './frames.ts'
import type { ValueReason } from '../problems.ts'
import type { QualityMark } from '../values/quality.ts'
import type { DecodedGroup, Pass } from './reading.ts'
import { findDevice } from './routes.ts'
import type { Route } from './routes.ts'
import type { PointPlan, QualityPlan, TimePlan, TopicPlan } from './topicPlan.ts'

/** Reads one message, or one item of it. */
export function readItem(
  route: Route,
  item: unknown,
  root: unknown,
  key: string | null,
  pass: Pass,
  decoded: DecodedGroup | null,
  collector: FrameCollector | null = null,
): void {
  const { plan } = route
  const device = decoded?.device ?? findDevice(route, item, key, root)
  readAcknowledgements(plan, item, device, pass)
  if (plan.device.from === 'none') return
  if (device === null) {
    pass.problem = 'device'
    return
  }
  for (const { read, words } of plan.presence) {
    const word = read(item)
    const isOnline = words.get(typeof word === 'string' ? word.trim() : word)
    if (isOnline !== undefined) pass.presence.push({ device, isOnline })
  }
  if (route.points.length === 0) return
  const time =
    decoded?.at === undefined || decoded.at === null
      ? readTime(plan.time, item, root, pass.receivedAt)
      : judgeTime(decoded.at, pass.receivedAt)
  if (!route.isFlat || collector) return readPoints(route, item, root, device, time, pass, decoded, collector)
  const frame = readFlat(route, item, device, time, decoded)
  if (frame) pass.frames.push(frame)
}

function readAcknowledgements(plan: TopicPlan, item: unknown, device: string | null, { acknowledgements }: Pass): void {
  for (const { point, read, judge, id, code } of plan.acknowledgements) {
    const isOk = judge(read(item))
    if (isOk !== undefined)
      acknowledgements.push({ device, point, id: toText(id?.(item)), isOk, code: toText(code?.(item)) })
  }
}

const toText = (value: unknown): string | null =>
  typeof value === 'string' ? value.slice(0, 128) : typeof value === 'number' ? String(value) : null

/** The message has no value, but a quality that explains it. */
const noValue = new Failure('quality')

interface SourceTime {
  readonly at: number
  /** Why the time of receipt is used although the message has a time. */
  readonly reason: ValueReason | undefined
}

/** An item without a time has the time of its message, and a message without one the time of receipt. */
function readTime(plan: TimePlan | null, item: unknown, root: unknown, receivedAt: number): SourceTime {
  if (plan === null) return { at: receivedAt, reason: undefined }
  const raw = plan.read(item) ?? (item === root ? undefined : plan.read(root))
  if (raw === undefined || raw === null) return { at: receivedAt, reason: undefined }
  return judgeTime(plan.parse(raw), receivedAt)
}

function judgeTime(at: number | null, receivedAt: number): SourceTime {
  if (at === null || !Number.isFinite(at)) return { at: receivedAt, reason: 'time' }
  return at > receivedAt + telemetryLimits.frame.futureMs
    ? { at: receivedAt, reason: 'future' }
    : { at, reason: undefined }
}

/** The fast way: one device, one time, each point at most once. */
function readFlat(
  route: Route,
  item: unknown,
  device: string,
  { at, reason: timeReason }: SourceTime,
  decoded: DecodedGroup | null,
): MappedFrame | null {
  const { points, names, plan } = route
  let values = new Float64Array(points.length)
  let qualities = new Uint8Array(points.length)
  let texts: (string | undefined)[] | null = null
  let reasons: (ValueReason | undefined)[] | null = null
  let partial: string[] | null = null
  let count = 0
  const common = plan.quality === null ? quality.good : plan.quality.judge(plan.quality.read(item))
  for (let index = 0; index < points.length; index++) {
    const point = points[index]
    if (point === undefined) break
    const raw = point.read(item)
    const mark = judgeQuality(point, item, common, decoded)
    if (raw === undefined && (mark === quality.good || point.quality === null)) {
      partial ??= names.slice(0, index)
      continue
    }
    const value = raw === undefined ? noValue : point.convert(raw)
    partial?.push(point.point)
    if (typeof value === 'number') values[count] = value
    else if (typeof value === 'boolean') values[count] = value ? 1 : 0
    else {
      values[count] = NaN
      if (typeof value === 'string') {
        texts ??= []
        texts[count] = value
      }
    }
    if (value instanceof Failure || mark !== quality.good || timeReason !== undefined) {
      reasons ??= []
      const [worst, reason] = judgeValue(value, mark, timeReason)
      qualities[count] = worst
      reasons[count] = reason
    }
    count++
  }
  if (count === 0) return null
  if (count < points.length) {
    values = values.slice(0, count)
    qualities = qualities.slice(0, count)
  }
  if (texts) texts.length = count
  if (reasons) reasons.length = count
  return {
    device,
    at,
    every: plan.every,
    points: partial ? reusePartial(route, partial) : names,
    values,
    texts,
    qualities,
    reasons,
  }
}

function reusePartial(route: Route, names: readonly string[]): readonly string[] {
  const { partial } = route
  if (partial.length !== names.length || partial.some((name, index) => name !== names[index]))
    route.partial = Object.freeze([...names])
  return route.partial
}

const judgeQuality = (
  { quality: own, decodedName }: PointPlan,
  item: unknown,
  common: QualityMark,
  decoded: DecodedGroup | null,
): QualityMark => {
  const declared = own === null ? common : readQuality(own, item)
  const reported =
    decoded === null || decodedName === null ? quality.good : (decoded.marks.get(decodedName) ?? quality.good)
  return declared > reported ? declared : reported
}

const readQuality = ({ read, judge }: QualityPlan, item: unknown): QualityMark => judge(read(item))

function judgeValue(
  value: Converted,
  mark: QualityMark,
  timeReason: ValueReason | undefined,
): readonly [QualityMark, ValueReason | undefined] {
  if (mark === quality.bad) return [quality.bad, 'quality']
  if (value instanceof Failure) return [quality.bad, value.reason]
  if (mark === quality.uncertain) return [quality.uncertain, 'doubtful']
  return timeReason === undefined ? [quality.good, undefined] : [quality.uncertain, timeReason]
}

/** The general way: items, times of single points, several sources of one point. */
function readPoints(
  route: Route,
  item: unknown,
  root: unknown,
  device: string,
  time: SourceTime,
  pass: Pass,
  decoded: DecodedGroup | null,
  shared: FrameCollector | null,
): void {
  const { points, plan } = route
  const collector = shared ?? new FrameCollector()
  const common = plan.quality === null ? quality.good : readQuality(plan.quality, item)
  const seen = new Set<string>()
  for (const point of points) {
    if (point.when && point.when.read(item) !== point.when.equals) continue
    const raw = point.read(item)
    const mark = judgeQuality(point, item, common, decoded)
    if (raw === undefined && (mark === quality.good || point.quality === null)) continue
    const { at, reason } = point.time ? readTime(point.time, item, root, pass.receivedAt) : time
    collector.add(
      device,
      at,
      createValue(point, raw === undefined ? noValue : point.convert(raw), mark, reason),
      seen.has(point.point),
    )
    seen.add(point.point)
  }
  if (!shared) pass.frames.push(...collector.finish(plan.every))
}

function createValue(
  { point }: PointPlan,
  value: Converted,
  mark: QualityMark,
  timeReason: ValueReason | undefined,
): MappedValue {
  const [worst, reason] = judgeValue(value, mark, timeReason)
  const number = typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : NaN
  return { point, value: number, text: typeof value === 'string' ? value : undefined, quality: worst, reason }
}
