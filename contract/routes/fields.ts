import { isId } from '@mimic/engine/document'
import * as z from 'zod'
import { limits } from '../limits.ts'
import { passwordText } from '../passwords.ts'
import { telemetryLimits } from '../telemetry/limits.ts'
import { isName, parseTag } from '../telemetry/tags.ts'

/** Name of a project, device or gateway, as in topics. */
export const plantName = z.string().refine(isName, 'lowercase letters, digits and hyphens')

/** `project/device/point`. */
export const tagPath = z.string().refine((tag) => parseTag(tag) !== null, 'project/device/point')

/** Id of an object. Always text, so that long digits are never rounded. */
export const objectId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'letters, digits, hyphens and underscores')

/** Id of a component in a drawing. */
export const componentId = z
  .string()
  .refine((id): boolean => isId(id), '1 to 64 letters, digits, hyphens or underscores')

export const componentPassword = passwordText(limits.componentPassword)

/** Value of a command: a number, or a text without control characters and incomplete surrogate pairs. */
export const commandValue = z.union([
  z.number(),
  z
    .string()
    .max(telemetryLimits.frame.textLength)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'without control characters'),
])

/** Milliseconds since 1970 in a query string. */
export const instantText = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,16}$/, 'milliseconds')
      .transform(Number),
  ])
  .pipe(z.number().int().min(0).max(8.64e15))

/** User-given name, displayed as plain text: any printable characters, no control characters. */
export const displayName = (length: number) =>
  z
    .string()
    .min(1)
    .max(length)
    .refine((name) => name.trim() !== '' && !/\p{Cc}/u.test(name), 'not blank and without control characters')

/** Multi-line text, displayed as plain text. */
export const plainText = (length: number) =>
  z
    .string()
    .max(length)
    .refine((text) => !/[^\P{Cc}\n]/u.test(text), 'without control characters but line breaks')

/** A small picture embedded as a data URL, so that no external resource is loaded. */
export const embeddedPicture = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, 'a PNG, JPEG or WebP picture as a data URL')

/** Lower-case ASCII only, so that no two accounts look alike. */
export const accountName = z
  .string()
  .regex(/^[a-z][a-z0-9._-]{1,31}$/, 'a lowercase letter, then lowercase letters, digits, dots, hyphens or underscores')

export const newPassword = passwordText(limits.password)

/** A password entered to sign in. Its minimum length is not checked here. */
export const enteredPassword = passwordText({ min: 1, max: limits.password.max })

const whole = z
  .string()
  .regex(/^[0-9]{1,7}$/, 'an integer')
  .transform(Number)

/** Paging parameters of a list query. They arrive as text. */
export const pageQuery = {
  page: z.union([whole, z.number()]).pipe(z.number().int().min(1).max(limits.list.maxPage)).default(limits.list.page),
  pageSize: z
    .union([whole, z.number()])
    .pipe(z.literal([...limits.list.pageSizes]))
    .default(limits.list.pageSize),
}

/** PostgreSQL text cannot contain NUL or lone surrogates. */
export const searchText = z
  .string()
  .max(limits.list.searchLength)
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'without control characters')

/** List response: one page and the total number of rows. */
export const definePage = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row).readonly(), total: z.number() })

/** Milliseconds since 1970. */
export const instant = z.number()
