import { type Command, isPoint } from '../../../contract/telemetry/index.ts'
import { isRecord, readJson, writeJson } from '../../../contract/telemetry/json.ts'
import type { CustomProperty, CustomTopic } from './customTopics.ts'

/**
 * A message of a custom topic converted to payloads of the built-in topics: a frame of values, an acknowledgement of a
 * command, or both.
 */
export interface DecodedPayload {
  readonly problem?: undefined
  readonly values: Buffer | null
  readonly ack: Buffer | null
}

/**
 * Decodes `{"temperature": 21.5, …}`. Keys are identifiers of the thing model; others are ignored. `at` is the source
 * time in milliseconds, or in seconds if it has ten digits; the default is the time of receipt. `id` acknowledges the
 * command with that id, and `ok: false` with a `code` rejects it. A key of the thing model is always read as the
 * property. A list `[{"id": "temperature", "value": "21.5"}, …]` is read as the object with these keys.
 */
export function decodeCustom(
  payload: Uint8Array,
  properties: readonly CustomProperty[],
  { everyMs }: Pick<CustomTopic, 'everyMs'>,
  nowMs: number,
): DecodedPayload | { readonly problem: string } {
  const read = readJson(payload)
  if (read.problem) return { problem: `own.${read.problem}` }
  const message = Array.isArray(read.value) ? listToObject(read.value) : read.value
  if (!isRecord(message)) return { problem: 'own.shape' }
  const v: Record<string, unknown> = {}
  const identifiers = new Set<string>()
  for (const { identifier, type } of properties) {
    identifiers.add(identifier)
    if (!isPoint(identifier) || !Object.hasOwn(message, identifier)) continue
    v[identifier] = toValue(message[identifier], type)
  }
  const readField = (key: string): unknown =>
    Object.hasOwn(message, key) && !identifiers.has(key) ? message[key] : undefined
  const at = readField('at') ?? nowMs
  const id = readField('id')
  const code = readField('code')
  const ack =
    typeof id === 'string'
      ? { id, ok: readField('ok') !== false, ...(typeof code === 'string' ? { code } : {}), at }
      : null
  const hasValues = Object.keys(v).length > 0
  if (!hasValues && ack === null) return { problem: 'own.properties' }
  return {
    values: hasValues ? encodeJson({ at, ...(everyMs === undefined ? {} : { every: everyMs }), v }) : null,
    ack: ack === null ? null : encodeJson(ack),
  }
}

/**
 * Encodes a command for one property: `{"id", "at", "expiresAt", "<identifier>": value}`. A switch is sent as true or
 * false.
 */
export const encodeCustom = (
  { id, point, value, expiresAt }: Command,
  { type }: CustomProperty,
  nowMs: number,
): Buffer => encodeJson({ id, at: nowMs, expiresAt, [point]: type === 'bool' ? value !== 0 : value })

/** `[{id, value}]` as `{id: value}`, with numbers in texts as numbers; null for another shape. */
function listToObject(list: readonly unknown[]): Record<string, unknown> | null {
  const values: Record<string, unknown> = {}
  for (const each of list) {
    if (!isRecord(each) || typeof each['id'] !== 'string' || !('value' in each)) return null
    const { id, value } = each
    values[id] = typeof value === 'string' && numeric.test(value) ? Number(value) : value
  }
  return values
}

const numeric = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * Converts arrays and objects to JSON text. Other unsuitable values are left to the frame decoder, which marks them
 * bad.
 */
const toValue = (value: unknown, type: string): unknown =>
  (type === 'array' || type === 'object') && typeof value === 'object' && value !== null ? JSON.stringify(value) : value

const encodeJson = (value: unknown): Buffer => Buffer.from(writeJson(value))
