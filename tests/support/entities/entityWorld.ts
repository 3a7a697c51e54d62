import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { entities as declared } from '../../../contract/entities.ts'
import { entityTable } from '../../../server/database/entities/entityColumns.ts'
import { insertRows } from '../../../server/database/entities/entityRows.ts'
import type { Tables } from '../../../server/database/tables/tables.ts'
import { newId } from '../../../server/services/entities/ids.ts'
import type { Reply, Request } from '../server/api.ts'
import { callRoute, signIn, testPassword } from '../server/api.ts'
import { count } from '../counts.ts'
import { validValues } from './entityBodies.ts'
import { sampleEntities } from './sampleEntities.ts'
import { type RunningServer, startServer, type StartedServer } from '../server/server.ts'

/** Entity sets of the suites: test entities with every kind of field, and all declared entities. */
export const entitySets: readonly {
  readonly name: string
  readonly main: string
  readonly entities: readonly Entity[]
}[] = [
  { name: 'the samples', main: 'tests/support/server/sampleServer.ts', entities: sampleEntities },
  ...(declared.length > 0 ? [{ name: 'what is declared', main: 'server/main.ts', entities: declared }] : []),
]

/** The daily run uses only the declared entities where the samples are a variant of them. */
export const mainEntitySets = entitySets.slice(count({ daily: -1, full: 0 }))

export const project = 'tunnel'

/** Requirements of services beyond the declaration: an existing drawing, a strong password, a mail receiver. */
const extraValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  project: { drawing: null },
  account: { password: testPassword, role: 'operator', projects: [] },
  template: { receivers: 'ann@example.com' },
  trend: { definition: '{"pens":[]}' },
}

/** A running server with some entities, and functions to create their rows. */
export interface EntityWorld {
  readonly server: RunningServer
  readonly admin: string
  readonly entities: readonly Entity[]
  /** Calls an entity route by its action, as administrator unless a token is given. */
  callEntity<T = Row>(entity: Entity, action: string, request?: Request): Promise<Reply<T>>
  /** Returns a valid body for `create` and creates the rows it must refer to. */
  body(entity: Entity, n: number): Promise<{ readonly values: Record<string, unknown>; readonly project?: string }>
  /** Creates a row by its route, or directly in the database if only the server writes it, with some given values. */
  make(entity: Entity, own?: Readonly<Record<string, unknown>>): Promise<string>
  /** Closes the database connection, and stops the server started for this world. */
  stop(): Promise<void>
}

/** A world on a dedicated server. */
export type StartedWorld = EntityWorld & { readonly server: StartedServer }

export async function startEntityWorld({
  main,
  entities,
  env = {},
}: {
  readonly main: string
  readonly entities: readonly Entity[]
  readonly env?: Readonly<Record<string, string>>
}): Promise<StartedWorld> {
  const server = await startServer({ main, env })
  const world = entityWorldOn(server, await signIn(server), entities)
  return {
    ...world,
    server,
    stop: async () => {
      await world.stop()
      await server.stop()
    },
  }
}

/** Creates a world on a running server. */
export function entityWorldOn(server: RunningServer, admin: string, entities: readonly Entity[]): EntityWorld {
  const rowIds = new Map<string, string>()
  let draws = 0
  const pool = new Pool({ ...server.database, max: 1 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

  const world: EntityWorld = {
    server,
    admin,
    entities,
    callEntity: (entity, action, request = {}) => {
      const route = getEntityRoutes(entity)[action]
      if (!route) throw new Error(`${entity.name} has no ${action}`)
      return callRoute(server, route, { token: admin, ...request })
    },
    async body(entity, n) {
      for (const field of Object.values(entity.fields)) {
        if ((field.kind !== 'ref' && field.kind !== 'refs') || !field.required || rowIds.has(field.to)) continue
        rowIds.set(field.to, await world.make(entityNamed(field.to)))
      }
      const values = { ...validValues(entity, n, (to) => rowIds.get(to)), ...extraValues[entity.name] }
      // Exclusive references must not repeat in the next row.
      for (const [name, field] of Object.entries(entity.fields))
        if ((field.kind === 'ref' || field.kind === 'refs') && field.exclusive && !field.required) delete values[name]
      return { ...(entity.scope === 'project' ? { project } : {}), values }
    },
    async make(entity, own = {}) {
      const n = ++draws
      if (entity.origin === 'server' && entity.custom !== true) {
        const table = entityTable(entity, (text) => text)
        const id = newId()
        const initial = entity.lifecycle ? { [entity.lifecycle.field]: entity.lifecycle.initial } : {}
        const values = { ...validValues(entity, n, (to) => rowIds.get(to), 'all'), ...initial, ...own }
        await insertRows(
          db,
          table,
          [{ id, project: entity.scope === 'project' ? project : '', values: values as Record<string, string> }],
          { at: new Date(), by: 'test' },
        )
        return id
      }
      const { values, ...within } = await world.body(entity, n)
      const { status, data, bad, text } = await world.callEntity(entity, 'create', {
        body: { ...within, values: { ...values, ...own }, overwrite: true },
      })
      // Fields with few possible values (areas have 99 numbers) may repeat a value, so try again.
      if (bad.error === 'entity.taken' && draws < maxDraws) return world.make(entity, own)
      if (status !== 200) throw new Error(`${entity.name} could not be made: ${text}`)
      return data.id
    },
    stop: () => db.destroy(),
  }
  const entityNamed = (name: string): Entity => {
    const found = entities.find((entity) => entity.name === name)
    if (!found) throw new Error(`there is no entity ${name}`)
    return found
  }
  return world
}

const maxDraws = 10_000
