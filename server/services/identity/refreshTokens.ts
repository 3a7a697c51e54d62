import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * What a browser shows to have a session's token renewed: the count of the renewals and a mark that only this installation can make of
 * session and count. Nothing of it is stored, so that who reads the database renews nothing, and the same one can be told once more to
 * a browser that did not hear it.
 */
export function createRefreshTokens(secret: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'mimic session refreshes', 32))
  const markOf = (session: string, count: number): Buffer => createHmac('sha256', key).update(`${session}:${count}`).digest()
  return {
    give: (session: string, count: number): string => `${count}.${markOf(session, count).toString('base64url')}`,

    /** The count; undefined where this was not made here for that session. */
    countIn(session: string, refresh: string): number | undefined {
      const [, digits = '', mark = ''] = /^(\d{1,9})\.([A-Za-z0-9_-]{43})$/.exec(refresh) ?? []
      const shown = Buffer.from(mark, 'base64url')
      const own = markOf(session, Number(digits))
      return shown.length === own.length && timingSafeEqual(shown, own) ? Number(digits) : undefined
    },
  }
}

export type RefreshTokens = ReturnType<typeof createRefreshTokens>
