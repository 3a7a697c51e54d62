import { isIP } from 'node:net'

/** One entry of the list of what the server may reach: a host and its port, and for the web a beginning of the path. */
export interface AllowedTarget {
  /** As an address bar would have it: lower case, numbers of every form as dotted ones, IPv6 short and without brackets. */
  readonly host: string
  readonly port: number
  /** Absent: all of the host's port, whatever is spoken there. */
  readonly path?: string
}

/** Reads `host:port` or `host:port/path`, where IPv6 may stand in brackets or bare; undefined where it is neither. */
export function readTarget(text: string): AllowedTarget | undefined {
  const [, bracketed, bare, portText = '', path] = /^(?:\[([0-9a-f:.]{2,45})\]|([^/[\]]{1,253})):(\d{1,5})(\/[^\s?#]*)?$/i.exec(text.trim()) ?? []
  const host = hostOf(bracketed ?? bare ?? '')
  const port = Number(portText)
  if (host === undefined || !isPort(port)) return undefined
  if (path === undefined || path === '/') return { host, port }
  if (isCrooked(path)) return undefined
  return { host, port, path: new URL(path, 'http://x').pathname }
}

/** How an entry is written, for who has to add it. */
export const writeTarget = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** The entry for a web address in which places such as `{city}` are filled in later: its host, and the path up to the first of them. */
export function targetOf(address: string): string {
  const { protocol, hostname, port, pathname } = new URL(address)
  const [fixed = ''] = pathname.split(/%7b|\{/i, 1)
  const path = fixed.length < pathname.length ? fixed.replace(/[^/]*$/, '') : fixed
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}${path === '/' ? '' : path}`
}

/** A host in the one form that lists are compared in; undefined where it is none. */
export function hostOf(text: string): string | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  if (bare === '' || /[\s/\\@%#?\p{Cc}]/u.test(bare)) return undefined
  const url = `http://${isIP(bare) === 6 ? `[${bare}]` : bare}/`
  if ((isIP(bare) !== 6 && bare.includes(':')) || !URL.canParse(url)) return undefined
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return /^[a-z0-9._:-]+$/.test(host) ? host : undefined
}

export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65_535

/** Whether an entry lets through what is asked of its host; without a path, only one that is for all of it. */
export function isWithin({ path: listed }: AllowedTarget, path: string | undefined): boolean {
  if (listed === undefined) return true
  if (path === undefined || isCrooked(path)) return false
  return path === listed || path.startsWith(listed.endsWith('/') ? listed : `${listed}/`)
}

/** A path that the other side may read as a way out of the place that is listed: hidden dots, slashes and path parameters. */
const isCrooked = (path: string): boolean => /%(?:2e|2f|5c|25|00)|\/\.\.(?:\/|$)|\\|;|\/\//i.test(path)
