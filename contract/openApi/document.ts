import { entities as declaredEntities } from '../entities.ts'
import type { Entity } from '../entity/define.ts'
import { entitySchemas } from '../entity/jsonSchema.ts'
import type { JsonSchema } from '../entity/jsonSchema.ts'
import { getEntityRoutes } from '../entity/routes.ts'
import type { Route } from '../routes/define.ts'
import { errorResponses, errorSchema } from './errors.ts'
import type { EntityRoute } from './operation.ts'
import { createOperation } from './operation.ts'
import { schemaName } from './entityParts.ts'
import type { OpenApi } from './shape.ts'

/** Generates the OpenAPI document from the route and entity declarations, so it covers every served route. */
export function createOpenApi(
  routes: readonly (readonly [string, Route])[],
  entities: readonly Entity[] = declaredEntities,
): OpenApi {
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  const paths: Record<string, Record<string, JsonSchema>> = {}
  const add = (id: string, route: Route, entityRoute?: EntityRoute): void => {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[route.method.toLowerCase()] = createOperation(id, route, entityRoute)
  }
  for (const [id, route] of routes) add(id, route)
  for (const entity of entities) {
    for (const [action, route] of Object.entries(getEntityRoutes(entity)))
      add(`${entity.name}.${action}`, route, { entity, action })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mimic',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: [
        'The API that the console uses. Sign in with `POST /api/session` or create an API token on the page `/system/api-tokens`, and send the token as `Authorization: Bearer …`.',
        'Every response is `{ code, msg, data }`. An error response has an HTTP status, `error` and, for invalid input, `problems` with the path of each.',
        '使用 `POST /api/session` 登录，或在“API 令牌”页面创建令牌，并以 `Authorization: Bearer …` 发送。',
      ].join('\n\n'),
    },
    servers: [{ url: '/' }],
    tags: [
      ...createTags(routes, byName),
      ...entities.map(({ name, words }) => ({ name, description: `${words.many.en} / ${words.many.zh}` })),
    ],
    security: [{ session: [] }, { token: [] }],
    paths,
    components: {
      schemas: { Error: errorSchema, ...Object.fromEntries(entities.flatMap(createSchemas)) },
      responses: errorResponses,
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'Session token from `POST /api/session`' },
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'mimic_…',
          description: 'API token. Its permissions and projects are set when it is created.',
        },
      },
    },
  }
}

function createSchemas(entity: Entity): [string, JsonSchema][] {
  const { row, create, update } = entitySchemas(entity)
  const name = schemaName(entity)
  if (entity.origin === 'server') return [[name, row]]
  return [
    [name, row],
    [`${name}Values`, create],
    [`${name}Changes`, update],
  ]
}

function createTags(
  routes: readonly (readonly [string, Route])[],
  entities: ReadonlyMap<string, Entity>,
): { name: string; description: string }[] {
  const names = [...new Set(routes.map(([id]) => id.split('.')[0] ?? ''))]
  return names.filter((name) => !entities.has(name)).map((name) => ({ name, description: `Routes of ${name}` }))
}
