import type { IncomingMessage } from 'node:http'

/** Returns the HTTP status that rejects a WebSocket handshake, or null if it is accepted. */
export function rejectionStatus(request: IncomingMessage, origins: readonly string[] | undefined): string | null {
  const [path] = (request.url ?? '').split('?', 1)
  if (path !== '/mqtt') return '404 Not Found'
  return isOriginAllowed(request, origins) ? null : '403 Forbidden'
}

/** Rejects pages of other sites, which could use a signed-in user's token. Programs send no Origin header. */
function isOriginAllowed(
  { headers: { origin, host } }: IncomingMessage,
  origins: readonly string[] | undefined,
): boolean {
  if (origin === undefined) return true
  if (origins !== undefined) return origins.includes(origin)
  return (
    URL.canParse(origin) &&
    URL.canParse(`http://${host}`) &&
    new URL(origin).hostname === new URL(`http://${host}`).hostname
  )
}
