import { drawingLimits } from '../document/index.ts'
import { readJson } from '../document/values/json.ts'
import type { Parsed } from '../schema/index.ts'
import type { ImportOptions } from './options.ts'
import { toRaw } from './untypedJson.ts'
import type { Raw } from './untypedJson.ts'

/** Parses JSON text, or takes parsed data, as an object. The length and depth limits are those of a drawing. */
export function readRaw(input: unknown, options: ImportOptions): Parsed<Raw> {
  const { textLength, depth } = { ...drawingLimits, ...options.limits }
  if (typeof input === 'string' && input.length > textLength)
    return {
      problems: [{ path: '', code: 'drawing.tooLarge', message: `the text has more than ${textLength} characters` }],
    }
  const read: Parsed<unknown> = typeof input === 'string' ? readJson(input, depth) : { value: input }
  if (read.problems) return read
  const raw = toRaw(read.value)
  return raw ? { value: raw } : { problems: [{ path: '', code: 'invalid_type', message: 'must be an object' }] }
}
