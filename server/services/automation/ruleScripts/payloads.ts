import { decodeFrame, encodeFrame, FrameCache, parseTopic } from '../../../../contract/telemetry/index.ts'

export interface TextPayload {
  readonly payload: string
  /** `JSON`, `TEXT` or `HEX`. */
  readonly protocolCode: string
}

const decoder = new TextDecoder('utf-8', { fatal: true })
const cache = new FrameCache(Date.now)

/**
 * Returns a payload as the text that scripts see: JSON and other text unchanged, a binary frame of a built-in topic as
 * its JSON form, other bytes as hexadecimal digits.
 */
export function readPayload(topic: string, bytes: Uint8Array): TextPayload {
  try {
    const payload = decoder.decode(bytes)
    const first = payload.trimStart()[0]
    return { payload, protocolCode: first === '{' || first === '[' ? 'JSON' : 'TEXT' }
  } catch {
    const frame = parseTopic(topic)?.kind === 'values' ? decodeFrame(bytes, cache) : undefined
    return frame && frame.problem === undefined
      ? { payload: Buffer.from(encodeFrame(frame, 'json')).toString('utf8'), protocolCode: 'JSON' }
      : { payload: Buffer.from(bytes).toString('hex'), protocolCode: 'HEX' }
  }
}

/**
 * Returns the bytes of a payload that a script wrote. On the built-in topic for values, a list of `{id, value}` and a
 * plain object become a frame.
 */
export function writePayload(topic: string, payload: string, at: number): Buffer {
  const values = parseTopic(topic)?.kind === 'values' ? readValues(payload) : null
  return Buffer.from(values === null ? payload : JSON.stringify({ at, v: values }))
}

function readValues(payload: string): Record<string, unknown> | null {
  const first = payload.trimStart()[0]
  if (first !== '[' && first !== '{') return null
  try {
    const parsed: unknown = JSON.parse(payload)
    if (Array.isArray(parsed)) return listToValues(parsed)
    return typeof parsed === 'object' && parsed !== null && !('v' in parsed) ? { ...parsed } : null
  } catch {
    return null
  }
}

/** `[{"id": "temperature", "value": "21.5"}]` as `{"temperature": 21.5}`; null for another shape. */
export function listToValues(list: readonly unknown[]): Record<string, unknown> | null {
  const values: Record<string, unknown> = {}
  for (const each of list) {
    if (typeof each !== 'object' || each === null || !('id' in each) || !('value' in each)) return null
    values[String(each.id)] = toNumberIfNumeric(each.value)
  }
  return values
}

const numeric = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const toNumberIfNumeric = (value: unknown): unknown =>
  typeof value === 'string' && numeric.test(value) ? Number(value) : value
