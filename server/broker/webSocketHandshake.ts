import type { IncomingMessage } from 'node:http'

/** The HTTP status with which a WebSocket is refused, or null where it is welcome. */
export function rejectionStatus(request: IncomingMessage, origins: readonly string[] | undefined): string | null {
  const [path] = (request.url ?? '').split('?', 1)
  if (path !== '/mqtt') return '404 Not Found'
  return isOriginAllowed(request, origins) ? null : '403 Forbidden'
}

/** A page of another site must not speak with a signed-in person's token; programs send no Origin. */
function isOriginAllowed({ headers: { origin, host } }: IncomingMessage, origins: readonly string[] | undefined): boolean {
  if (origin === undefined) return true
  if (origins !== undefined) return origins.includes(origin)
  return URL.canParse(origin) && URL.canParse(`http://${host}`) && new URL(origin).hostname === new URL(`http://${host}`).hostname
}
