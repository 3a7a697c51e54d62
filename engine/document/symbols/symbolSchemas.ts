import * as z from 'zod'
import { paramValueLength } from '../props/paramValue.ts'
import { paramNamePattern } from '../props/placeholder.ts'
import {
  actionSchema,
  animationSchema,
  anyValueSchema,
  coordinateSchema,
  bindingSchema,
  idSchema,
  nameSchema,
  sizeSchema,
} from '../model/schemas.ts'
import { forbiddenKeys, isId } from '../model/ids.ts'
import type { Override, ParamValues, SymbolOrigin, SymbolParam } from '../model/symbol.ts'

/** Name of a parameter, used in braces in tags, texts and expressions. */
export const paramNameSchema = z
  .string()
  .regex(paramNamePattern, 'a name must start with a letter and contain only letters, digits or _')
  .refine((name) => !forbiddenKeys.has(name), 'this name is not allowed')
export const paramValuesSchema: z.ZodType<ParamValues> = z.record(
  paramNameSchema,
  z.union([z.string().max(paramValueLength), z.number(), z.boolean()]),
)

const wordsSchema = z.strictObject({ en: z.string().max(200), zh: z.string().max(200) })
const paramBase = { name: paramNameSchema, words: wordsSchema.optional() }

/** The default must match the kind, which is checked when the symbol is read. */
export const paramSchema: z.ZodType<SymbolParam> = z.strictObject({
  ...paramBase,
  kind: z.enum(['tag', 'text', 'number', 'color', 'flag']),
  default: z.union([z.string(), z.number(), z.boolean()]),
})

export const placeSchema = z.strictObject({
  x: coordinateSchema,
  y: coordinateSchema,
  width: sizeSchema,
  height: sizeSchema,
  angleDeg: z.number().min(-360).max(360).default(0),
  flipX: z.boolean().default(false),
  flipY: z.boolean().default(false),
})

const propNameSchema = z
  .string()
  .min(1)
  .max(64)
  .refine((name) => !forbiddenKeys.has(name), 'this key is not allowed')
const changesSchema = z.record(propNameSchema, anyValueSchema.nullable())

export const overrideSchema: z.ZodType<Override> = z.strictObject({
  name: nameSchema.optional(),
  opacity: z.number().min(0).max(1).optional(),
  visible: z.boolean().optional(),
  locked: z.boolean().optional(),
  props: changesSchema.optional(),
  bindings: z.array(bindingSchema).max(64).optional(),
  animation: animationSchema.nullable().optional(),
  action: actionSchema.nullable().optional(),
  extras: changesSchema.optional(),
  params: paramValuesSchema.optional(),
})

/** Component ids in nested symbols, outermost first, joined by `/`. */
export const memberPathSchema = z
  .string()
  .max(1000)
  .refine((path) => path.split('/').every(isId), 'a member must be given by ids joined with /')

export const linkSchema = z.strictObject({
  symbol: idSchema,
  place: placeSchema.optional(),
  params: paramValuesSchema.optional(),
  overrides: z.record(memberPathSchema, overrideSchema).optional(),
})

export const originSchema: z.ZodType<SymbolOrigin> = z.strictObject({
  library: idSchema,
  revision: z
    .int()
    .min(1)
    .max(2 ** 31 - 1),
})

/** A symbol without validation of its components and parameter bindings, which depend on the parameters. */
export const symbolSchema = z.strictObject({
  id: idSchema,
  name: nameSchema.min(1),
  width: sizeSchema,
  height: sizeSchema,
  origin: originSchema.optional(),
  params: z.array(paramSchema).max(64).default([]),
  components: z.unknown(),
  paramProps: z.record(idSchema, z.record(propNameSchema, paramNameSchema)).default({}),
})
