import type { Selectable } from 'kysely'
import type { DeviceCredential } from '../../../../contract/routes.ts'
import type { Grant } from '../../../broker/index.ts'
import type { DeviceCredentialTable } from '../../../database/tables/deviceCredentialTables.ts'

export type CredentialRow = Selectable<DeviceCredentialTable>

/** Devices of a gateway besides itself. */
export const readDevices = ({ devices }: Pick<CredentialRow, 'devices'>): readonly string[] => {
  const list: unknown = JSON.parse(devices)
  return Array.isArray(list) ? list.filter((device) => typeof device === 'string') : []
}

/** Permissions of a connection with this credential. */
export function toGrant(row: CredentialRow): Grant {
  const common = { account: row.username, name: row.device, projects: [row.project], credential: row.id }
  return row.is_gateway
    ? { ...common, kind: 'gateway', devices: new Set([row.device, ...readDevices(row)]) }
    : { ...common, kind: 'device' }
}

export const toCredential = (row: CredentialRow, connections: number): DeviceCredential => ({
  id: row.id,
  project: row.project,
  device: row.device,
  username: row.username,
  hasSecret: row.secret_hash !== null,
  fingerprint: row.fingerprint,
  isGateway: row.is_gateway,
  devices: readDevices(row),
  isEnabled: row.is_enabled,
  createdAt: row.created_at.getTime(),
  createdBy: row.created_by,
  rotatedAt: row.rotated_at?.getTime() ?? null,
  connections,
})
