import type { DeviceRef } from '../../../contract/telemetry/index.ts'
import type { Grant } from './acl.ts'

/** Devices for which a connection may publish, and whose commands it receives. */
export interface DeviceIdentity {
  /** MQTT user name. */
  readonly account: string
  /** Id of the device credential; null for the shared gateway credential. */
  readonly credential: string | null
  readonly projects: readonly string[] | 'all'
  /** Telemetry devices; `all` for the shared gateway credential. */
  readonly devices: ReadonlySet<string> | 'all'
}

/** Returns the identity of a device or gateway; null for a user, who publishes nothing. */
export function toIdentity(grant: Grant | null): DeviceIdentity | null {
  if (grant === null || grant.kind === 'user') return null
  return {
    account: grant.account,
    credential: grant.credential ?? null,
    projects: grant.isEverywhere ? 'all' : grant.projects,
    devices: grant.devices ?? (grant.kind === 'gateway' ? 'all' : new Set([grant.name ?? grant.account])),
  }
}

/** Returns whether a session may publish for a device. `device`: telemetry device, in any project of the session. */
export function mayPublishFor(session: { readonly identity: DeviceIdentity | null }, device: string): boolean {
  const { identity } = session
  return identity !== null && (identity.devices === 'all' || identity.devices.has(device))
}

/** Returns whether an identity includes a device of a project. */
export const includesDevice = (identity: DeviceIdentity, { project, device }: DeviceRef): boolean =>
  (identity.projects === 'all' || identity.projects.includes(project)) && mayPublishFor({ identity }, device)
