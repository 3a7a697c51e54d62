import type { Entity, Row } from '../../contract/entity/define.ts'
import type { EntityValues } from '../../contract/entity/field.ts'
import type { ImportJob, RowEvent } from '../../contract/entity/routes.ts'
import { routesOf } from '../../contract/entity/routes.ts'
import type { Route } from '../../contract/routes.ts'
import type { CallOptions, Client, Sent } from './client.ts'
import type { Query } from './query.ts'

/** What a list shows; the filters are texts as the address has them, several values of one with commas between them. */
export interface EntityQuery {
  readonly page: number
  readonly pageSize: number
  readonly search?: string | undefined
  /** A field's name, with `-` before it for the other direction. */
  readonly sort?: string | undefined
  readonly project?: string | undefined
  readonly filter?: Readonly<Record<string, string>> | undefined
  readonly since?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Of an export: that there are no rows is an answer, not a refusal. */
  readonly orNone?: '1' | undefined
}

export interface EntityPage {
  readonly rows: readonly Row[]
  readonly total: number
  /** There are more than `total`: they were not all counted. */
  readonly atLeast?: boolean
}

export interface EntityOption {
  readonly id: string
  readonly title: string
}

/** The calls of one entity, each checked by its route; a call that the declaration does not allow throws as a fault of ours. */
export interface EntityClient {
  readonly entity: Entity
  list(query: EntityQuery, options?: CallOptions): Promise<EntityPage>
  export(query: Omit<EntityQuery, 'page' | 'pageSize'>, options?: CallOptions): Promise<EntityPage>
  options(query: { readonly project?: string | undefined; readonly search?: string; readonly ids?: readonly string[] }, options?: CallOptions): Promise<readonly EntityOption[]>
  read(id: string, options?: CallOptions): Promise<Row>
  create(values: EntityValues, more: { readonly project?: string | undefined; readonly overwrite?: boolean }, options?: CallOptions): Promise<Row>
  update(row: Pick<Row, 'id' | 'revision'>, values: EntityValues, overwrite: boolean, options?: CallOptions): Promise<Row>
  updateMany(ids: readonly string[], values: EntityValues, overwrite: boolean, options?: CallOptions): Promise<number>
  remove(ids: readonly string[], options?: CallOptions): Promise<void>
  move(id: string, move: string, values: EntityValues, options?: CallOptions): Promise<Row>
  events(id: string, options?: CallOptions): Promise<readonly RowEvent[]>
  importCheck(rows: readonly Readonly<Record<string, string | number | boolean | null>>[], project: string | undefined, options?: CallOptions): Promise<ImportJob>
  importStep(id: string, step: 'read' | 'start' | 'stop', options?: CallOptions): Promise<ImportJob>
}

/** The zone of the clock that a person here looks at: what the dates of his spreadsheet mean. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** What changes no row. */
const readings = new Set(['list', 'export', 'options', 'read', 'events', 'importCheck'])

/** `onWritten` hears of each call that may have changed rows, when it has been answered. */
export function createEntityClient(client: Pick<Client, 'send'>, entity: Entity, onWritten: () => void = () => undefined): EntityClient {
  const routes = routesOf(entity)
  const routeOf = (action: string): Route => {
    const route = routes[action]
    if (!route) throw new Error(`${entity.name} has no ${action}`)
    return route
  }
  // The route's schema has checked the answer by now; what it means, the route's own declaration says.
  const send = async <Answer>(action: string, input: Sent, how?: CallOptions): Promise<Answer> => {
    const answer = await client.send(routeOf(action), input, how) as Answer
    if (!readings.has(action)) onWritten()
    return answer
  }
  const within = (project: string | undefined) => (entity.scope === 'project' ? { project } : {})
  const asked = ({ project, ...query }: Omit<EntityQuery, 'page' | 'pageSize'>): Query => ({ ...query, ...within(project) })
  return {
    entity,
    list: (query, how) => send('list', { query: asked(query) }, how),
    export: (query, how) => send('export', { query: asked(query) }, how),
    options: ({ project, search, ids }, how) => send('options', { query: { ...within(project), search, ids: ids?.join(',') } }, how),
    read: (id, how) => send('read', { params: { id } }, how),
    create: (values, { project, overwrite }, how) => send('create', { body: { ...within(project), values, ...(overwrite ? { overwrite } : {}) } }, how),
    update: ({ id, revision }, values, overwrite, how) =>
      send('update', { params: { id }, body: { values, ...(overwrite ? { overwrite } : {}) } }, { ...how, revision }),
    updateMany: async (ids, values, overwrite, how) => {
      const { changed } = await send<{ changed: number }>('updateMany', { body: { ids, values, ...(overwrite ? { overwrite } : {}) } }, how)
      return changed
    },
    remove: async (ids, how) => {
      const [only] = ids
      if (ids.length === 1 && only !== undefined) await send('remove', { params: { id: only } }, how)
      else await send('removeMany', { body: { ids } }, how)
    },
    move: (id, move, values, how) => send(move, { params: { id }, body: values }, how),
    events: (id, how) => send('events', { params: { id } }, how),
    importCheck: (rows, project, how) => send('importCheck', { body: { ...within(project), rows, zone: ownZone() } }, how),
    importStep: (id, step, how) =>
      send(step === 'read' ? 'importRead' : step === 'start' ? 'importStart' : 'importStop', { params: { id } }, { ...how, headers: { repeatSubmit: false } }),
  }
}
