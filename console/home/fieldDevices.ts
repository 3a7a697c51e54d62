import type { Row } from '../../contract/entity/define.ts'
import type { CallOptions } from '../net/client.ts'
import type { EntityQuery } from '../net/entityClient.ts'
import { allRows } from '../stores/allRows.ts'
import { nullIfForbidden } from '../stores/forbidden.ts'
import type { AnnouncedState } from '../stores/liveStates.ts'
import { nameOf, textOf } from './textOf.ts'
import type { ClientOf } from './useHomeData.ts'

/** Field devices other than lamps: sensors, cameras and third-party devices. */
export const fieldKinds = ['sensor', 'camera', 'thirdParty'] as const
export type FieldKind = (typeof fieldKinds)[number]

export interface FieldDevice {
  readonly id: string
  readonly kind: FieldKind
  readonly title: string
  readonly row: Row
  /** Position in its tunnel; null if it has not been placed. */
  readonly place: { readonly tube: string; readonly metre: number } | null
}

type Asked = Omit<EntityQuery, 'page' | 'pageSize'>

/** Reads all field devices. Kinds that the account has no permission to see are left out. */
export async function readFieldDevices(clientOf: ClientOf, query: Asked, options: CallOptions): Promise<readonly FieldDevice[]> {
  return Object.values(await readFieldKinds(clientOf, query, options)).flatMap((devices) => devices ?? [])
}

/**
 * Reads all field devices by kind; null for a kind that the account has no permission to see, because its number is
 * unknown.
 */
export async function readFieldKinds(clientOf: ClientOf, query: Asked, options: CallOptions): Promise<Readonly<Record<FieldKind, readonly FieldDevice[] | null>>> {
  const read = (kind: FieldKind) => nullIfForbidden(async () => (await allRows(clientOf(kind), query, options)).rows.map((row) => fieldDeviceOf(kind, row)))
  const [sensor, camera, thirdParty] = await Promise.all([read('sensor'), read('camera'), read('thirdParty')])
  return { sensor, camera, thirdParty }
}

/** Source of the device's state: a sensor's point, a third-party device's running state, none for a camera. */
export function spokenOfField({ id, kind, row }: FieldDevice): AnnouncedState[] {
  const common = { id, project: row.project ?? '', device: textOf(row, 'device') }
  switch (kind) {
    case 'sensor': return [{ ...common, kind: 'sensor', point: textOf(row, 'point') || 'value' }]
    case 'thirdParty': return [{ ...common, kind: 'party' }]
    case 'camera': return []
  }
}

function fieldDeviceOf(kind: FieldKind, row: Row): FieldDevice {
  const { tube, metre }: Readonly<Record<string, unknown>> = { ...row }
  return { id: row.id, kind, title: nameOf(row), row, place: typeof tube === 'string' && typeof metre === 'number' ? { tube, metre } : null }
}
