import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Trusted proxies and the client address that they forward. */
export interface Proxies {
  readonly isTrusted: (address: string) => boolean
  /** Returns the nearest address that is not a trusted proxy; forwarded addresses of other senders are ignored. */
  readonly getAddress: (request: IncomingMessage) => string
}

/**
 * Creates the list from addresses and subnets that `isProxy` accepts. With an empty list, the address of the connection
 * is used.
 */
export function createProxies(entries: readonly string[]): Proxies {
  const list = new BlockList()
  for (const each of entries) {
    const [address = '', bits] = each.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  const isTrusted = (raw: string): boolean => {
    const address = toIpv4(raw)
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
  return {
    isTrusted,
    getAddress({ socket, headers }) {
      const forwarded = String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .map((each) => each.trim())
      let address = socket.remoteAddress ?? ''
      while (isTrusted(address)) {
        const next = forwarded.pop()
        if (next === undefined || isIP(next) === 0) break
        address = next
      }
      return address
    },
  }
}

/** Returns whether a text is an address or a subnet such as `10.1.0.0/16`. */
export function isProxy(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && (bits === undefined || Number(bits) <= (family === 6 ? 128 : 32))
}

/** A dual-stack socket reports IPv4 addresses in IPv6 notation. */
const toIpv4 = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
