import type { IncomingMessage } from 'node:http'

const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The name and port by which we were reached; where the header is no such thing, our own. */
export function hostOf(header: string | undefined, own: string): string {
  return header !== undefined && hostPattern.test(header) && URL.canParse(`http://${header}`) ? header : own
}

/**
 * Whether what a browser says of the page that asks is this server itself: reached as `host`, or as it is told to people. A page that
 * came by TLS is told from one that did not, except where a proxy in front speaks TLS and nobody says so. `null` is nobody's.
 */
export function isOwnOrigin(origin: string, { host, isSecure, publicUrl }: { readonly host: string; readonly isSecure: boolean; readonly publicUrl: string | undefined }): boolean {
  if (!/^https?:\/\/[^/]+$/i.test(origin) || !URL.canParse(origin)) return false
  const from = new URL(origin)
  if (publicUrl !== undefined && from.origin === new URL(publicUrl).origin) return true
  const own = `${from.protocol}//${host}`
  return URL.canParse(own) && from.origin === new URL(own).origin && (from.protocol === 'https:' || !isSecure)
}

/** Where the browser that reached us as `host` finds MQTT. */
export function mqttUrlFor(host: string, port: number, publicUrl: string | undefined, isSecure = false): string {
  return publicUrl ?? `${isSecure ? 'wss' : 'ws'}://${host.replace(/:\d+$/, '')}:${port}/mqtt`
}

/**
 * Only our own scripts run, nothing of a drawing can load from elsewhere than the `allowed` origins, and no other site
 * can frame us. Styles may be inline because the component library writes them so.
 */
export function contentSecurity(mqttUrlOf: (host: string | undefined) => string, allowed: readonly string[] = []) {
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
      connectSrc: [`'self'`, 'data:', 'blob:', ...allowed, (request: IncomingMessage) => originOf(mqttUrlOf(request.headers.host))],
      objectSrc: [`'none'`],
      baseUri: [`'none'`],
      formAction: [`'self'`],
      frameAncestors: [`'self'`],
    },
  }
}

/** Never fails: without the headers that come after this one nothing shall be answered. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : `'self'`)
