import type { Entity, Row } from '../../../contract/entity/define.ts'
import { getRequiredRole, hasOwnerRole, mayChangeAuthored } from '../../../contract/entity/owner.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { useStores } from '../../stores/root.ts'
import { getValue } from './screenConfig.ts'

/** Returns whether the account may call an action of the entity, in `project` or, without one, in any project. */
export function useRights(entity: Entity): (action: string, project?: string) => boolean {
  const { session } = useStores()
  const routes = getEntityRoutes(entity)
  return (action, project) => {
    const route = routes[action]
    return route !== undefined && session.mayCall(route.policy, project)
  }
}

/** Same for one row. A row owned by a project can be changed only by its managers. */
export function useRowRights(entity: Entity): (action: string, row: Row) => boolean {
  const { session } = useStores()
  const may = useRights(entity)
  const { owner, privacy } = entity
  return (action, row) => {
    if (!may(action, row.project)) return false
    const { account } = session
    if (account && !mayChangeAuthored(entity, account, row.project ?? '', row.createdBy === account.name)) return false
    if (
      owner === undefined ||
      account === null ||
      hasOwnerRole(account, getValue(row, owner), getRequiredRole(entity, action))
    )
      return true
    // A private row without a project belongs to its author.
    return (
      privacy !== undefined &&
      getValue(row, privacy) === false &&
      typeof getValue(row, owner) !== 'string' &&
      row.createdBy === account.name
    )
  }
}
