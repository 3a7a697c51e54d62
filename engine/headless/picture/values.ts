import * as z from 'zod'
import { quality, TagTable } from '../../bindings/index.ts'
import type { Quality } from '../../bindings/index.ts'
import { parse, tagPattern } from '../../schema/index.ts'
import type { Parsed, Problem } from '../../schema/index.ts'

/** Value of a tag for rendering; NaN if the number is unknown. */
export interface InputValue {
  readonly value: number
  readonly text?: string
  readonly quality: Quality
}

/** Tag values for rendering a picture, by tag. */
export type InputValues = ReadonlyMap<string, InputValue>

const plainSchema = z.union([z.number(), z.string().max(2000), z.boolean(), z.null()])
const qualitySchema = z.enum(['good', 'uncertain', 'bad', 'stale'])
const valuesSchema = z.record(
  z.string().regex(tagPattern, 'a tag must be project/device/point'),
  z.union(
    [plainSchema, z.strictObject({ value: plainSchema.optional(), quality: qualitySchema.optional() })],
    'must be a number, a text, true, false, null, or {value, quality}',
  ),
)

/** Reads a file of values by tag: a number, text, flag, null for unknown, or `{ value, quality }`. */
export function readValues(data: unknown): Parsed<InputValues> {
  const read = parse(valuesSchema, data)
  if (read.problems) return { problems: read.problems }
  return {
    value: new Map(
      Object.entries(read.value).map(([tag, item]) => {
        const isPlain = typeof item !== 'object' || item === null
        return [tag, toInputValue(isPlain ? item : (item.value ?? null), isPlain ? undefined : item.quality)]
      }),
    ),
  }
}

const typedValuePattern = /^([^=]+)=(.*?)(?:@(good|uncertain|bad|stale))?$/s

/**
 * Parses a value from the command line: `factory/pump-01/speed=42`, `…=on@stale`, `…=@bad`. Undefined if it is not one.
 */
export function readTyped(typed: string): readonly [tag: string, value: InputValue] | undefined {
  const [, tag = '', text = '', mark] = typedValuePattern.exec(typed) ?? []
  if (!tagPattern.test(tag) || (mark === undefined && isSlip(text))) return undefined
  return [tag, toInputValue(parsePlain(text), qualitySchema.optional().parse(mark))]
}

/**
 * Detects a mistyped quality mark, which would otherwise be part of a good value: any mark after a number, or one
 * similar to a valid mark. `ops@site` is a text.
 */
function isSlip(text: string): boolean {
  const [, before = '', mark] = /^(.*)@(\w*)$/s.exec(text) ?? []
  return mark !== undefined && (typeof parsePlain(before) !== 'string' || /^(?:goo|unc|bad|sta)/i.test(mark))
}

/** Creates a tag table with the values; all other tags are unreceived, as on a newly opened page. */
export function createTagTable(values: InputValues, atMs: number): TagTable {
  const table = new TagTable()
  for (const [tag, { value, text, quality: mark }] of values) table.write(table.indexOf(tag), value, mark, atMs, text)
  return table
}

/** Formats problems with the name of the file. */
export function inFile(file: string, problems: readonly Problem[]): string[] {
  return problems.map(({ path, code, message }) => `${file}: ${path === '' ? '' : `${path}: `}${message} [${code}]`)
}

function parsePlain(text: string): string | number | boolean | null {
  if (text === '') return null
  if (text === 'true' || text === 'false') return text === 'true'
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

/** An unknown value without a quality is bad, so that it does not look good. */
function toInputValue(plain: string | number | boolean | null, mark: keyof typeof quality | undefined): InputValue {
  if (plain === null) return { value: NaN, quality: quality[mark ?? 'bad'] }
  const marked = quality[mark ?? 'good']
  return typeof plain === 'string'
    ? { value: NaN, text: plain, quality: marked }
    : { value: Number(plain), quality: marked }
}
