import type { Entity } from '../../../contract/entity/define.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Route } from '../../../contract/routes.ts'
import type { EntityService, ListQuery, PageQuery } from '../../services/entities/index.ts'
import type { RowChunks, SheetRow } from '../../services/entities/rowChunks.ts'
import type { AnyRouteRequest, AnyHandler } from '../routeHandler.ts'

/**
 * Request data as the handlers read it. The schema of the route has validated it; the loop over all entities only loses
 * the type.
 */
interface RequestData {
  readonly id: string
  readonly ids: readonly string[]
  readonly project: string
  readonly values: unknown
  readonly overwrite: boolean | undefined
  readonly rows: readonly SheetRow[] | RowChunks
  readonly zone: string | undefined
}

export interface EntityHandlerParts {
  readonly entities: readonly Entity[]
  readonly getService: (name: string) => EntityService
  readonly isProject: (id: string) => Promise<boolean>
}

/** Creates a handler for each route of each entity. */
export function createEntityHandlers({ entities, getService, isProject }: EntityHandlerParts): {
  routes: Readonly<Record<string, Route>>
  handlers: Readonly<Record<string, AnyHandler>>
} {
  const routes: Record<string, Route> = {}
  const handlers: Record<string, AnyHandler> = {}
  for (const entity of entities) {
    const service = getService(entity.name)
    for (const [action, route] of Object.entries(getEntityRoutes(entity))) {
      routes[`${entity.name}.${action}`] = route
      handlers[`${entity.name}.${action}`] = createHandler(service, action, isProject)
    }
  }
  return { routes, handlers }
}

type Answer = Extract<AnyHandler, { kind: 'own' }>['answer']
type ListResponse = Extract<AnyHandler, { kind: 'list' }>['answer']

function createHandler(service: EntityService, action: string, isProject: EntityHandlerParts['isProject']): AnyHandler {
  const isInProjects = service.entity.scope === 'project'
  const list = (answer: ListResponse): AnyHandler =>
    isInProjects ? { kind: 'list', answer } : { kind: 'own', answer: (call, caller) => answer(call, caller, undefined) }
  const object = (
    answer: Answer,
    project = (call: AnyRouteRequest) => service.findProject(getParams(call).id),
  ): AnyHandler => (isInProjects ? { kind: 'object', project, answer } : { kind: 'own', answer })
  const objects = (answer: Answer): AnyHandler =>
    isInProjects
      ? {
          kind: 'objects',
          answer,
          projects: async (call) => {
            const { ids } = getBody(call)
            const projects = await service.findProjects(ids)
            return ids.map((id) => projects.get(id))
          },
        }
      : { kind: 'own', answer }
  const inProject = (answer: Answer): AnyHandler =>
    object(answer, async (call) => {
      const { project } = getBody(call)
      return (await isProject(project)) ? project : undefined
    })
  const forJob = (answer: Answer): AnyHandler =>
    object(answer, (call) => Promise.resolve(getImports(service).findProject(getParams(call).id)))
  switch (action) {
    case 'list':
      return list((call, caller, projects) => service.list({ ...(call.query as PageQuery), projects }, caller))
    case 'export':
      return list(async (call, caller, projects) => {
        const { orNone, ...query } = call.query as Omit<ListQuery, 'projects'> & { readonly orNone?: string }
        try {
          return await service.export({ ...query, projects }, caller)
        } catch (cause) {
          if (orNone !== undefined && cause instanceof ApiError && cause.error === 'export.empty')
            return { rows: [], total: 0 }
          throw cause
        }
      })
    case 'options':
      return list((call, caller, projects) => {
        const { ids, ...query } = call.query as {
          readonly ids?: string
          readonly project?: string
          readonly search?: string
        }
        return service.options(
          { ...query, projects, ids: ids === undefined ? undefined : ids.split(',').filter((id) => rowId.test(id)) },
          caller,
        )
      })
    case 'read':
      return object((call, caller) => service.read(getParams(call).id, caller))
    case 'events':
      return object((call, caller) => service.events(getParams(call).id, caller))
    case 'create':
      return inProject((call, caller) => service.create(caller, getBody(call)))
    case 'update':
      return object((call, caller) => service.update(caller, getParams(call).id, call.revision, getBody(call)))
    case 'updateMany':
      return objects((call, caller) => service.updateMany(caller, getBody(call).ids, getBody(call)))
    case 'remove':
      return object((call, caller) => service.remove(caller, getParams(call).id))
    case 'removeMany':
      return objects((call, caller) => service.removeMany(caller, getBody(call).ids))
    case 'importCheck':
      return inProject((call, caller) =>
        getImports(service).check(caller, getBody(call).project, getBody(call).rows, getBody(call).zone),
      )
    case 'importRead':
      return forJob((call, caller) => getImports(service).read(caller, getParams(call).id))
    case 'importStart':
      return forJob((call, caller) => getImports(service).start(caller, getParams(call).id))
    case 'importStop':
      return forJob((call, caller) => getImports(service).stop(caller, getParams(call).id))
    default:
      return object((call, caller) => service.move(caller, getParams(call).id, action, call.body))
  }
}

const rowId = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

function getImports(service: EntityService): NonNullable<EntityService['imports']> {
  if (!service.imports) throw new Error(`${service.entity.name} declares imports and its service has none`)
  return service.imports
}

const getParams = ({ params }: AnyRouteRequest): RequestData => params as RequestData
const getBody = ({ body }: AnyRouteRequest): RequestData => body as RequestData
