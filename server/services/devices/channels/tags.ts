import { sql } from 'kysely'
import type { PointConfig } from '../../../drivers/driver.ts'
import type { Db } from '../../../database/index.ts'

const batchSize = 2_000

/** Stores the tags of a channel's points, so that they can be bound before the first value, and commanded if writable. */
export async function storeTags(db: Db, points: readonly PointConfig[]): Promise<void> {
  for (let start = 0; start < points.length; start += batchSize) await store(db, points.slice(start, start + batchSize))
}

async function store(db: Db, points: readonly PointConfig[]): Promise<void> {
  const parts = points.map(({ tag }) => tag.split('/'))
  await sql`
    insert into tag (path, project, device, point, unit, kind, writable, en, zh)
    select path, project, device, point, '', kind, writable, point, point from unnest(
      ${points.map(({ tag }) => tag)}::text[], ${parts.map(([project]) => project)}::text[], ${parts.map(([, device]) => device)}::text[],
      ${parts.map(([, , point]) => point)}::text[], ${points.map(getKind)}::text[], ${points.map(({ isWritable }) => isWritable)}::bool[])
      as given (path, project, device, point, kind, writable)
    where exists (select from project where id = given.project)
    on conflict (path) do update set writable = excluded.writable where tag.writable <> excluded.writable`.execute(db)
}

function getKind({ type, source }: PointConfig): 'number' | 'flag' | 'text' {
  if (type === 'string') return 'text'
  return type === 'bool' || /^(?:coil|discrete|c|di)[:\s]|\.\d{1,2}$/i.test(source) ? 'flag' : 'number'
}
