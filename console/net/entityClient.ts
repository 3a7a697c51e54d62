import type { Entity, Row } from '../../contract/entity/define.ts'
import type { EntityValues } from '../../contract/entity/field.ts'
import type { ImportJob, RowEvent } from '../../contract/entity/routes.ts'
import { getEntityRoutes } from '../../contract/entity/routes.ts'
import type { Route } from '../../contract/routes.ts'
import type { CallOptions, Client, Sent } from './client.ts'
import type { Query } from './query.ts'

/** Query of a list. Filters are strings as in the URL; several values are separated by commas. */
export interface EntityQuery {
  readonly page: number
  readonly pageSize: number
  readonly search?: string | undefined
  /** Field name; prefix `-` for descending order. */
  readonly sort?: string | undefined
  readonly project?: string | undefined
  readonly filter?: Readonly<Record<string, string>> | undefined
  readonly since?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Export only: return an empty result instead of an error if there are no rows. */
  readonly orNone?: '1' | undefined
}

export interface EntityPage {
  readonly rows: readonly Row[]
  readonly total: number
  /** There are more than `total` rows; counting stopped at a limit. */
  readonly atLeast?: boolean
}

export interface EntityOption {
  readonly id: string
  readonly title: string
}

/**
 * API of one entity. Responses are validated by the routes. Throws an Error for actions that the entity does not
 * declare.
 */
export interface EntityClient {
  readonly entity: Entity
  list(query: EntityQuery, options?: CallOptions): Promise<EntityPage>
  export(query: Omit<EntityQuery, 'page' | 'pageSize'>, options?: CallOptions): Promise<EntityPage>
  options(
    query: { readonly project?: string | undefined; readonly search?: string; readonly ids?: readonly string[] },
    options?: CallOptions,
  ): Promise<readonly EntityOption[]>
  read(id: string, options?: CallOptions): Promise<Row>
  create(
    values: EntityValues,
    more: { readonly project?: string | undefined; readonly overwrite?: boolean },
    options?: CallOptions,
  ): Promise<Row>
  update(
    row: Pick<Row, 'id' | 'revision'>,
    values: EntityValues,
    overwrite: boolean,
    options?: CallOptions,
  ): Promise<Row>
  updateMany(ids: readonly string[], values: EntityValues, overwrite: boolean, options?: CallOptions): Promise<number>
  remove(ids: readonly string[], options?: CallOptions): Promise<void>
  move(id: string, move: string, values: EntityValues, options?: CallOptions): Promise<Row>
  events(id: string, options?: CallOptions): Promise<readonly RowEvent[]>
  importCheck(
    rows: readonly Readonly<Record<string, string | number | boolean | null>>[],
    project: string | undefined,
    options?: CallOptions,
  ): Promise<ImportJob>
  importStep(id: string, step: 'read' | 'start' | 'stop', options?: CallOptions): Promise<ImportJob>
}

/** Time zone of the browser, used to interpret dates in imported spreadsheets. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Actions that change no rows. */
const readings = new Set(['list', 'export', 'options', 'read', 'events', 'importCheck'])

/** Creates the client of an entity. `onWritten` is called after each successful call that can change rows. */
export function createEntityClient(
  client: Pick<Client, 'send'>,
  entity: Entity,
  onWritten: () => void = () => undefined,
): EntityClient {
  const routes = getEntityRoutes(entity)
  const getRoute = (action: string): Route => {
    const route = routes[action]
    if (!route) throw new Error(`${entity.name} has no ${action}`)
    return route
  }
  // The route's schema has validated the response; its type follows from the route's declaration.
  const send = async <Answer>(action: string, input: Sent, how?: CallOptions): Promise<Answer> => {
    const answer = (await client.send(getRoute(action), input, how)) as Answer
    if (!readings.has(action)) onWritten()
    return answer
  }
  const within = (project: string | undefined) => (entity.scope === 'project' ? { project } : {})
  const toQuery = ({ project, ...query }: Omit<EntityQuery, 'page' | 'pageSize'>): Query => ({
    ...query,
    ...within(project),
  })
  return {
    entity,
    list: (query, how) => send('list', { query: toQuery(query) }, how),
    export: (query, how) => send('export', { query: toQuery(query) }, how),
    options: ({ project, search, ids }, how) =>
      send('options', { query: { ...within(project), search, ids: ids?.join(',') } }, how),
    read: (id, how) => send('read', { params: { id } }, how),
    create: (values, { project, overwrite }, how) =>
      send('create', { body: { ...within(project), values, ...(overwrite ? { overwrite } : {}) } }, how),
    update: ({ id, revision }, values, overwrite, how) =>
      send('update', { params: { id }, body: { values, ...(overwrite ? { overwrite } : {}) } }, { ...how, revision }),
    updateMany: async (ids, values, overwrite, how) => {
      const { changed } = await send<{ changed: number }>(
        'updateMany',
        { body: { ids, values, ...(overwrite ? { overwrite } : {}) } },
        how,
      )
      return changed
    },
    remove: async (ids, how) => {
      const [only] = ids
      if (ids.length === 1 && only !== undefined) await send('remove', { params: { id: only } }, how)
      else await send('removeMany', { body: { ids } }, how)
    },
    move: (id, move, values, how) => send(move, { params: { id }, body: values }, how),
    events: (id, how) => send('events', { params: { id } }, how),
    importCheck: (rows, project, how) =>
      send('importCheck', { body: { ...within(project), rows, zone: ownZone() } }, how),
    importStep: (id, step, how) =>
      send(
        step === 'read' ? 'importRead' : step === 'start' ? 'importStart' : 'importStop',
        { params: { id } },
        { ...how, headers: { repeatSubmit: false } },
      ),
  }
}
