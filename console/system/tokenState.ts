import type { ApiToken } from '../../contract/routes.ts'

export type TokenState = 'valid' | 'expired' | 'revoked'

/** Whether it still opens anything. */
export const stateOf = ({ revokedAt, expiresAt }: Pick<ApiToken, 'revokedAt' | 'expiresAt'>, now: number): TokenState =>
  (revokedAt !== null ? 'revoked' : expiresAt <= now ? 'expired' : 'valid')

const soonMs = 14 * 24 * 3_600_000

/** A program stops when its token does: it should be told in time. */
export const endsSoon = (token: Pick<ApiToken, 'revokedAt' | 'expiresAt'>, now: number): boolean => stateOf(token, now) === 'valid' && token.expiresAt - now < soonMs
