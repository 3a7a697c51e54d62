import type { ColumnType } from 'kysely'

/**
 * Recycle bin: deleted objects with all their rows as JSON, until they are restored or deleted permanently. A project
 * with items in it cannot be deleted.
 */
export const recycledStatements: readonly string[] = [
  `create table recycled_item (
    id text primary key, kind text not null, object text not null, project text references project (id), name text not null, is_public boolean not null, creator text,
    rows jsonb not null, deleted_at timestamptz not null, deleted_by text not null, unique (kind, object))`,
  `create index recycled_item_deleted_at on recycled_item (deleted_at)`,
  `create index recycled_item_project on recycled_item (project)`,
]

export interface RecycledItemTable {
  id: string
  /** `drawing`, `library`, or the name of an entity. */
  kind: string
  object: string
  /** Null if the item belongs to no project. */
  project: string | null
  name: string
  is_public: boolean
  /** Account that created the item; used for the visibility of private items. */
  creator: string | null
  /** Original rows by table; written as JSON text. */
  rows: ColumnType<unknown, string, string>
  deleted_at: ColumnType<Date, Date, Date>
  deleted_by: string
}
