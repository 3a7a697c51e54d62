import type { Entity } from './define.ts'
import { formFields, storedFields } from './define.ts'
import type { Condition, EntityField, EntityFields, EntityTextFormat, Words } from './field.ts'

/** JSON Schema, draft 2020-12, limited to the keywords used here. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** The JSON Schemas of one entity. */
export interface EntitySchemas {
  /** A row in a response. */
  readonly row: JsonSchema
  /** Values of a create request. Missing values get their defaults. */
  readonly create: JsonSchema
  /** Values of an update request. Missing values remain unchanged. */
  readonly update: JsonSchema
}

/** Converts an entity declaration to JSON Schema: English titles, Chinese words in the descriptions. */
export function entitySchemas(entity: Entity): EntitySchemas {
  const created = formFields(entity, 'create')
  const requiredNames = created
    .filter(([, field]) => field.required && field.default === null && !field.when)
    .map(([name]) => name)
  return {
    row: {
      type: 'object',
      title: entity.words.one.en,
      description: entity.words.one.zh,
      properties: { ...frame(entity), ...createProperties(storedFields(entity), createResponseSchema) },
      required: [
        'id',
        'revision',
        ...(entity.scope === 'project' ? ['project'] : []),
        'createdAt',
        'createdBy',
        'updatedAt',
        'updatedBy',
        'titles',
      ],
    },
    create: {
      type: 'object',
      title: `${entity.words.one.en}: values`,
      additionalProperties: false,
      properties: createProperties(created, createRequestSchema),
      ...(requiredNames.length > 0 ? { required: requiredNames } : {}),
    },
    update: {
      type: 'object',
      title: `${entity.words.one.en}: changes`,
      additionalProperties: false,
      properties: createProperties(formFields(entity, 'update'), createRequestSchema),
    },
  }
}

/** Schema of the fields that a transition requests. */
export const moveSchema = (words: Words, fields: EntityFields = {}): JsonSchema => ({
  type: 'object',
  title: words.en,
  description: words.zh,
  additionalProperties: false,
  properties: createProperties(Object.entries(fields), createRequestSchema),
})

/** Schema of a field's value in a response. */
function createResponseSchema(field: EntityField): JsonSchema {
  if (field.kind === 'secret')
    return { type: 'boolean', description: 'True if a secret is set. The secret itself is never returned.' }
  return field.kind === 'flag' || ('default' in field && Array.isArray(field.default))
    ? createValueSchema(field)
    : nullable(createValueSchema(field))
}

/** Schema of a field's value in a request body. */
function createRequestSchema(field: EntityField): JsonSchema {
  const schema = createValueSchema(field)
  return {
    ...(field.kind === 'flag' || field.required ? schema : nullable(schema)),
    ...(field.default === null ? {} : { default: field.default }),
    ...(field.kind === 'secret' ? { writeOnly: true } : {}),
  }
}

function createProperties(
  fields: readonly (readonly [string, EntityField])[],
  toSchema: (field: EntityField) => JsonSchema,
): JsonSchema {
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const schema = toSchema(field)
      const parts = [
        field.words.zh,
        field.help?.en,
        schema['description'],
        formatOptions(field),
        formatWhen(field),
      ].filter((part) => typeof part === 'string' && part !== '')
      return [
        name,
        {
          title: field.words.en,
          ...schema,
          description: parts.join('. '),
          ...(field.readOnly === true ? { readOnly: true } : {}),
        },
      ]
    }),
  )
}

function createValueSchema(field: EntityField): JsonSchema {
  switch (field.kind) {
    case 'text':
      return { type: 'string', minLength: field.minLength, maxLength: field.maxLength, ...formats[field.format] }
    case 'secret':
      return { type: 'string', minLength: field.minLength, maxLength: field.maxLength, format: 'password' }
    case 'number':
      return {
        type: field.integer ? 'integer' : 'number',
        minimum: field.min,
        maximum: field.max,
        ...(field.unit ? { 'x-unit': field.unit } : {}),
      }
    case 'flag':
      return { type: 'boolean' }
    case 'choice': {
      const values = field.options.map(({ value }) => value)
      const types = [...new Set(values.map((value) => (typeof value === 'number' ? 'number' : 'string')))]
      // A dictionary of the installation adds options.
      if (field.dictionary !== undefined)
        return { type: [...new Set([...types, 'string'])], 'x-dictionary': field.dictionary }
      return { type: types.length === 1 ? types[0] : types, enum: values }
    }
    case 'choices':
      return {
        type: 'array',
        uniqueItems: true,
        items: { type: 'string', enum: field.options.map(({ value }) => value) },
      }
    case 'instant':
      return { type: 'integer', format: 'int64', description: 'Milliseconds since 1970' }
    case 'ref':
      return { type: 'string', pattern: rowId, 'x-refers-to': field.to }
    case 'refs':
      return { type: 'array', maxItems: field.max, items: { type: 'string', pattern: rowId }, 'x-refers-to': field.to }
    case 'files':
      return {
        type: 'array',
        maxItems: field.max,
        description: `Files uploaded before: ${field.extensions.join(', ')}, at most ${field.maxBytes} bytes each`,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['id', 'name'],
          properties: { id: { type: 'string', pattern: rowId }, name: { type: 'string', maxLength: 200 } },
        },
      }
    case 'rows': {
      const requiredNames = Object.entries(field.fields)
        .filter(([, inner]) => inner.required && inner.default === null && !inner.when)
        .map(([name]) => name)
      return {
        type: 'array',
        minItems: field.min,
        maxItems: field.max,
        items: {
          type: 'object',
          additionalProperties: false,
          properties: createProperties(Object.entries(field.fields), createRequestSchema),
          ...(requiredNames.length > 0 ? { required: requiredNames } : {}),
        },
      }
    }
    case 'live':
      return { type: 'number', readOnly: true, ...(field.unit ? { 'x-unit': field.unit } : {}) }
  }
}

const rowId = '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'

const plantPattern = '^[a-z0-9][a-z0-9-]{0,62}$'

/** The same checks as `read.ts`. Checks that no pattern can express are described in words. */
const formats: Readonly<Record<EntityTextFormat, JsonSchema>> = {
  line: {},
  lines: { description: 'Multi-line text' },
  json: { description: 'A JSON text', contentMediaType: 'application/json' },
  code: { pattern: String.raw`^[\w.:-]+$` },
  drawing: { pattern: String.raw`^[\w.:-]+$` },
  plantName: { pattern: plantPattern },
  plantDevice: { pattern: plantPattern },
  scriptId: { pattern: '^[A-Za-z][A-Za-z0-9]*$' },
  phone: { pattern: String.raw`^\+?[0-9][0-9 ()-]{4,18}[0-9]$` },
  email: { format: 'email' },
  url: { format: 'uri-reference' },
  cron: { description: 'A cron expression' },
  topic: {
    description: 'Up to 32 levels, exactly one of them {device}. Must not contain + # $ or start with p/ or mimic/',
  },
  tag: { description: 'project/device/point' },
  time: { pattern: String.raw`^([01]\d|2[0-3]):[0-5]\d$` },
  date: { pattern: String.raw`^(\d{4}-)?\d{2}-\d{2}$`, description: 'MM-DD of each year, or YYYY-MM-DD' },
  endpoint: { format: 'uri' },
  rtsp: { format: 'uri', pattern: '^rtsps?://[^/@]+(/|$)' },
  address: { pattern: '^[0-9A-Za-z.:_-]+$' },
}

function formatOptions(field: EntityField): string | undefined {
  if (field.kind !== 'choice' && field.kind !== 'choices') return undefined
  return field.options.map(({ value, words }) => `${value}: ${words.en} / ${words.zh}`).join('; ')
}

const formatWhen = ({ when: condition }: EntityField): string | undefined =>
  condition && `Only if ${formatCondition(condition)}`
const formatCondition = ({ field, is, and, or }: Condition): string =>
  `${field} is ${is.join(' or ')}${and ? ` and ${formatCondition(and)}` : ''}${or ? `, or ${formatCondition(or)}` : ''}`

function nullable(schema: JsonSchema): JsonSchema {
  const { type } = schema
  if (Array.isArray(schema['enum']))
    return {
      ...schema,
      type: Array.isArray(type) ? [...type, 'null'] : [type, 'null'],
      enum: [...schema['enum'], null],
    }
  return { ...schema, type: Array.isArray(type) ? [...type, 'null'] : [type, 'null'] }
}

const instantSchema = { type: 'integer', format: 'int64', description: 'Milliseconds since 1970', readOnly: true }

function frame({ scope }: Entity): JsonSchema {
  return {
    id: { type: 'string', pattern: rowId, readOnly: true },
    revision: {
      type: 'integer',
      minimum: 1,
      readOnly: true,
      description: 'Incremented by every change. Send it in If-Match when you update.',
    },
    ...(scope === 'project' ? { project: { type: 'string' } } : {}),
    createdAt: instantSchema,
    createdBy: { type: 'string', readOnly: true },
    updatedAt: instantSchema,
    updatedBy: { type: 'string', readOnly: true },
    titles: {
      type: 'object',
      additionalProperties: { type: 'string' },
      readOnly: true,
      description: 'Titles of the referenced rows by id',
    },
  }
}
