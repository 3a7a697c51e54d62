import { errors as faults, jwtVerify } from 'jose'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../database/index.ts'

/** Trusted systems with their signing secrets. */
export type SingleSignOnApps = ReadonlyMap<string, string>

/**
 * Verifies tokens of other systems: HS256 with that system's secret, addressed to it (`aud`), short-lived and used
 * once. The algorithm in the token's header is not trusted.
 */
export function createSingleSignOn(db: Db, apps: SingleSignOnApps, now: () => number = Date.now) {
  return {
    /** Returns the account name of the token (`sub`), or undefined if it is invalid. */
    async verifyToken(appKey: string, jwt: string): Promise<string | undefined> {
      const secret = apps.get(appKey)
      if (secret === undefined) return undefined
      const at = now()
      const payload = await verifyJwt(jwt, secret, appKey, at)
      if (!payload || !(await isFirstUse(db, appKey, payload.jti, new Date(payload.exp * 1000), new Date(at))))
        return undefined
      return payload.sub
    },
  }
}

export type SingleSignOn = ReturnType<typeof createSingleSignOn>

async function verifyJwt(
  jwt: string,
  secret: string,
  appKey: string,
  now: number,
): Promise<{ sub: string; jti: string; exp: number } | undefined> {
  try {
    const {
      payload: { sub, jti, exp, aud },
    } = await jwtVerify(jwt, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      audience: appKey,
      requiredClaims: ['exp', 'sub', 'jti'],
      currentDate: new Date(now),
    })
    if (aud !== appKey || typeof sub !== 'string' || typeof jti !== 'string' || typeof exp !== 'number')
      return undefined
    if (
      jti === '' ||
      jti.length > jtiLength ||
      /[\p{Cc}\p{Cs}]/u.test(jti) ||
      exp * 1000 - now > limits.signIn.maxJwtLifetimeMs
    )
      return undefined
    return { sub, jti, exp }
  } catch (cause) {
    if (cause instanceof faults.JOSEError || cause instanceof TypeError || cause instanceof SyntaxError)
      return undefined
    throw cause
  }
}

const jtiLength = 200

/** Recorded until the token expires. */
async function isFirstUse(db: Db, app: string, jti: string, expires_at: Date, now: Date): Promise<boolean> {
  await db.deleteFrom('single_sign_on').where('expires_at', '<', now).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('single_sign_on')
    .values({ app, jti, expires_at })
    .onConflict((conflict) => conflict.columns(['app', 'jti']).doNothing())
    .executeTakeFirstOrThrow()
  return Boolean(numInsertedOrUpdatedRows)
}
