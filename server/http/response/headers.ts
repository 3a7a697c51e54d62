import type { IncomingMessage } from 'node:http'

const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Returns the host name and port of a `Host` header, or `own` if the header is invalid. */
export function parseHost(header: string | undefined, ownHost: string): string {
  return header !== undefined && hostPattern.test(header) && URL.canParse(`http://${header}`) ? header : ownHost
}

/**
 * Returns whether an `Origin` header belongs to this server, reached as `host` or at `publicUrl`. An http page is
 * rejected if the request came by TLS. An https page is accepted in both cases, because a proxy may terminate TLS.
 * `null` is rejected.
 */
export function isOwnOrigin(
  origin: string,
  {
    host,
    isSecure,
    publicUrl,
  }: { readonly host: string; readonly isSecure: boolean; readonly publicUrl: string | undefined },
): boolean {
  if (!/^https?:\/\/[^/]+$/i.test(origin) || !URL.canParse(origin)) return false
  const from = new URL(origin)
  if (publicUrl !== undefined && from.origin === new URL(publicUrl).origin) return true
  const ownHost = `${from.protocol}//${host}`
  return URL.canParse(ownHost) && from.origin === new URL(ownHost).origin && (from.protocol === 'https:' || !isSecure)
}

/** Returns the MQTT URL for a browser that reached the server as `host`. */
export function createMqttUrl(host: string, port: number, publicUrl: string | undefined, isSecure = false): string {
  return publicUrl ?? `${isSecure ? 'wss' : 'ws'}://${host.replace(/:\d+$/, '')}:${port}/mqtt`
}

/**
 * Content security policy: only scripts of this server run, drawings load resources only from the `allowed` origins,
 * and no other site can embed the console. Inline styles are allowed, because the component library requires them.
 */
export function contentSecurity(getMqttUrl: (host: string | undefined) => string, allowed: readonly string[] = []) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: [`'self'`],
      scriptSrc: [`'self'`],
      workerSrc: [`'self'`, 'blob:'],
      styleSrc: [`'self'`, `'unsafe-inline'`],
      imgSrc: [`'self'`, 'data:', 'blob:', ...allowed],
      mediaSrc: [`'self'`, 'blob:', ...allowed],
      frameSrc: [`'self'`, ...allowed],
      fontSrc: [`'self'`, 'data:'],
      connectSrc: [
        `'self'`,
        'data:',
        'blob:',
        ...allowed,
        (request: IncomingMessage) => getOrigin(getMqttUrl(request.headers.host)),
      ],
      objectSrc: [`'none'`],
      baseUri: [`'none'`],
      formAction: [`'self'`],
      frameAncestors: [`'self'`],
    },
  }
}

/** Never throws, because a failure here would omit the security headers that follow. */
const getOrigin = (url: string): string => (URL.canParse(url) ? new URL(url).origin : `'self'`)
