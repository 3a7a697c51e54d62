import { valueReasons } from '../problems.ts'
import type { MappedFrame } from '../messages/frames.ts'
import { compileMapping } from '../messages/mapper.ts'
import type { Mapper } from '../messages/mapper.ts'
import { readMapping } from '../configuration/readMapping.ts'

const encoder = new TextEncoder()
const qualityNames = ['good', 'uncertain', 'bad']

/** A payload as a device sends it: a text as it is, bytes as they are, anything else as JSON. */
export function toPayload(payload: unknown): Uint8Array {
  if (payload instanceof Uint8Array) return payload
  return encoder.encode(typeof payload === 'string' ? payload : JSON.stringify(payload))
}

/** Compiles a mapping of a test. Throws if it is invalid. */
export function createMapper(mapping: unknown, zone = 'Asia/Shanghai'): Mapper {
  const read = readMapping(mapping)
  if (read.problems) throw new Error(JSON.stringify(read.problems))
  return compileMapping(read.mapping, { zone })
}

/** A frame in short: `{point: value}`, or `{point: [value, quality, reason]}` if the quality is not good. */
export function describeFrame({ points, values, texts, qualities, reasons }: MappedFrame): Record<string, unknown> {
  return Object.fromEntries(
    points.map((point, index) => {
      const value = texts?.[index] ?? values[index]
      const reason = reasons?.[index]
      if (reason !== undefined && !(reason in valueReasons)) throw new Error(`unknown reason ${reason}`)
      return [point, qualities[index] === 0 ? value : [value, qualityNames[qualities[index] ?? 3], reason]]
    }),
  )
}

export interface ShortFrame {
  readonly device: string
  readonly at: string
  readonly values: Record<string, unknown>
}

export const describeFrames = (frames: readonly MappedFrame[]): ShortFrame[] =>
  frames.map((frame) => ({ device: frame.device, at: new Date(frame.at).toISOString(), values: describeFrame(frame) }))
