import type { MessageProblem } from '../problems.ts'
import { mappingLimits } from '../limits.ts'

/** How payloads are parsed; `auto` tries JSON, then text. */
export type PayloadFormat = 'auto' | 'json' | 'text' | 'binary'

/** A parsed payload: a JSON value, a text, or the bytes themselves. */
export type ParsedPayload =
  | { readonly root: unknown; readonly problem?: undefined }
  | { readonly problem: MessageProblem }

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a payload. `auto`: JSON if the text is JSON, otherwise a text; a lone number stays a text, so that "007" and
 * "1e5" are not changed. Takes any bytes and never throws.
 */
export function parsePayload(payload: Uint8Array, format: PayloadFormat): ParsedPayload {
  if (payload.length === 0) return { problem: 'empty' }
  if (payload.length > mappingLimits.payloadBytes) return { problem: 'size' }
  if (format === 'binary') return { root: payload }
  let text: string
  try {
    text = decoder.decode(payload)
  } catch {
    return { problem: 'encoding' }
  }
  if (format === 'text') return { root: text }
  if (format === 'auto' && !/^\s*[[{"tfn]/.test(text)) return { root: text }
  try {
    return { root: JSON.parse(text) }
  } catch {
    // Broken JSON of an object or array is an error; "off" or "12,5" is a text.
    return format === 'json' || /^\s*[[{]/.test(text) ? { problem: 'json' } : { root: text }
  }
}
