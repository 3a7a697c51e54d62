import * as z from 'zod'
import type { Entity } from '../entity/define.ts'
import type { JsonSchema } from '../entity/jsonSchema.ts'
import type { Route } from '../routes/define.ts'
import { limits } from '../limits.ts'
import { getTokenPermission } from '../tokens.ts'
import { createResponseSchema, entityBody, entitySummary } from './entityParts.ts'
import { errorResponseRefs } from './errors.ts'

/**
 * The entity and action of a route. Needed for detailed schemas, because the route's own schema declares a row as a
 * record.
 */
export interface EntityRoute {
  readonly entity: Entity
  readonly action: string
}

/** Returns the OpenAPI operation of a route. */
export function createOperation(id: string, route: Route, entityRoute: EntityRoute | undefined): JsonSchema {
  const { policy } = route
  const body = (entityRoute && entityBody(entityRoute)) ?? (route.body && toJsonSchema(route.body, 'input'))
  const permission = getTokenPermission(id, route)
  return {
    operationId: entityRoute ? `${entityRoute.entity.area}.${id}` : id,
    tags: [id.split('.')[0]],
    summary: entityRoute ? entitySummary(entityRoute) : formatSummary(id),
    description: formatAccess(route, permission),
    ...(policy.public ? { security: [] } : permission === undefined ? { security: [{ session: [] }] } : {}),
    ...(permission === undefined ? {} : { 'x-permission': permission }),
    ...(policy.public ? {} : { 'x-roles': policy.roles }),
    parameters: createParameters(route),
    ...(route.multipart
      ? { requestBody: fileBody }
      : body
        ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } }
        : {}),
    responses: { 200: createSuccessResponse(route, entityRoute), ...errorResponseRefs(getStatuses(route)) },
  }
}

/** Converts a zod schema to JSON Schema. Checks implemented in code are omitted. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const cached = schemaCache[io].get(schema)
  if (cached) return cached
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { unrepresentable: 'any', io })
  // zod marks frozen lists as readOnly. In OpenAPI, readOnly would forbid clients to send them.
  const cleaned = JSON.parse(
    JSON.stringify(json, (key, value: unknown) => (key === 'readOnly' ? undefined : value)),
  ) as JsonSchema
  schemaCache[io].set(schema, cleaned)
  return cleaned
}

/** Cached, because the entity routes share most of their schemas. */
const schemaCache = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() }

/** Parameters that arrive as text but are validated as numbers. */
const paging: Readonly<Record<string, JsonSchema>> = {
  page: { type: 'integer', minimum: 1, maximum: limits.list.maxPage, default: limits.list.page },
  pageSize: { type: 'integer', enum: limits.list.pageSizes, default: limits.list.pageSize },
}

const fileBody: JsonSchema = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      },
    },
  },
}

function createSuccessResponse(route: Route, entityRoute: EntityRoute | undefined): JsonSchema {
  if (route.blob) return { description: 'The file as an attachment', content: { 'application/octet-stream': {} } }
  const data =
    (entityRoute && createResponseSchema(entityRoute)) ?? (route.answer && toJsonSchema(route.answer, 'output'))
  if (route.raw)
    return { description: 'Returned without an envelope', content: { [route.raw]: { schema: data ?? {} } } }
  const envelopeFields = Object.fromEntries(
    Object.keys(route.envelopeFields ?? {}).map((name) => [name, { type: 'string' }]),
  )
  return {
    description: 'Done',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['code', 'msg', 'data'],
          properties: {
            code: { const: 200 },
            msg: { type: 'string' },
            ...envelopeFields,
            data: data ?? { type: 'null' },
          },
        },
      },
    },
  }
}

function createParameters(route: Route): JsonSchema[] {
  const named = (schema: z.ZodType | undefined, place: 'path' | 'query'): JsonSchema[] => {
    if (!schema) return []
    const { properties, required } = toJsonSchema(schema, 'input')
    const requiredNames = Array.isArray(required) ? required : []
    return Object.entries(isRecord(properties) ? properties : {}).map(([name, part]) => ({
      name,
      in: place,
      required: place === 'path' || requiredNames.includes(name),
      schema: paging[name] ?? part,
      ...(isRecord(part) && part['type'] === 'object' ? { style: 'deepObject', explode: true } : {}),
    }))
  }
  const header = (name: string, description: string): JsonSchema => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  return [
    ...named(route.params, 'path'),
    ...named(route.query, 'query'),
    ...(route.ifMatch ? [header('If-Match', 'Revision that is changed, in double quotes')] : []),
    ...(route.idempotent
      ? [header('Idempotency-Key', 'A repeated request with the same key and body returns the first response')]
      : []),
  ]
}

function getStatuses({ policy, params, body, query, ifMatch, idempotent, multipart, method }: Route): number[] {
  return [
    ...(query || body || multipart ? [400] : []),
    ...(policy.public ? [] : [401, 403]),
    ...(params || policy.scope === 'project' ? [404] : []),
    ...(method === 'GET' ? [] : [409]),
    ...(ifMatch ? [412, 428] : []),
    ...(body || multipart ? [413, 415] : []),
    ...(idempotent ? [409] : []),
    429,
    500,
    503,
    ...(method === 'GET' ? [] : [507]),
  ]
}

function formatAccess({ policy }: Route, permission: string | undefined): string {
  if (policy.public) return 'No sign-in required.'
  const where = policy.scope === 'project' ? ' in the project concerned' : ''
  const token = permission === undefined ? 'Not available to API tokens.' : `API tokens require \`${permission}\`.`
  return `For ${policy.roles.join(', ')}${where}. ${token}${policy.limit ? ` At most ${policy.limit.perMinute} calls per minute.` : ''}`
}

/** Converts `drawing.setComponentPassword` to `Drawing: set component password`. */
function formatSummary(id: string): string {
  const [owner = '', action = ''] = id.split('.')
  const words = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${owner.charAt(0).toUpperCase()}${words(owner.slice(1))}: ${words(action)}`
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
