import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * Refresh tokens: the renewal count with a MAC over session and count. They are not stored, so read access to the
 * database is not enough to renew, and the same one can be sent again if the response was lost.
 */
export function createRefreshTokens(secret: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'mimic session refreshes', 32))
  const sign = (session: string, count: number): Buffer =>
    createHmac('sha256', key).update(`${session}:${count}`).digest()
  return {
    create: (session: string, count: number): string => `${count}.${sign(session, count).toString('base64url')}`,

    /** Returns the renewal count, or undefined for an invalid token. */
    verify(session: string, refresh: string): number | undefined {
      const [, digits = '', signature = ''] = /^(\d{1,9})\.([A-Za-z0-9_-]{43})$/.exec(refresh) ?? []
      const presented = Buffer.from(signature, 'base64url')
      const expected = sign(session, Number(digits))
      return presented.length === expected.length && timingSafeEqual(presented, expected) ? Number(digits) : undefined
    },
  }
}

export type RefreshTokens = ReturnType<typeof createRefreshTokens>
