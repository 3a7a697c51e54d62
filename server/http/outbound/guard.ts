import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Words } from '@mimic/engine/schema'
import { isPlantAddress, isPublicAddress } from './addresses.ts'
import type { AllowedTarget } from './targets.ts'
import { normalizeHost, isPort, isWithin, readTarget, writeTarget } from './targets.ts'

/**
 * Reason for a failed outbound request. The text may be shown to the user, because it contains only the address that
 * the user entered.
 */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure'
  readonly kind: 'address' | 'forbidden' | 'unreachable' | 'timeout' | 'size' | 'busy'
  readonly words: Words

  constructor(kind: OutboundFailure['kind'], en: string, zh: string) {
    super(en)
    this.kind = kind
    this.words = { en, zh }
  }
}

/** A resolved and approved address; it is not resolved again. */
export interface Target {
  readonly address: string
  readonly family: 4 | 6
  /** Original host name, for TLS. */
  readonly host: string
  readonly port: number
}

export interface GuardOptions {
  /** Allowed targets as `host:port` or `host:port/path`. Everything else is rejected unless the internet is open. */
  readonly allowed: readonly string[]
  /** Also allows the public internet, but no closed networks. */
  readonly isOpen?: boolean
  readonly resolve?: (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>
}

/**
 * Creates the check of user-supplied outbound targets. A name is resolved once, all its addresses must be allowed, and
 * the connection uses the checked address. A listed name may resolve to private networks. This computer and reserved
 * ranges must be listed by address. The check throws `OutboundFailure`.
 */
export function createGuard({ allowed, isOpen = false, resolve = resolveHost }: GuardOptions) {
  const allowedTargets = allowed.map((entry): AllowedTarget => {
    const target = readTarget(entry)
    if (!target) throw new Error(`${JSON.stringify(entry)} is not a valid target`)
    return target
  })

  /** `path` is the path of a web request; other protocols have none. */
  return async (name: string, port: number, path?: string): Promise<Target> => {
    const host = normalizeHost(name)
    if (host === undefined || !isPort(port)) throw new OutboundFailure('address', 'not a valid address', '地址无效')
    const entry = writeTarget(host, port)
    const hostTargets = allowedTargets.filter((target) => target.host === host && target.port === port)
    const isListed = hostTargets.some((target) => isWithin(target, path))
    if (!isListed && (!isOpen || hostTargets.length > 0)) {
      const requested = hostTargets.length > 0 ? `${entry}${path ?? ''}` : entry
      throw new OutboundFailure(
        'forbidden',
        `${requested} is not allowed; the administrator can add ${requested} to MIMIC_OUTBOUND_ALLOWED`,
        `${requested} 不在允许访问的目标之列；服务器管理员可将 ${requested} 加入 MIMIC_OUTBOUND_ALLOWED`,
      )
    }
    const ipVersion = isIP(host)
    const addresses = ipVersion === 0 ? await resolve(host).catch(() => []) : [{ address: host, family: ipVersion }]
    const [first] = addresses
    if (!first) throw new OutboundFailure('unreachable', `${host} not found`, `找不到 ${host}`)
    const isAllowed = (address: string): boolean =>
      isPublicAddress(address) || (isListed && (ipVersion !== 0 || host === 'localhost' || isPlantAddress(address)))
    if (!addresses.every(({ address }) => isAllowed(address))) {
      throw new OutboundFailure(
        'forbidden',
        isListed
          ? `${host} resolves to a private network; list its IP address with port ${port} instead`
          : `${host} is in a private network; the administrator can add ${entry} to MIMIC_OUTBOUND_ALLOWED`,
        isListed
          ? `${host} 指向的网络仅允许以地址本身列出；请改为列出该地址与端口 ${port}`
          : `${host} 位于封闭网络；服务器管理员可将 ${entry} 加入 MIMIC_OUTBOUND_ALLOWED`,
      )
    }
    return { address: first.address, family: first.family === 6 ? 6 : 4, host, port }
  }
}

export type Guard = ReturnType<typeof createGuard>

const resolveHost = (host: string) => lookup(host, { all: true, verbatim: true })
