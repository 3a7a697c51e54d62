import type { Words } from '@mimic/engine/schema'
import type { Mapping, MappedFrame } from '../../contract/mapping/index.ts'
import { compileMapping, messageProblems, readMapping, valueReasons } from '../../contract/mapping/index.ts'
import type { MappingProblem } from '../../contract/mapping/index.ts'

/** A message with its bytes. */
export interface PreviewMessage {
  readonly topic: string
  readonly at: number
  readonly payload: Uint8Array
}

/** A value as the server would store it. */
export interface PreviewValue {
  readonly point: string
  readonly text: string
  readonly quality: 'good' | 'uncertain' | 'bad'
  readonly reason: Words | null
  readonly at: number
}

/** What a mapping reads from messages. */
export interface Preview {
  /** Device keys in the order of their messages. */
  readonly devices: readonly string[]
  /** The newest value of each point, by device key. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, PreviewValue>>
  /** Why messages were rejected, by topic. */
  readonly rejected: ReadonlyMap<string, Words>
  /** Why the mapping itself is invalid. */
  readonly problems: readonly MappingProblem[]
}

const qualities = ['good', 'uncertain', 'bad'] as const

/** Reads messages with a mapping that is not stored yet, like the server does. */
export function previewMapping(mapping: Mapping, messages: readonly PreviewMessage[], zone: string): Preview {
  const values = new Map<string, Map<string, PreviewValue>>()
  const rejected = new Map<string, Words>()
  const { problems } = readMapping(mapping)
  if (problems) return { devices: [], values, rejected, problems }
  const mapper = compileMapping(mapping, { zone })
  for (const { topic, payload, at } of messages.toSorted((one, other) => one.at - other.at)) {
    if (!mapper.matches(topic)) continue
    const reading = mapper.read(topic, payload, at)
    if (reading.problem) rejected.set(topic, messageProblems[reading.problem])
    for (const { device } of reading.presence) if (!values.has(device)) values.set(device, new Map())
    for (const frame of reading.frames) {
      const points = values.get(frame.device) ?? new Map<string, PreviewValue>()
      values.set(frame.device, points)
      for (const value of listValues(frame)) points.set(value.point, value)
    }
  }
  return { devices: [...values.keys()], values, rejected, problems: [] }
}

function listValues({ points, values, texts, qualities: marks, reasons, at }: MappedFrame): PreviewValue[] {
  return points.map((point, index) => {
    const reason = reasons?.[index]
    const value = values[index] ?? NaN
    return {
      point,
      text: texts?.[index] ?? (Number.isNaN(value) ? '' : String(value)),
      quality: qualities[marks[index] ?? 0] ?? 'bad',
      reason: reason === undefined ? null : valueReasons[reason],
      at,
    }
  })
}
