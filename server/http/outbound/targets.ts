import { isIP } from 'node:net'

/** An entry of the list of allowed targets: host, port, and optionally a path prefix for web requests. */
export interface AllowedTarget {
  /** Normalized host: lower case, IPv4 in dotted form, IPv6 shortened and without brackets. */
  readonly host: string
  readonly port: number
  /** Undefined: everything on this host and port, in any protocol. */
  readonly path?: string
}

/** Parses `host:port` or `host:port/path`, with IPv6 in brackets or bare; undefined if invalid. */
export function readTarget(text: string): AllowedTarget | undefined {
  const [, bracketed, bare, portText = '', path] =
    /^(?:\[([0-9a-f:.]{2,45})\]|([^/[\]]{1,253})):(\d{1,5})(\/[^\s?#]*)?$/i.exec(text.trim()) ?? []
  const host = normalizeHost(bracketed ?? bare ?? '')
  const port = Number(portText)
  if (host === undefined || !isPort(port)) return undefined
  if (path === undefined || path === '/') return { host, port }
  if (isAmbiguousPath(path)) return undefined
  return { host, port, path: new URL(path, 'http://x').pathname }
}

/** Formats an entry as the operator has to configure it. */
export const writeTarget = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

/**
 * Returns the entry for a URL with placeholders such as `{city}`: its host and the path up to the first placeholder.
 */
export function getTarget(address: string): string {
  const { protocol, hostname, port, pathname } = new URL(address)
  const [fixed = ''] = pathname.split(/%7b|\{/i, 1)
  const path = fixed.length < pathname.length ? fixed.replace(/[^/]*$/, '') : fixed
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}${path === '/' ? '' : path}`
}

/** Returns the normalized form of a host for comparison; undefined if invalid. */
export function normalizeHost(text: string): string | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  if (bare === '' || /[\s/\\@%#?\p{Cc}]/u.test(bare)) return undefined
  const url = `http://${isIP(bare) === 6 ? `[${bare}]` : bare}/`
  if ((isIP(bare) !== 6 && bare.includes(':')) || !URL.canParse(url)) return undefined
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return /^[a-z0-9._:-]+$/.test(host) ? host : undefined
}

export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535

/** Returns whether an entry allows a path. Requests without a path require an entry without a path. */
export function isWithin({ path: prefix }: AllowedTarget, path: string | undefined): boolean {
  if (prefix === undefined) return true
  if (path === undefined || isAmbiguousPath(path)) return false
  return path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)
}

/**
 * Matches paths that a server may interpret as leaving the listed prefix: encoded dots and slashes, and path
 * parameters.
 */
const isAmbiguousPath = (path: string): boolean => /%(?:2e|2f|5c|25|00)|\/\.\.(?:\/|$)|\\|;|\/\//i.test(path)
