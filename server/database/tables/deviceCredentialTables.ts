import type { ColumnType } from 'kysely'

/**
 * Credentials of devices. Only hashes of secrets are stored. Installations with accounts existed before: their gateways
 * may use the shared credential, which new installations have switched off.
 */
export const deviceCredentialStatements: readonly string[] = [
  `create table device_credential (
    id text primary key, project text not null references project (id) on delete cascade, device text not null, username text not null unique,
    secret_hash text, fingerprint text unique, is_gateway boolean not null, devices text not null, is_enabled boolean not null,
    created_at timestamptz not null, created_by text not null, rotated_at timestamptz)`,
  `create index device_credential_device on device_credential (project, device)`,
  `insert into setting (key, value) select 'sharedGatewayCredential', '1' where exists (select from account)`,
]

export interface DeviceCredentialTable {
  id: string
  project: string
  device: string
  username: string
  /** Null if the device signs in with its certificate only. */
  secret_hash: string | null
  /** SHA-256 of the client certificate in lowercase hexadecimal digits. */
  fingerprint: string | null
  is_gateway: boolean
  /** JSON list of the other devices of a gateway. */
  devices: string
  is_enabled: boolean
  created_at: ColumnType<Date, Date, Date>
  created_by: string
  rotated_at: ColumnType<Date | null, Date | null, Date | null>
}
