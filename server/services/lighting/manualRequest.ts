import { sql } from 'kysely'
import type { LightSetting } from '../../../contract/lighting/lampTypes.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../database/index.ts'
import type { RequestContext } from '../base/requestContext.ts'
import { createFault } from '../entities/validationErrors.ts'
import type { OverrideRequest } from './strategies/overrides.ts'

/** A light requested by a user, with its end (milliseconds since 1970; absent: next point) and reason. */
export interface ManualBody extends LightSetting {
  readonly until?: number | null | undefined
  readonly reason?: string | undefined
}

/** Makes a manual setting of a request. Throws if its end is past or too far away. */
export function toOverrideRequest(
  { session }: RequestContext,
  { until = null, reason = '', ...setting }: ManualBody,
  scene: number | null,
  now: number,
): OverrideRequest {
  if (until !== null && (until <= now || until > now + limits.lighting.overrideMs))
    throw new ApiError('input.invalid', {
      problems: [
        createFault('until', 'range', {
          en: 'The end must be in the future, within 31 days',
          zh: '结束时间应在未来 31 天之内',
        }),
      ],
    })
  return { account: session.accountId, by: session.name, reason, scene, until, setting }
}

/** Returns true if the call with this idempotency key already has its audit entry. A retry then writes none. */
export async function isAudited(db: Db, { session }: RequestContext, object: string, key: string): Promise<boolean> {
  const {
    rows: [line],
  } =
    await sql`select 1 from audit where object = ${object} and who = ${session.name} and content::jsonb ->> 'key' = ${key} limit 1`.execute(
      db,
    )
  return line !== undefined
}
