import * as z from 'zod'
import { commonFields } from '../../bindings/index.ts'
import type { AnyComponentType } from '../../components/catalog.ts'
import {
  actionSchema,
  animationSchema,
  bindingSchema,
  coordinateSchema,
  drawingLimits,
  drawingVersion,
  extraFields,
  groupType,
  idSchema,
  layerSchema,
  maxRankLength,
  nameSchema,
  sizeSchema,
} from '../../document/index.ts'
import { forbiddenKeys } from '../../document/model/ids.ts'
import { anyValueSchema } from '../../document/model/schemas.ts'
import { paramTextLength } from '../../document/props/paramValue.ts'
import type { ParamKind } from '../../document/index.ts'
import { linkSchema, symbolSchema, memberPathSchema } from '../../document/symbols/symbolSchemas.ts'
import {
  endPattern,
  markerLinePattern,
  maxMarkers,
  maxStops,
  createFieldSchema,
  tagPattern,
} from '../../schema/index.ts'
import type { Field, Fields, Words } from '../../schema/index.ts'

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * Returns the JSON Schema of a drawing file, derived from the schemas and fields used by the reader, for completion and
 * validation in editors. Rules that a schema cannot express (parents, unique ids, expressions, addresses) are checked
 * by `mimic validate`.
 */
export function documentSchema(types: readonly AnyComponentType[]): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:mimic:drawing:${drawingVersion}`,
    title: 'Mimic drawing',
    description: `A drawing in its stored and exported form. Versions before ${drawingVersion} are migrated when they are read.`,
    type: 'object',
    additionalProperties: false,
    required: ['version', 'components'],
    properties: {
      version: { enum: Array.from({ length: drawingVersion }, (_, i) => i + 1) },
      name: { anyOf: [toJsonSchema(nameSchema), { type: 'null' }] },
      layer: { anyOf: [{ ...toJsonSchema(layerSchema), required: [] }, { type: 'null' }] },
      symbols: { type: 'array', items: { $ref: '#/$defs/symbol' } },
      components: { type: 'array', maxItems: drawingLimits.components, items: { $ref: '#/$defs/component' } },
    },
    $defs: {
      component: componentSchema(types, 'binding', 'action'),
      symbolComponent: componentSchema(types, 'symbolBinding', 'symbolAction'),
      symbol: symbolJson(),
      value: toJsonSchema(anyValueSchema),
      binding: toJsonSchema(bindingSchema),
      symbolBinding: withPlaceholders(toJsonSchema(bindingSchema)),
      animation: toJsonSchema(animationSchema),
      action: toJsonSchema(actionSchema),
      symbolAction: withPlaceholders(toJsonSchema(actionSchema)),
      link: toJsonSchema(linkSchema),
      extras: toObjectSchema(extraFields, { en: 'Extras', zh: '附加属性' }),
      ...Object.fromEntries(types.map((type) => [`${type.type}.props`, toObjectSchema(type.fields, type.words)])),
      ...bindingDefs(types),
    },
  }
}

/** Common part of all components, then properties and bindings by type. Unlisted types are accepted unchanged. */
function componentSchema(types: readonly AnyComponentType[], binding: string, action: string): JsonSchema {
  const own = (type: string, props: unknown, bindings: unknown) =>
    conditional(
      { required: ['type'], properties: { type: { const: type } } },
      { properties: { props, bindings: { items: bindings } } },
    )
  return {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'type', 'x', 'y', 'width', 'height'],
    properties: {
      id: toJsonSchema(idSchema),
      type: {
        type: 'string',
        pattern: '^[a-z][A-Za-z0-9-]{0,39}$',
        not: { enum: [...forbiddenKeys] },
        examples: types.map(({ type }) => type),
      },
      name: toJsonSchema(nameSchema),
      rank: {
        type: 'string',
        description: 'order among siblings; defaults to the order in the file',
        pattern: rankPattern,
        maxLength: maxRankLength,
      },
      parent: { anyOf: [toJsonSchema(idSchema), { type: 'null' }], description: 'id of the parent group' },
      x: toJsonSchema(coordinateSchema),
      y: toJsonSchema(coordinateSchema),
      width: toJsonSchema(sizeSchema),
      height: toJsonSchema(sizeSchema),
      angleDeg: { type: 'number', minimum: -360, maximum: 360, default: 0 },
      flipX: { type: 'boolean', default: false },
      flipY: { type: 'boolean', default: false },
      opacity: { type: 'number', minimum: 0, maximum: 1, default: 1 },
      visible: { type: 'boolean', default: true },
      locked: { type: 'boolean', default: false },
      copies: {
        anyOf: [toJsonSchema(idSchema), { type: 'null' }],
        description: 'id of the first component of its group of copies',
      },
      props: {
        type: 'object',
        propertyNames: { not: { enum: [...forbiddenKeys] } },
        additionalProperties: { $ref: '#/$defs/value' },
      },
      bindings: { type: 'array', maxItems: 64, items: { $ref: `#/$defs/${binding}` } },
      animation: orNull('animation'),
      action: orNull(action),
      extras: { $ref: '#/$defs/extras' },
      link: orNull('link'),
    },
    allOf: [
      own(groupType, { maxProperties: 0 }, { properties: { prop: { enum: Object.keys(commonFields) } } }),
      conditional({ properties: { type: { not: { const: groupType } } } }, { properties: { link: { type: 'null' } } }),
      ...types.map(({ type }) => own(type, { $ref: `#/$defs/${type}.props` }, { $ref: `#/$defs/${type}.bindings` })),
    ],
  }
}

// oxlint-disable-next-line no-thenable -- the word of JSON Schema; it is written to a file and never awaited
const conditional = (condition: unknown, consequence: unknown): JsonSchema => ({ if: condition, then: consequence })

const rankPattern = '^[A-Za-z][0-9A-Za-z]+$'
const orNull = (name: string): JsonSchema => ({ anyOf: [{ $ref: `#/$defs/${name}` }, { type: 'null' }] })

/** A tag parameter may also be a device (`project/device`) instead of a complete tag. */
const devicePattern = '^[a-z0-9][a-z0-9-]{0,62}/[a-z0-9][a-z0-9-]{0,62}$'

/** Schema of a parameter's default, by its kind. */
const paramDefaults = (): Readonly<Record<ParamKind, JsonSchema>> => ({
  tag: { type: 'string', anyOf: [{ maxLength: 0 }, { pattern: tagPattern.source }, { pattern: devicePattern }] },
  text: { type: 'string', maxLength: paramTextLength },
  number: { type: 'number' },
  color: { type: 'string', pattern: anyFill },
  flag: { type: 'boolean' },
})

function symbolJson(): JsonSchema {
  const json = toJsonSchema(symbolSchema)
  const properties = toParts(json['properties'])
  const params = toParts(properties['params'])
  const ofKind = Object.entries(paramDefaults()).map(([kind, value]) =>
    conditional({ required: ['kind'], properties: { kind: { const: kind } } }, { properties: { default: value } }),
  )
  return {
    ...json,
    properties: {
      ...properties,
      params: { ...params, items: { ...toParts(params['items']), allOf: ofKind } },
      components: { type: 'array', minItems: 1, items: { $ref: '#/$defs/symbolComponent' } },
    },
  }
}

function toObjectSchema(fields: Fields, words: Words): JsonSchema {
  return {
    title: words.en,
    description: words.zh,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
  }
}

/** Bindable properties per type and the values of their binding states. Shared fields are defined once. */
function bindingDefs(types: readonly AnyComponentType[]): JsonSchema {
  const defs: Record<string, JsonSchema> = {}
  const cache = new Map<Field, JsonSchema>()
  const getResultSchema = (type: string, name: string, field: Field): JsonSchema => {
    const cached = cache.get(field)
    if (cached) return cached
    const value = { $ref: `#/$defs/${type}.props/properties/${name}` }
    const key = `${type}.${name}.states`
    defs[key] = conditional(
      { properties: { prop: { const: name } } },
      { properties: { via: { properties: { states: { items: { properties: { value } } }, otherwise: value } } } },
    )
    const ref = { $ref: `#/$defs/${key}` }
    cache.set(field, ref)
    return ref
  }
  for (const { type, fields } of types) {
    const bindable = Object.entries(fields).filter(([, field]) => field.bindable)
    defs[`${type}.bindings`] = {
      properties: { prop: { enum: [...bindable.map(([name]) => name), ...Object.keys(commonFields)] } },
      ...(bindable.length > 0 && { allOf: bindable.map(([name, field]) => getResultSchema(type, name, field)) }),
    }
  }
  return defs
}

const hex = '#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?'
const plainFill = `^${hex}$`
const stop = `${hex} (0(\\.\\d{1,4})?|1(\\.0{1,4})?)`
const anyFill = `^(${hex}|([lL][iI][nN][eE][aA][rR]\\(-?\\d{1,3}(\\.\\d{1,3})?,|[rR][aA][dD][iI][aA][lL]\\()(${hex}(,${hex}){1,${maxStops - 1}}|${stop}(,${stop}){1,${maxStops - 1}})\\))$`
/** Inside a symbol a tag may contain parameter placeholders. */
const placeholderTag = '^[^{}]*(\\{[A-Za-z][A-Za-z0-9_]{0,31}\\}[^{}]*)+$'
const tagLine = `[^\\S\\n]*(${tagPattern.source.slice(1, -1)}|[^{}\\n]*(\\{[A-Za-z][A-Za-z0-9_]{0,31}\\}[^{}\\n]*)+)?[^\\S\\n]*`

const markerLine = `${markerLinePattern.source.slice(1, -1).replaceAll('(.*?)', '[^\\n]*?').replaceAll('\\s', '[^\\S\\n]')}|[^\\S\\n]*`

function fieldSchema(field: Field): JsonSchema {
  const unit = field.kind === 'number' && field.unit ? ` (${field.unit})` : ''
  return {
    title: `${field.words.en}${unit}`,
    description: `${field.words.zh}${unit}`,
    ...toJsonSchema(createFieldSchema(field)),
    ...(field.kind === 'color' && { pattern: field.gradient ? anyFill : plainFill }),
    ...(field.kind === 'text' &&
      field.format === 'tag' && {
        anyOf: [{ maxLength: 0 }, { pattern: tagPattern.source }, { pattern: placeholderTag }],
      }),
    ...(field.kind === 'text' && field.format === 'tags' && { pattern: `^${tagLine}(\\n${tagLine})*$` }),
    ...(field.kind === 'text' &&
      field.format === 'markers' && { pattern: `^(${markerLine})?(\\n(${markerLine})?){0,${maxMarkers - 1}}$` }),
    ...(field.kind === 'text' && field.format === 'end' && { pattern: `^$|${endPattern.source}` }),
    ...(field.kind === 'text' && field.format === 'line' && { pattern: '^[^\\n]*$' }),
    default: field.default,
  }
}

/** Zod's JSON Schema, completed with rules that Zod cannot represent (ids, addresses). */
function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === idSchema)
        Object.assign(jsonSchema, {
          type: 'string',
          pattern: '^[A-Za-z0-9_-]{1,64}$',
          not: { enum: [...forbiddenKeys] },
        })
      if (zodSchema === memberPathSchema)
        Object.assign(jsonSchema, { pattern: '^[A-Za-z0-9_-]{1,64}(/[A-Za-z0-9_-]{1,64})*$' })
      if (jsonSchema.pattern === colorSource) jsonSchema.pattern = plainFill
      if (Array.isArray(jsonSchema.prefixItems))
        Object.assign(jsonSchema, { minItems: jsonSchema.prefixItems.length, items: false })
    },
  })
  return json
}

/** Zod omits the flags of a pattern; this one is case-insensitive. */
const colorSource = '^#[0-9a-f]{6}([0-9a-f]{2})?$'

/** The same schema with placeholders allowed in tags. */
function withPlaceholders(json: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, relaxSchema(value)]))
}

function relaxSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relaxSchema)
  if (typeof value !== 'object' || value === null) return value
  if ('pattern' in value && value.pattern === tagPattern.source)
    return { type: 'string', anyOf: [{ pattern: tagPattern.source }, { pattern: placeholderTag }] }
  return withPlaceholders({ ...value })
}

function toParts(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
