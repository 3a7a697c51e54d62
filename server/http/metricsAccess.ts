import { createHmac, timingSafeEqual } from 'node:crypto'
import { metricsPermission } from '../../contract/tokens.ts'
import type { Session } from '../services/base/requestContext.ts'

export interface MetricsAccessOptions {
  /** Token of the metrics collector; undefined if there is none. */
  readonly token: string | undefined
  /** Whether local programs may read metrics without a token. */
  readonly isOpen: boolean
}

/** Request data that identifies the collector. */
export interface MetricsRequest {
  readonly authorization: string | undefined
  readonly address: string
  /** Whether the request came through a proxy, behind which every client appears local. */
  readonly isForwarded: boolean
}

/**
 * Authorizes metrics collectors without an account: by the configured token or, if allowed, from the loopback address.
 */
export function authorizeMetrics({
  token,
  isOpen,
}: MetricsAccessOptions): (route: string, request: MetricsRequest) => Session | undefined {
  return (route, { authorization, address, isForwarded }) => {
    if (route !== 'server.metrics') return undefined
    const received = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
    const isKnown = token !== undefined && received !== undefined && timingSafeEqual(digest(received), digest(token))
    return isKnown || (isOpen && received === undefined && !isForwarded && loopback.test(address)) ? reader : undefined
  }
}

/** Used only for the metrics route; its role grants nothing else. */
const reader: Session = {
  id: 'metrics',
  accountId: 'metrics',
  name: 'metrics',
  role: 'super',
  roles: [],
  projects: [],
  permissions: [metricsPermission],
  mustChangePassword: false,
  mustSetSecondStep: false,
  signedInAt: 0,
  expiresAt: Infinity,
}

const loopback = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/

const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest()
