import * as z from 'zod'
import { isFill } from './color.ts'
import type { Field, Fields, FieldValue, TextField, Words } from './field.ts'
import { areMarkers } from './markers.ts'
import { safeUrl } from './url.ts'

/** A validation error: path, stable code, and an English message with the limits or expected type. */
export interface Problem {
  readonly path: string
  readonly code: string
  readonly message: string
  /** Text for users, if the message is not sufficient. */
  readonly words?: Words
}

/** Result of reading untrusted data: the validated value, or a list of problems. */
export type Parsed<T> =
  | { readonly value: T; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly Problem[] }

/** Returns the zod schema of a field, the only definition of its validation. */
export function createFieldSchema(field: Field): z.ZodType<FieldValue> {
  switch (field.kind) {
    case 'number':
      return z.number().min(field.min).max(field.max)
    case 'text':
      return createTextSchema(field)
    case 'color':
      return z
        .string()
        .refine(
          (text) => isFill(text, field.gradient),
          field.gradient
            ? 'a fill must be #rrggbb, #rrggbbaa, linear(angle,#rrggbb,#rrggbb) or radial(#rrggbb,#rrggbb), with 2 to 8 colours, each or none followed by its position: linear(0,#rrggbb 0,#rrggbb 0.3,#rrggbb 1)'
            : 'a colour must be #rrggbb or #rrggbbaa',
        )
    case 'flag':
      return z.boolean()
    case 'choice':
      return z.enum(field.options.map((option) => option.value))
    case 'points':
      return z
        .array(z.number().min(-10).max(10))
        .min(4)
        .max(512)
        .refine((list) => list.length % 2 === 0, 'points must be pairs of x and y')
        .readonly()
  }
}

/** Format of a tag: `project/device/point`. */
export const tagPattern = /^[a-z0-9][a-z0-9-]{0,62}\/[a-z0-9][a-z0-9-]{0,62}\/(?:[a-zA-Z][a-zA-Z0-9_]{0,62}|\$state)$/

/**
 * Format of a line's attachment: a component's id and the middle of a side, or fractions of its box to the right and
 * down.
 */
export const endPattern = /^[A-Za-z0-9_-]{1,64}:(?:[nesw]|(?:0(?:\.\d+)?|1(?:\.0+)?),(?:0(?:\.\d+)?|1(?:\.0+)?))$/

/** Whether each line is a tag or empty. An empty line keeps the numbering of the following ones. */
export function areTags(lines: string): boolean {
  return lines.split('\n').every((line) => line.trim() === '' || tagPattern.test(line.trim()))
}

/** A picture embedded in the drawing. SVG is allowed, because an image element runs no scripts. */
const pictureDataPattern = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]*={0,2}$/

/** Returns the address of a picture if it is safe to show (see `safeUrl`) or embedded, otherwise undefined. */
export function safePictureUrl(url: string): string | undefined {
  return pictureDataPattern.test(url) ? url : safeUrl(url)
}

/** Formats apply to texts that are not empty; an empty text represents no value. */
function createTextSchema(field: TextField): z.ZodType<string> {
  const any = z.string().max(field.maxLength)
  switch (field.format) {
    case 'line':
      return any.refine((text) => !text.includes('\n'), 'must be a single line')
    case 'lines':
      return any
    case 'url':
    case 'model':
      return any.refine((text) => safeUrl(text) === text, 'only http(s) URLs and paths on this server are allowed')
    case 'picture':
      return any.refine(
        (text) => safePictureUrl(text) === text,
        'only http(s) URLs, paths on this server and data URLs are allowed',
      )
    case 'json':
      return any.refine((text) => text === '' || isJson(text), 'not valid JSON')
    case 'tag':
      return any.refine((text) => text === '' || tagPattern.test(text), 'a tag must be project/device/point')
    case 'tags':
      return any.refine(areTags, 'tags must be project/device/point, one per line')
    case 'markers':
      return any.refine(areMarkers, 'markers must be a name and three percentages, one per line: Pump 1: 50, 100, 50')
    case 'end':
      return any.refine(
        (text) => text === '' || endPattern.test(text),
        'an end must be a component id with n, e, s, w or two fractions: pump:e, pump:0.5,1',
      )
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // Not an error: the text is not JSON.
    return false
  }
}

/** Returns a strict schema for a set of fields. Every field is optional; an absent one has its default. */
export function createFieldsSchema(fields: Fields) {
  return z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, createFieldSchema(field).optional()])),
  )
}

/**
 * Validates unknown input with a schema. Never throws: errors are returned as problems with their path
 * (`components.3.width`), so that a form can show them next to a control and an import can name the line. `at` is a
 * prefix for the paths.
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
