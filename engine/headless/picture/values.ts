import * as z from 'zod'
import { quality, TagTable } from '../../bindings/index.ts'
import type { Quality } from '../../bindings/index.ts'
import { parse, tagPattern } from '../../schema/index.ts'
import type { Parsed, Problem } from '../../schema/index.ts'

/** What a tag is given for a picture. A number that is not known is NaN. */
export interface GivenValue {
  readonly value: number
  readonly text?: string
  readonly quality: Quality
}

export type GivenValues = ReadonlyMap<string, GivenValue>

const plainSchema = z.union([z.number(), z.string().max(2000), z.boolean(), z.null()])
const qualitySchema = z.enum(['good', 'uncertain', 'bad', 'stale'])
const valuesSchema = z.record(
  z.string().regex(tagPattern, 'a tag is project/device/point'),
  z.union([plainSchema, z.strictObject({ value: plainSchema.optional(), quality: qualitySchema.optional() })], 'a number, a text, true, false, null, or {value, quality}'),
)

/** Reads a file of values: by tag a number, a text, a flag, null for unknown, or `{ value, quality }`. */
export function readValues(data: unknown): Parsed<GivenValues> {
  const read = parse(valuesSchema, data)
  if (read.problems) return { problems: read.problems }
  return {
    value: new Map(Object.entries(read.value).map(([tag, item]) => {
      const isPlain = typeof item !== 'object' || item === null
      return [tag, given(isPlain ? item : item.value ?? null, isPlain ? undefined : item.quality)]
    })),
  }
}

const typedValue = /^([^=]+)=(.*?)(?:@(good|uncertain|bad|stale))?$/s

/** One value as it is typed: `factory/pump-01/speed=42`, `…=on@stale`, `…=@bad`. Undefined: it is none. */
export function readTyped(typed: string): readonly [tag: string, value: GivenValue] | undefined {
  const [, tag = '', text = '', mark] = typedValue.exec(typed) ?? []
  if (!tagPattern.test(tag) || (mark === undefined && isSlip(text))) return undefined
  return [tag, given(plainOf(text), qualitySchema.optional().parse(mark))]
}

/** Whether a mark was meant that there is none of, which would be shown as a good value: one behind a number, or nearly one of the four. `ops@site` is a text. */
function isSlip(text: string): boolean {
  const [, before = '', mark] = /^(.*)@(\w*)$/s.exec(text) ?? []
  return mark !== undefined && (typeof plainOf(before) !== 'string' || /^(?:goo|unc|bad|sta)/i.test(mark))
}

/** A table that has received the values; every other tag was never received, as on a page just opened. */
export function tableOf(values: GivenValues, atMs: number): TagTable {
  const table = new TagTable()
  for (const [tag, { value, text, quality: mark }] of values) table.write(table.indexOf(tag), value, mark, atMs, text)
  return table
}

/** Problems of values with the name of the file they came from. */
export function inFile(file: string, problems: readonly Problem[]): string[] {
  return problems.map(({ path, code, message }) => `${file}: ${path === '' ? '' : `${path}: `}${message} [${code}]`)
}

function plainOf(text: string): string | number | boolean | null {
  if (text === '') return null
  if (text === 'true' || text === 'false') return text === 'true'
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

/** What is not known and not marked is bad: a value that is not there must not look good. */
function given(plain: string | number | boolean | null, mark: keyof typeof quality | undefined): GivenValue {
  if (plain === null) return { value: NaN, quality: quality[mark ?? 'bad'] }
  const marked = quality[mark ?? 'good']
  return typeof plain === 'string' ? { value: NaN, text: plain, quality: marked } : { value: Number(plain), quality: marked }
}
