import { BlockList, isIP } from 'node:net'

/**
 * Networks that user-supplied addresses must not reach: this computer, private networks, cloud metadata, reserved
 * ranges.
 */
const closed = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(net, prefix, 'ipv4')
/** For IPv6, only globally assigned addresses are allowed, except ranges that embed IPv4 addresses or tunnels. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
const closed6 = new BlockList()
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed6.addSubnet(net, prefix, 'ipv6')

/** Private address ranges that a plant network may use, without link-local, where clouds serve metadata. */
const plant4 = new BlockList()
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  plant4.addSubnet(net, prefix, 'ipv4')
const plant6 = new BlockList()
plant6.addSubnet('fc00::', 7, 'ipv6')
/** Cloud metadata services within these ranges. */
const metadata = new Set(['100.100.100.200', 'fd00:ec2::254'])

/** Returns whether an address is on the public internet; false for invalid addresses. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, 'ipv4')
    case 6:
      return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
    default:
      return false
  }
}

/** Returns whether an address is in a private network that a plant may use. */
export function isPlantAddress(address: string): boolean {
  if (metadata.has(address)) return false
  switch (isIP(address)) {
    case 4:
      return plant4.check(address, 'ipv4')
    case 6:
      return !address.includes('%') && plant6.check(address, 'ipv6')
    default:
      return false
  }
}
