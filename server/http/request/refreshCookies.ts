import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Cookies with the refresh tokens of sessions. They are not readable by scripts and are sent only by pages of this
 * server.
 */
export interface RefreshCookies {
  get(session: string): string | undefined
  set(session: string, refresh: string, until: number): void
  clear(session: string): void
  /** Session ids of the cookies in the request, up to a limit. */
  readonly sessions: readonly string[]
}

/**
 * Manages one cookie per session, because the tabs of a browser may be signed in with different accounts. With TLS the
 * name has the `__Secure-` prefix; browsers reject it without TLS, so a plain name is used there. The path limits the
 * cookie to the session routes: cookies ignore ports, so other servers on this host would otherwise receive it
 * (`__Host-` would require the root path).
 */
export function refreshCookies(request: FastifyRequest, reply: FastifyReply): RefreshCookies {
  const isSecure = request.protocol === 'https'
  const getName = (session: string): string => `${isSecure ? '__Secure-' : ''}mimic-${session}`
  const set = (session: string, value: string, maxAge: number): void => {
    void reply.header(
      'set-cookie',
      stringifySetCookie({
        name: getName(session),
        value,
        path,
        maxAge,
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure,
      }),
    )
  }
  const read = () => parseCookie(request.headers.cookie ?? '')
  return {
    get: (session) => read()[getName(session)],
    set: (session, refresh, until) => set(session, refresh, Math.max(1, Math.ceil((until - Date.now()) / 1000))),
    clear: (session) => set(session, '', 0),
    get sessions() {
      return Object.keys(read())
        .flatMap((name) => /^(?:__Secure-)?mimic-([0-9a-f-]{36})$/.exec(name)?.[1] ?? [])
        .slice(0, maxSessions)
    },
  }
}

const path = '/api/session'
const maxSessions = 100
