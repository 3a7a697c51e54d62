import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'

/** Why something was not sent; `message` may be shown to who wrote the address: it names nothing but that. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure'
  readonly kind: 'address' | 'forbidden' | 'unreachable' | 'timeout' | 'size' | 'busy'

  constructor(kind: OutboundFailure['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** One address to connect to, already looked up and judged: nothing is looked up again on the way. */
export interface Target {
  readonly address: string
  readonly family: 4 | 6
  /** The name it was asked by, for TLS. */
  readonly host: string
  readonly port: number
}

export interface GuardOptions {
  /** `host:port` that may be reached wherever they lie: systems of the plant's own network. */
  readonly allowed: readonly string[]
  /** Only these, and nothing of the internet either. */
  readonly isStrict?: boolean
  readonly resolve?: (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>
}

/**
 * Judges where the server may connect to on somebody's word. A name is looked up once; where any of its addresses is not one of
 * the internet, all of it is refused, and what is connected to is the address that was judged.
 */
export function createGuard({ allowed, isStrict = false, resolve = lookUp }: GuardOptions) {
  const listed = new Set(allowed.map((entry) => entry.toLowerCase()))

  return async (name: string, port: number): Promise<Target> => {
    const host = name.toLowerCase().replace(/^\[|\]$/g, '').replace(/\.$/, '')
    if (host === '' || /[\s/\\@%#?]/.test(host)) throw new OutboundFailure('address', 'this is no address')
    const isListed = listed.has(`${host}:${port}`)
    if (isStrict && !isListed) throw new OutboundFailure('forbidden', `${host}:${port} is not on the list of allowed targets`)
    const known = isIP(host)
    const found = known === 0 ? await resolve(host).catch(() => []) : [{ address: host, family: known }]
    const [first] = found
    if (!first) throw new OutboundFailure('unreachable', `${host} cannot be found`)
    if (!isListed && !found.every(({ address }) => isPublicAddress(address))) throw new OutboundFailure('forbidden', `${host} is in a closed network; an administrator can list ${host}:${port} as allowed`)
    return { address: first.address, family: first.family === 6 ? 6 : 4, host, port }
  }
}

export type Guard = ReturnType<typeof createGuard>

const lookUp = (host: string) => lookup(host, { all: true, verbatim: true })
