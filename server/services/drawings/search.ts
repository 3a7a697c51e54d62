import { hasPermission, canAccess } from '../../../contract/access.ts'
import type { Entity } from '../../../contract/entity/define.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { limits } from '../../../contract/limits.ts'
import type { Route } from '../../../contract/routes.ts'
import { routes } from '../../../contract/routes.ts'
import type { SearchResult } from '../../../contract/routes/search.ts'
import { findableEntities } from '../../../contract/routes/search.ts'
import type { RequestContext, Session } from '../base/requestContext.ts'
import type { Drawings } from './index.ts'
import type { EntityService } from '../entities/index.ts'
import { toText } from '../entities/values.ts'

interface SearchParts {
  readonly drawings: Drawings
  readonly entities: readonly Entity[]
  readonly getService: (name: string) => EntityService
}

/** Global search by name. Each entity is searched through its list route with that route's permissions. */
export function createSearch({ drawings, entities, getService }: SearchParts) {
  const kinds = findableEntities.flatMap((kind) => {
    const entity = entities.find(({ name }) => name === kind)
    const list = entity && getEntityRoutes(entity)['list']
    return entity && list ? [{ kind, entity, list }] : []
  })
  const page = { page: 1, pageSize: limits.list.foundOfKind }

  const findDrawings = async (caller: RequestContext, search: string): Promise<readonly SearchResult[]> => {
    const scope = getScope(routes['drawing.list'], caller.session)
    if (!scope) return []
    const { rows } = await drawings.list(caller, { ...page, search, projects: scope.projects })
    return rows.map(({ id, name, project }) => ({ kind: 'drawing', id, title: name, detail: '', project }))
  }

  const findRows = async (
    caller: RequestContext,
    search: string,
    { kind, entity, list }: (typeof kinds)[number],
  ): Promise<readonly SearchResult[]> => {
    const scope = getScope(list, caller.session)
    if (!scope) return []
    const { rows } = await getService(kind).list({ ...page, search, projects: scope.projects }, caller)
    return rows.map((row) => {
      const values = entity.list.search
        .filter((field) => field !== entity.title)
        .map((field) => toText(row[field] ?? null) ?? '')
        .filter((text) => text !== '')
      const detail = values.find((text) => text.toLowerCase().includes(search.toLowerCase())) ?? values[0] ?? ''
      return {
        kind,
        id: row.id,
        title: toText(row[entity.title] ?? null) ?? row.id,
        detail,
        project: row.project ?? '',
      }
    })
  }

  return {
    async find(caller: RequestContext, text: string): Promise<readonly SearchResult[]> {
      const search = text.trim()
      const found = await Promise.all([
        findDrawings(caller, search),
        ...kinds.map((kind) => findRows(caller, search, kind)),
      ])
      return found.flat()
    },
  }
}

export type Search = ReturnType<typeof createSearch>

/** Projects in which the session may use a list (undefined: all); null: not permitted. */
function getScope(
  { policy }: Pick<Route, 'policy'>,
  session: Session,
): { readonly projects: readonly string[] | undefined } | null {
  if (policy.permission !== undefined && !hasPermission(session.permissions, policy.permission)) return null
  if (policy.scope !== 'project') return policy.roles.includes(session.role) ? { projects: undefined } : null
  return {
    projects:
      session.role === 'super'
        ? undefined
        : session.projects.filter(({ id }) => canAccess(session, policy, id)).map(({ id }) => id),
  }
}
