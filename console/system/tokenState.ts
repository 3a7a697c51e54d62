import type { ApiToken } from '../../contract/routes.ts'

export type TokenState = 'valid' | 'expired' | 'revoked'

/** Returns whether a token is valid, expired or revoked. */
export const getState = (
  { revokedAt, expiresAt }: Pick<ApiToken, 'revokedAt' | 'expiresAt'>,
  now: number,
): TokenState => (revokedAt !== null ? 'revoked' : expiresAt <= now ? 'expired' : 'valid')

const soonMs = 14 * 24 * 3_600_000

/** Returns true if a token expires soon, because the program that uses it will then stop working. */
export const endsSoon = (token: Pick<ApiToken, 'revokedAt' | 'expiresAt'>, now: number): boolean =>
  getState(token, now) === 'valid' && token.expiresAt - now < soonMs
