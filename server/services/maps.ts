import { sql } from 'kysely'
import type { EntityHooks, HookContext } from './entities/index.ts'

/** A project has one default map: the newest choice counts. */
export const mapHooks: EntityHooks = {
  beforeCreate: (context, values) => onlyDefault(context, undefined, values['isDefault'] === true),
  beforeUpdate: (context, { id }, after) => onlyDefault(context, id, after['isDefault'] === true),
}

async function onlyDefault({ tx, project }: HookContext, id: string | undefined, isDefault: boolean): Promise<void> {
  if (!isDefault) return
  await sql`update platform_map set is_default = false, revision = revision + 1 where project = ${project} and is_default and id is distinct from ${id ?? null}`.execute(tx)
}
