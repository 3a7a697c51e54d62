import { canCall } from '../../../../contract/access.ts'
import { getEntity } from '../../../../contract/entities.ts'
import { getEntityRoutes } from '../../../../contract/entity/routes.ts'
import type { AlarmSource } from '../../../../contract/routes.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import type { Facility } from '../facilityIndex.ts'

/** The facility of an alarm's device; null if there is none or the caller may not read it. */
export function findSource({ session }: RequestContext, facility: Facility | undefined): AlarmSource | null {
  if (!facility) return null
  const { kind, id, title, project } = facility
  const policy = getEntityRoutes(getEntity(kind))['read']?.policy
  return policy && canCall(session, policy, project) ? { kind, id, title } : null
}
