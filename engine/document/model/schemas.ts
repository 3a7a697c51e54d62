import * as z from 'zod'
import { isId } from './ids.ts'
import { backgroundLength, coordinateLimit, nameLength } from '../values/limits.ts'
import { colorPattern, safePictureUrl, safeUrl, tagPattern } from '../../schema/index.ts'
import type { Action, Animation, Binding, Id, Layer, Via } from './component.ts'
import type { FieldValue } from '../../schema/index.ts'

export const idSchema = z.custom<Id>(isId, 'an id must be 1 to 64 letters, digits, - or _')
export const coordinateSchema = z.number().min(-coordinateLimit).max(coordinateLimit)
export const sizeSchema = z.number().min(0).max(coordinateLimit)
export const nameSchema = z.string().max(nameLength)

/** Any value that a field can have; used for properties of unknown types. */
export const anyValueSchema: z.ZodType<FieldValue> = z.union([
  z.number(),
  z.string().max(20_000),
  z.boolean(),
  z.array(z.number()).max(512).readonly(),
])

const urlSchema = z.string().transform((url, context) => {
  const safe = safeUrl(url)
  if (safe !== undefined) return safe
  context.addIssue({ code: 'custom', message: 'only http(s) URLs and paths on this server are allowed' })
  return z.NEVER
})
/** A URL or a data URL, so that an uploaded background can be embedded in the drawing. */
const pictureSchema = z
  .string()
  .max(backgroundLength)
  .transform((picture, context) => {
    const safe = safePictureUrl(picture)
    if (safe !== undefined) return safe
    context.addIssue({ code: 'custom', message: 'only http(s) URLs, paths on this server and data URLs are allowed' })
    return z.NEVER
  })
const colorSchema = z.string().regex(colorPattern, 'a colour must be #rrggbb or #rrggbbaa')
const tagSchema = z.string().regex(tagPattern, 'a tag must be project/device/point')
const periodSchema = z.number().min(50).max(3_600_000)
const popupSize = z.number().min(50).max(10_000).optional()

export const layerSchema: z.ZodType<Layer> = z.strictObject({
  backgroundName: nameSchema,
  backColor: colorSchema,
  backgroundImage: pictureSchema,
  widthHeightRatio: z.number().min(0).max(1000),
  width: z.number().min(1).max(100_000),
  height: z.number().min(1).max(100_000),
  dragZoom: z.boolean(),
  theme: z.enum(['muted', 'vivid']),
})

const viaSchema: z.ZodType<Via> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('value'),
    scale: z.number().optional(),
    offset: z.number().optional(),
    decimals: z.int().min(0).max(10).optional(),
    unit: z.string().max(20).optional(),
  }),
  z.strictObject({
    kind: z.literal('range'),
    from: z.tuple([z.number(), z.number()]),
    to: z.tuple([z.number(), z.number()]),
  }),
  z.strictObject({
    kind: z.literal('states'),
    states: z.array(z.strictObject({ min: z.number(), max: z.number(), value: anyValueSchema })).max(64),
    otherwise: anyValueSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('expression'), source: z.string().min(1).max(500) }),
])

export const bindingSchema: z.ZodType<Binding> = z.strictObject({
  prop: z.string().min(1).max(64),
  tag: tagSchema,
  via: viaSchema,
})

/** A binding whose `via` has already been validated in another binding. */
export const knownBindingSchema = z.strictObject({ prop: z.string().min(1).max(64), tag: tagSchema, via: z.unknown() })

export const animationSchema: z.ZodType<Animation> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('showHide'), periodMs: periodSchema }),
  z.strictObject({ kind: z.literal('blink'), periodMs: periodSchema }),
  z.strictObject({ kind: z.literal('rotate'), periodMs: periodSchema, direction: z.literal([1, -1]) }),
  z.strictObject({ kind: z.literal('slide'), periodMs: periodSchema, dx: coordinateSchema, dy: coordinateSchema }),
])

const openSchema = z.enum(['current', 'window', 'popup'])

export const actionSchema: z.ZodType<Action> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('link'), url: urlSchema, open: openSchema, width: popupSize, height: popupSize }),
  z.strictObject({
    kind: z.literal('drawing'),
    drawing: z
      .string()
      .max(64)
      .regex(/^[A-Za-z0-9_-]*$/, 'not a valid drawing id'),
    open: openSchema,
    width: popupSize,
    height: popupSize,
  }),
  z.strictObject({ kind: z.literal('switch'), tag: tagSchema, on: z.number(), off: z.number() }),
  z.strictObject({ kind: z.literal('write'), tag: tagSchema, value: z.number().nullable() }),
])
