import type { Row } from '../../../contract/entity/define.ts'
import type { CallOptions } from '../../net/client.ts'
import type { EntityQuery } from '../../net/entityClient.ts'
import { allRows } from '../../stores/entities/allRows.ts'
import { nullIfForbidden } from '../../stores/entities/forbidden.ts'
import type { StateSource } from '../../stores/live/liveStates.ts'
import { getName, getText } from './rowText.ts'
import type { GetClient } from './useHomeData.ts'

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

type DeviceQuery = Omit<EntityQuery, 'page' | 'pageSize'>

/** Reads all field devices. Kinds that the account has no permission to see are left out. */
export async function readFieldDevices(
  getClient: GetClient,
  query: DeviceQuery,
  options: CallOptions,
): Promise<readonly FieldDevice[]> {
  return Object.values(await readFieldKinds(getClient, query, options)).flatMap((devices) => devices ?? [])
}

/**
 * Reads all field devices by kind; null for a kind that the account has no permission to see, because its number is
 * unknown.
 */
export async function readFieldKinds(
  getClient: GetClient,
  query: DeviceQuery,
  options: CallOptions,
): Promise<Readonly<Record<FieldKind, readonly FieldDevice[] | null>>> {
  const read = (kind: FieldKind) =>
    nullIfForbidden(async () =>
      (await allRows(getClient(kind), query, options)).rows.map((row) => toFieldDevice(kind, row)),
    )
  const [sensor, camera, thirdParty] = await Promise.all([read('sensor'), read('camera'), read('thirdParty')])
  return { sensor, camera, thirdParty }
}

/** Source of the device's state: a sensor's point, a third-party device's running state, none for a camera. */
export function getFieldStateSources({ id, kind, row }: FieldDevice): StateSource[] {
  const common = { id, project: row.project ?? '', device: getText(row, 'device') }
  switch (kind) {
    case 'sensor':
      return [{ ...common, kind: 'sensor', point: getText(row, 'point') || 'value' }]
    case 'thirdParty':
      return [{ ...common, kind: 'party' }]
    case 'camera':
      return []
  }
}

function toFieldDevice(kind: FieldKind, row: Row): FieldDevice {
  const { tube, metre }: Readonly<Record<string, unknown>> = { ...row }
  return {
    id: row.id,
    kind,
    title: getName(row),
    row,
    place: typeof tube === 'string' && typeof metre === 'number' ? { tube, metre } : null,
  }
}
