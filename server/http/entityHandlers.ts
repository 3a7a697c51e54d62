import type { Entity } from '../../contract/entity/define.ts'
import { routesOf } from '../../contract/entity/routes.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Route } from '../../contract/routes.ts'
import type { EntityService, ListAsked, PageAsked } from '../services/entities/index.ts'
import type { RowChunks, SheetRow } from '../services/entities/rowChunks.ts'
import type { AnyRouteRequest, AnyHandler } from './routeHandler.ts'

/**
 * Request data as the handlers read it. The schema of the route has validated it; the loop over all entities only loses
 * the type.
 */
interface Sent {
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
  readonly serviceOf: (name: string) => EntityService
  readonly isProject: (id: string) => Promise<boolean>
}

/** Creates a handler for each route of each entity. */
export function createEntityHandlers({ entities, serviceOf, isProject }: EntityHandlerParts): { routes: Readonly<Record<string, Route>>; handlers: Readonly<Record<string, AnyHandler>> } {
  const routes: Record<string, Route> = {}
  const handlers: Record<string, AnyHandler> = {}
  for (const entity of entities) {
    const service = serviceOf(entity.name)
    for (const [action, route] of Object.entries(routesOf(entity))) {
      routes[`${entity.name}.${action}`] = route
      handlers[`${entity.name}.${action}`] = handlerOf(service, action, isProject)
    }
  }
  return { routes, handlers }
}

type Answer = Extract<AnyHandler, { kind: 'own' }>['answer']
type ListAnswer = Extract<AnyHandler, { kind: 'list' }>['answer']

function handlerOf(service: EntityService, action: string, isProject: EntityHandlerParts['isProject']): AnyHandler {
  const isInProjects = service.entity.scope === 'project'
  const list = (answer: ListAnswer): AnyHandler => (isInProjects ? { kind: 'list', answer } : { kind: 'own', answer: (call, caller) => answer(call, caller, undefined) })
  const object = (answer: Answer, project = (call: AnyRouteRequest) => service.projectOf(paramsOf(call).id)): AnyHandler =>
    (isInProjects ? { kind: 'object', project, answer } : { kind: 'own', answer })
  const objects = (answer: Answer): AnyHandler => (isInProjects
    ? {
        kind: 'objects', answer,
        projects: async (call) => {
          const { ids } = bodyOf(call)
          const projects = await service.projectsOf(ids)
          return ids.map((id) => projects.get(id))
        },
      }
    : { kind: 'own', answer })
  const inProject = (answer: Answer): AnyHandler => object(answer, async (call) => {
    const { project } = bodyOf(call)
    return await isProject(project) ? project : undefined
  })
  const ofJob = (answer: Answer): AnyHandler => object(answer, (call) => Promise.resolve(importsOf(service).projectOf(paramsOf(call).id)))
  switch (action) {
    case 'list': return list((call, caller, projects) => service.list({ ...call.query as PageAsked, projects }, caller))
    case 'export': return list(async (call, caller, projects) => {
      const { orNone, ...query } = call.query as Omit<ListAsked, 'projects'> & { readonly orNone?: string }
      try {
        return await service.export({ ...query, projects }, caller)
      } catch (cause) {
        if (orNone !== undefined && cause instanceof ApiError && cause.error === 'export.empty') return { rows: [], total: 0 }
        throw cause
      }
    })
    case 'options': return list((call, caller, projects) => {
      const { ids, ...query } = call.query as { readonly ids?: string; readonly project?: string; readonly search?: string }
      return service.options({ ...query, projects, ids: ids === undefined ? undefined : ids.split(',').filter((id) => rowId.test(id)) }, caller)
    })
    case 'read': return object((call, caller) => service.read(paramsOf(call).id, caller))
    case 'events': return object((call, caller) => service.events(paramsOf(call).id, caller))
    case 'create': return inProject((call, caller) => service.create(caller, bodyOf(call)))
    case 'update': return object((call, caller) => service.update(caller, paramsOf(call).id, call.revision, bodyOf(call)))
    case 'updateMany': return objects((call, caller) => service.updateMany(caller, bodyOf(call).ids, bodyOf(call)))
    case 'remove': return object((call, caller) => service.remove(caller, paramsOf(call).id))
    case 'removeMany': return objects((call, caller) => service.removeMany(caller, bodyOf(call).ids))
    case 'importCheck': return inProject((call, caller) => importsOf(service).check(caller, bodyOf(call).project, bodyOf(call).rows, bodyOf(call).zone))
    case 'importRead': return ofJob((call, caller) => importsOf(service).read(caller, paramsOf(call).id))
    case 'importStart': return ofJob((call, caller) => importsOf(service).start(caller, paramsOf(call).id))
    case 'importStop': return ofJob((call, caller) => importsOf(service).stop(caller, paramsOf(call).id))
    default: return object((call, caller) => service.move(caller, paramsOf(call).id, action, call.body))
  }
}

const rowId = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

function importsOf(service: EntityService): NonNullable<EntityService['imports']> {
  if (!service.imports) throw new Error(`${service.entity.name} declares imports and its service has none`)
  return service.imports
}

const paramsOf = ({ params }: AnyRouteRequest): Sent => params as Sent
const bodyOf = ({ body }: AnyRouteRequest): Sent => body as Sent
