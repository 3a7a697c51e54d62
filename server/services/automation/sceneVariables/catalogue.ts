import { sql } from 'kysely'
import type { Db } from '../../../database/index.ts'
import type { Scene } from './rows.ts'
import { isPublished } from './rows.ts'

/**
 * Writes scene variables to the tag catalogue, so that drawings, curves and alarms find them. Unchanged entries are
 * skipped.
 */
export async function describeVariables(db: Db, scenes: readonly Scene[]): Promise<void> {
  const all = scenes.flatMap((scene) => scene.variables.filter(isPublished).map((variable) => ({ scene, variable })))
  if (all.length === 0) return
  const column = (getText: (each: (typeof all)[number]) => string): string[] => all.map(getText)
  const words = column(({ scene, variable }) => `${scene.name} · ${variable.name}`)
  await sql`insert into tag (path, project, device, point, unit, kind, writable, en, zh)
    select path, project, device, point, unit, kind, false, words, words from unnest(
      ${column(({ variable }) => variable.tag ?? '')}::text[], ${column(({ scene }) => scene.project)}::text[], ${column(({ scene }) => scene.device)}::text[],
      ${column(({ variable }) => variable.identifier)}::text[], ${column(({ variable }) => variable.unit)}::text[], ${column(({ variable }) => variable.kind)}::text[], ${words}::text[])
      as new (path, project, device, point, unit, kind, words)
    on conflict (path) do update set unit = excluded.unit, kind = excluded.kind, writable = false, en = excluded.en, zh = excluded.zh
    where (tag.unit, tag.kind, tag.writable, tag.en) is distinct from (excluded.unit, excluded.kind, false, excluded.en)`.execute(
    db,
  )
}
