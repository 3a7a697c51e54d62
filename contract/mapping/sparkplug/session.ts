import { quality } from '@mimic/engine/bindings'
import type { FrameCollector, MappedValue } from '../messages/frames.ts'
import { telemetryLimits } from '../../telemetry/limits.ts'
import { readTime } from '../../telemetry/times.ts'
import type { MessageProblem } from '../problems.ts'
import type { PresenceChange } from '../messages/reading.ts'
import { readMetricValue } from './metrics.ts'
import type { BirthMetric, NamedMetric } from './metrics.ts'
import type { SparkplugPayload } from './payload.ts'
import type { SparkplugTopic } from './topics.ts'

/** A message that the host application publishes. */
export interface HostMessage {
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: 0 | 1
  readonly retain: boolean
}

/** The points of a device, or of an edge node itself, as its birth message declared them. */
export interface SparkplugBirth {
  /** `group/node` or `group/node/device`. */
  readonly device: string
  readonly metrics: readonly BirthMetric[]
}

/** A device, or the metrics of an edge node itself. */
export interface Member {
  readonly byName: ReadonlyMap<string, BirthMetric>
  readonly namesByAlias: ReadonlyMap<bigint, string>
  isOnline: boolean
}

/** State of an edge node between its birth and its death. */
export interface Session {
  /** Number of the session; its death message repeats it. */
  bdSeq: number | null
  /** Sequence number of the last message. */
  seq: number
  isOnline: boolean
  /** A message is missing: values that did not change since are not known. */
  hasGap: boolean
  lastRebirth: number | null
  /** By device; the edge node itself under an empty name. */
  readonly members: Map<string, Member>
}

/** State of one message. */
export interface Pass {
  readonly collector: FrameCollector
  readonly births: SparkplugBirth[]
  readonly presence: PresenceChange[]
  readonly messages: HostMessage[]
  problem: MessageProblem | null
}

/** A topic of an edge node or of one of its devices. */
export type NodeTopic = Extract<SparkplugTopic, { kind: 'node' }>

/** The metrics of the edge node itself, among those of its devices. */
export const nodeItself = ''

export const nodeKey = ({ group, node }: NodeTopic): string => `${group}/${node}`
export const deviceKey = (topic: NodeTopic): string =>
  topic.device === null ? nodeKey(topic) : `${nodeKey(topic)}/${topic.device}`

/** A device died. */
export function endMember(topic: NodeTopic, session: Session, pass: Pass): void {
  const member = session.members.get(topic.device ?? nodeItself)
  if (member) member.isOnline = false
  pass.presence.push({ device: deviceKey(topic), isOnline: false })
}

/** Collects the values of known metrics; returns whether there are unknown ones, which no birth message declared. */
export function collectValues(
  device: string,
  member: Member,
  named: readonly NamedMetric[],
  payload: SparkplugPayload,
  session: Session,
  receivedAt: number,
  pass: Pass,
): boolean {
  let isUnknown = false
  for (const { name, metric } of named) {
    const declared = name === null ? undefined : member.byName.get(name)
    if (declared === undefined) {
      isUnknown ||= name === null
      continue
    }
    const { at, reason } = readSourceTime(metric.timestamp ?? payload.timestamp, receivedAt)
    const value = readMetricValue(declared, metric)
    pass.collector.add(
      device,
      at,
      session.hasGap ? doubt(value, 'sequence') : reason === undefined ? value : doubt(value, reason),
      false,
    )
  }
  return isUnknown
}

const doubt = (value: MappedValue, reason: MappedValue['reason']): MappedValue =>
  value.quality === quality.good ? { ...value, quality: quality.uncertain, reason } : value

function readSourceTime(
  timestamp: number | null,
  receivedAt: number,
): { readonly at: number; readonly reason: 'time' | 'future' | undefined } {
  if (timestamp === null) return { at: receivedAt, reason: undefined }
  const at = readTime(timestamp)
  if (at === null) return { at: receivedAt, reason: 'time' }
  return at > receivedAt + telemetryLimits.frame.futureMs
    ? { at: receivedAt, reason: 'future' }
    : { at, reason: undefined }
}
