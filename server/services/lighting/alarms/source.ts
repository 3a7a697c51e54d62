import { canCall } from '../../../../contract/access.ts'
import { entityOf } from '../../../../contract/entities.ts'
import { routesOf } from '../../../../contract/entity/routes.ts'
import type { AlarmSource } from '../../../../contract/routes.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import type { Facility } from '../facilityIndex.ts'

/** What an alarm's device speaks for: null where that is nothing any more, or nothing that the caller may look at. */
export function sourceFor({ session }: RequestContext, facility: Facility | undefined): AlarmSource | null {
  if (!facility) return null
  const { kind, id, title, project } = facility
  const policy = routesOf(entityOf(kind))['read']?.policy
  return policy && canCall(session, policy, project) ? { kind, id, title } : null
}
