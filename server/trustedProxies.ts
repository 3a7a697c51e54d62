import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Which proxies are believed when they say for whom they ask, and so where a request came from. */
export interface Proxies {
  readonly isTrusted: (address: string) => boolean
  /** The nearest address that is no listed proxy; what somebody else writes into the header counts for nothing. */
  readonly addressOf: (request: IncomingMessage) => string
}

/** From addresses and subnets that `isProxy` passes; none is listed: the connection's own address counts. */
export function createProxies(listed: readonly string[]): Proxies {
  const list = new BlockList()
  for (const each of listed) {
    const [address = '', bits] = each.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  const isTrusted = (given: string): boolean => {
    const address = plain(given)
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
  return {
    isTrusted,
    addressOf({ socket, headers }) {
      const said = String(headers['x-forwarded-for'] ?? '').split(',').map((each) => each.trim())
      let address = socket.remoteAddress ?? ''
      while (isTrusted(address)) {
        const next = said.pop()
        if (next === undefined || isIP(next) === 0) break
        address = next
      }
      return address
    },
  }
}

/** An address, or a subnet as `10.1.0.0/16`. */
export function isProxy(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && (bits === undefined || Number(bits) <= (family === 6 ? 128 : 32))
}

/** A socket that listens for both families tells an IPv4 address in the other's writing. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
