import { createHmac, timingSafeEqual } from 'node:crypto'
import { metricsPermission } from '../../contract/tokens.ts'
import type { Session } from '../services/base/requestContext.ts'

export interface MetricsAccessOptions {
  /** A credential of its own for who collects them; undefined: none. */
  readonly token: string | undefined
  /** Whether programs on this computer need none. */
  readonly isOpen: boolean
}

/** What of a request says who asks. */
export interface MetricsRequest {
  readonly authorization: string | undefined
  readonly address: string
  /** Whether it came through a proxy, behind which everybody looks like this computer. */
  readonly isForwarded: boolean
}

/** Who collects metrics without an account: by a token of the environment or, where that is allowed, from this computer. */
export function authorizeMetrics({ token, isOpen }: MetricsAccessOptions): (route: string, asking: MetricsRequest) => Session | undefined {
  return (route, { authorization, address, isForwarded }) => {
    if (route !== 'server.metrics') return undefined
    const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
    const isKnown = token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token))
    return isKnown || (isOpen && given === undefined && !isForwarded && loopback.test(address)) ? reader : undefined
  }
}

/** Its rank opens that one route and nothing else: it is asked for nowhere else. */
const reader: Session = {
  id: 'metrics', accountId: 'metrics', name: 'metrics', role: 'super', roles: [], projects: [], permissions: [metricsPermission], mustChangePassword: false, mustSetSecondStep: false, signedInAt: 0, expiresAt: Infinity,
}

const loopback = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/

const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest()
