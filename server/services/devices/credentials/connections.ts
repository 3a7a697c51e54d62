import type {
  BrokerListener,
  DeviceConnection,
  RejectedConnection,
  SharedCredential,
} from '../../../../contract/routes.ts'
import type { Broker, BrokerClient } from '../../../broker/index.ts'
import type { Db } from '../../../database/index.ts'
import { type Page, pageOffset } from '../../base/pagination.ts'
import type { SharedCredentialOption } from './sharedCredential.ts'

interface ConnectionFilter extends Page {
  readonly project?: string | undefined
  readonly search?: string | undefined
  /** Projects visible to the caller; undefined: all. */
  readonly projects: readonly string[] | undefined
}

export interface ConnectionList {
  readonly rows: readonly DeviceConnection[]
  readonly total: number
  readonly listeners: readonly BrokerListener[]
  readonly rejected: readonly RejectedConnection[]
  readonly shared: SharedCredential
}

/** Open connections of devices, and rejected attempts. */
export function createConnections(db: Db, broker: Broker, shared: SharedCredentialOption) {
  /** Rejected attempts with user names of the visible projects; all for callers who see every project. */
  const listRejected = async (projects: readonly string[] | undefined): Promise<RejectedConnection[]> => {
    const rejected = broker.rejectedClients().map(({ account, ...client }) => ({ username: account, ...client }))
    if (projects === undefined || rejected.length === 0) return rejected
    const visible = await db
      .selectFrom('device_credential')
      .select('username')
      .where('username', 'in', [...new Set(rejected.map(({ username }) => username))])
      .where('project', 'in', projects.length > 0 ? [...projects] : [''])
      .execute()
    const names = new Set(visible.map(({ username }) => username))
    return rejected.filter(({ username }) => names.has(username))
  }

  return {
    async read(filter: ConnectionFilter): Promise<ConnectionList> {
      const search = filter.search?.trim().toLowerCase() ?? ''
      const rows = broker
        .clients()
        .filter(({ kind, isInternal }) => (kind === 'device' || kind === 'gateway') && !isInternal)
        .map(toConnection)
        .filter(
          ({ project }) => filter.projects === undefined || (project !== null && filter.projects.includes(project)),
        )
        .filter(({ project }) => filter.project === undefined || project === filter.project)
        .filter(({ username, clientId, address, device }) =>
          [username, clientId, address, device ?? ''].some((text) => text.toLowerCase().includes(search)),
        )
        .toSorted((a, b) => a.username.localeCompare(b.username) || a.connectedAt - b.connectedAt)
      return {
        rows: rows.slice(pageOffset(filter), pageOffset(filter) + filter.pageSize),
        total: rows.length,
        listeners: broker.listeners.map(({ protocol, port }) => ({ protocol, port })),
        rejected: await listRejected(filter.projects),
        shared: await shared.status(),
      }
    },
  }
}

export type Connections = ReturnType<typeof createConnections>

const toConnection = (client: BrokerClient): DeviceConnection => ({
  id: String(client.serial),
  username: client.account,
  clientId: client.clientId,
  address: client.address,
  protocol: client.protocol,
  credential: client.credential,
  project: client.credential === null ? null : (client.projects[0] ?? null),
  device: client.credential === null ? null : client.name,
  isGateway: client.kind === 'gateway',
  connectedAt: client.connectedAt,
  lastMessageAt: client.lastMessageAt,
  messagesPerMinute: client.messagesPerMinute,
  lastRefusal: client.lastRefusal,
})
