import * as z from 'zod'
import type { Field, Fields, FieldValue } from './field.ts'

/** One thing wrong with an input: where, what (a stable code) and the value's limits or kind in plain English. */
export interface Problem {
  readonly path: string
  readonly code: string
  readonly message: string
}

export type Parsed<T> =
  | { readonly value: T; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly Problem[] }

const colorPattern = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i

/** The zod schema of one field: the single source of every check of its values. */
export function schemaOfField(field: Field): z.ZodType<FieldValue> {
  switch (field.kind) {
    case 'number': return z.number().min(field.min).max(field.max)
    case 'text': return z.string().max(field.maxLength)
    case 'color': return z.string().regex(colorPattern, 'a colour is #rrggbb or #rrggbbaa')
    case 'flag': return z.boolean()
    case 'choice': return z.enum(field.options.map((option) => option.value))
    case 'points': return z.array(z.number().min(-10).max(10)).min(4).max(512).refine((list) => list.length % 2 === 0, 'x and y in pairs').readonly()
  }
}

/** The strict schema of a set of fields, every one optional: what is absent has its default. */
export function schemaOfFields(fields: Fields) {
  return z.strictObject(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOfField(field).optional()])))
}

/**
 * Reads an unknown input by a schema. Never throws: what is wrong comes back as problems, each with its place
 * (`components.3.width`), so that a form can show it beside its control and an import can name the line.
 */
export function parse<T>(schema: z.ZodType<T>, input: unknown, at = ''): Parsed<T> {
  const read = schema.safeParse(input)
  if (read.success) return { value: read.data }
  return {
    problems: read.error.issues.map((issue) => ({
      path: [at, ...issue.path.map(String)].filter(Boolean).join('.'),
      code: issue.code,
      message: issue.message,
    })),
  }
}
