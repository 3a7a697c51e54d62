import { mayDo, mayIn } from '../../../../contract/access.ts'
import { entityOf } from '../../../../contract/entities.ts'
import { routesOf } from '../../../../contract/entity/routes.ts'
import type { AlarmSource } from '../../../../contract/routes.ts'
import type { Caller } from '../../caller.ts'
import type { Facility } from '../directory.ts'

/** What an alarm's device speaks for: null where that is nothing any more, or nothing that the caller may look at. */
export function sourceFor({ session }: Caller, facility: Facility | undefined): AlarmSource | null {
  if (!facility) return null
  const { kind, id, title, project } = facility
  const policy = routesOf(entityOf(kind))['read']?.policy
  const maySee = policy && mayIn(session, policy, project) && (policy.permission === undefined || mayDo(session.permissions, policy.permission))
  return maySee ? { kind, id, title } : null
}
