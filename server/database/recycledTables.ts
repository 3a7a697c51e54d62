import type { ColumnType } from 'kysely'

/** What people deleted, with all its rows as JSON, until it is restored or deleted for good. A project with something here cannot be deleted. */
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
  /** Null: it is in no project. */
  project: string | null
  name: string
  is_public: boolean
  /** The account that made it; who sees a private one. */
  creator: string | null
  /** By table, the rows as they were; written as JSON text. */
  rows: ColumnType<unknown, string, string>
  deleted_at: ColumnType<Date, Date, Date>
  deleted_by: string
}
