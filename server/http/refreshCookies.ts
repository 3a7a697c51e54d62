import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a browser keeps for us to renew a session's token: out of reach of every script, and sent by no page but our own. */
export interface RefreshCookies {
  of(session: string): string | undefined
  keep(session: string, refresh: string, until: number): void
  forget(session: string): void
  /** Those that came with the request, as many as are worth asking about. */
  readonly sessions: readonly string[]
}

/**
 * A cookie for each session, for the tabs of one browser may be signed in as several people. By TLS it can be set by nobody without
 * it (`__Secure-`); without, where browsers refuse that, it goes by a plain name. Only the routes of sessions are told it:
 * cookies do not know ports, and whatever else runs on this host would be sent it with every picture and page (`__Host-` would ask for that).
 */
export function refreshCookies(request: FastifyRequest, reply: FastifyReply): RefreshCookies {
  const isSecure = request.protocol === 'https'
  const nameOf = (session: string): string => `${isSecure ? '__Secure-' : ''}mimic-${session}`
  const set = (session: string, value: string, seconds: number): void => {
    void reply.header('set-cookie', `${nameOf(session)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`)
  }
  return {
    of: (session) => (request.headers.cookie ?? '').split(';').map((part) => part.trim().split('=')).find(([name]) => name === nameOf(session))?.[1],
    keep: (session, refresh, until) => set(session, refresh, Math.max(1, Math.ceil((until - Date.now()) / 1000))),
    forget: (session) => set(session, '', 0),
    get sessions() {
      return [...(request.headers.cookie ?? '').matchAll(/(?:^|;\s*)(?:__Secure-)?mimic-([0-9a-f-]{36})=/g)].map(([, session = '']) => session).slice(0, mostSessions)
    },
  }
}

const path = '/api/session'
const mostSessions = 100
