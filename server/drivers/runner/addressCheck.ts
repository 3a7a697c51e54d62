import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { DriverFault } from '../driver.ts'

/** This computer, link-local addresses with metadata services of clouds, multicast and broadcast. */
const closed = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::', 127],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  closed.addSubnet(net, prefix, 'ipv6')
const metadata = new Set(['100.100.100.200', 'fd00:ec2::254'])

/**
 * Returns the check of a channel's target. Devices are in private networks, so these are allowed; this computer and
 * link-local addresses must be listed as `host:port`. The returned address was checked and is not resolved again.
 */
export function createAddressCheck(allowed: readonly string[]) {
  const listed = new Set(allowed.map((entry) => entry.toLowerCase()))
  return async (host: string, port: number): Promise<string> => {
    const isListed = listed.has(`${host.toLowerCase()}:${port}`)
    const addresses = isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host }]
    const [first] = addresses
    if (!first) throw new DriverFault('notFound', host)
    const isOpen = ({ address }: { readonly address: string }): boolean =>
      !metadata.has(address) && !closed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
    if (!isListed && !addresses.every(isOpen)) throw new DriverFault('forbidden', `${host}:${port}`)
    return first.address
  }
}
