import { sql } from 'kysely'
import { isPoint } from '../../../../contract/telemetry/index.ts'
import type { Db } from '../../../database/index.ts'
import type { RegistryDevice, RegistryProperty } from './topicRegistry.ts'

interface DeviceProperty {
  readonly device: RegistryDevice
  readonly property: RegistryProperty
}

const batchSize = 2_000

/**
 * Writes the thing models' properties of these devices to the tag catalogue, which otherwise contains only names and
 * allows no commands. Tags not created by custom topics, and names already given in two languages, are left unchanged.
 */
export async function describeTags(
  db: Db,
  devices: readonly RegistryDevice[],
  getProperties: (product: string) => readonly RegistryProperty[],
): Promise<void> {
  const deviceProperties = devices.flatMap((device) =>
    getProperties(device.product)
      .filter(({ identifier }) => isPoint(identifier))
      .map((property): DeviceProperty => ({ device, property })),
  )
  for (let start = 0; start < deviceProperties.length; start += batchSize)
    await write(db, deviceProperties.slice(start, start + batchSize))
}

async function write(db: Db, deviceProperties: readonly DeviceProperty[]): Promise<void> {
  const column = <T>(getValue: (each: DeviceProperty) => T): T[] => deviceProperties.map(getValue)
  await sql`
    insert into tag (path, project, device, point, unit, kind, min, max, writable, en, zh, options, is_own)
    select new.*, true from (select distinct on (path) * from unnest(
      ${column(({ device: { project, device }, property }) => `${project}/${device}/${property.identifier}`)}::text[], ${column(({ device }) => device.project)}::text[],
      ${column(({ device }) => device.device)}::text[], ${column(({ property }) => property.identifier)}::text[], ${column(({ property }) => property.unit)}::text[],
      ${column(({ property }) => getTagKind(property))}::text[], ${column(({ property }) => property.min)}::float8[], ${column(({ property }) => property.max)}::float8[],
      ${column(({ property }) => property.isWritable && property.type !== 'array' && property.type !== 'object')}::bool[], ${column(({ property }) => property.label)}::text[], ${column(({ property }) => property.label)}::text[],
      ${column(({ property }) => (property.options ? JSON.stringify(property.options) : null))}::jsonb[])
      as given (path, project, device, point, unit, kind, min, max, writable, en, zh, options)) new
    where exists (select from project where id = new.project)
    on conflict (path) do update set unit = excluded.unit, kind = excluded.kind, min = excluded.min, max = excluded.max, writable = excluded.writable, options = excluded.options,
      en = case when tag.en = tag.zh then excluded.en else tag.en end, zh = case when tag.en = tag.zh then excluded.zh else tag.zh end
    where tag.is_own and ((tag.unit, tag.kind, tag.min, tag.max, tag.writable, tag.options) is distinct from (excluded.unit, excluded.kind, excluded.min, excluded.max, excluded.writable, excluded.options)
      or (tag.en = tag.zh and tag.en <> excluded.en))
  `.execute(db)
}

function getTagKind({ type }: RegistryProperty): 'number' | 'flag' | 'text' {
  switch (type) {
    case 'bool':
      return 'flag'
    case 'string':
    case 'array':
    case 'object':
      return 'text'
    default:
      return 'number'
  }
}
