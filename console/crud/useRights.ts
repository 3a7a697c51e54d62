import type { Entity, Row } from '../../contract/entity/define.ts'
import { mayOwn, roleFor } from '../../contract/entity/owner.ts'
import { routesOf } from '../../contract/entity/routes.ts'
import { useStores } from '../stores/root.ts'
import { valueOf } from './screenConfig.ts'

/** Which of an entity's routes this account may call; what it may not is not offered. With a project, there; else anywhere. */
export function useRights(entity: Entity): (action: string, project?: string) => boolean {
  const { session } = useStores()
  const routes = routesOf(entity)
  return (action, project) => {
    const route = routes[action]
    return route !== undefined && session.mayCall(route.policy, project)
  }
}

/** The same of one row, which a project may own: then its managers alone change it. */
export function useRowRights(entity: Entity): (action: string, row: Row) => boolean {
  const { session } = useStores()
  const may = useRights(entity)
  const { owner, privacy } = entity
  return (action, row) => {
    if (!may(action, row.project)) return false
    const { account } = session
    if (owner === undefined || account === null || mayOwn(account, valueOf(row, owner), roleFor(entity, action))) return true
    // A private row of no project is its author's.
    return privacy !== undefined && valueOf(row, privacy) === false && typeof valueOf(row, owner) !== 'string' && row.createdBy === account.name
  }
}
