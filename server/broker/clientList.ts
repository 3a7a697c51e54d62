import type { BrokerClient } from './brokerApi.ts'
import type { Session } from './access/session.ts'

/** Describes an open connection. `nowMs`: monotonic time in milliseconds. */
export function describeClient(session: Session, nowMs: number): BrokerClient {
  const { serial, clientId, grant, identity, account, address, protocol, connectedAt, filters, stream } = session
  const { received, delivered, lastMessageAt, messageRate, lastRefusal } = session
  return {
    serial,
    clientId,
    account: grant?.account ?? account,
    kind: grant?.kind ?? null,
    session: grant?.session,
    projects: grant?.projects ?? [],
    devices: identity === null || identity.devices === 'all' ? null : [...identity.devices],
    credential: grant?.credential ?? null,
    name: grant?.name ?? null,
    isInternal: grant?.isInternal === true,
    address,
    protocol,
    connectedAt,
    lastMessageAt,
    messagesPerMinute: messageRate.read(nowMs),
    lastRefusal,
    filters: [...filters],
    received,
    delivered,
    waitingBytes: stream.outbox.waitingBytes,
    conflated: stream.outbox.replacedCount,
  }
}
