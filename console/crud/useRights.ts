import type { Entity } from '../../contract/entity/define.ts'
import { routesOf } from '../../contract/entity/routes.ts'
import { useStores } from '../stores/root.ts'

/** Which of an entity's routes this account may call; what it may not is not offered. With a project, there; else anywhere. */
export function useRights(entity: Entity): (action: string, project?: string) => boolean {
  const { session } = useStores()
  const routes = routesOf(entity)
  return (action, project) => {
    const route = routes[action]
    return route !== undefined && session.mayCall(route.policy, project)
  }
}
