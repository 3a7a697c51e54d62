import type { ColumnType } from 'kysely'

/**
 * Origin of tags: `first_seen_at` and `publisher` of tags that a message created, null if the server declared them.
 * Also ignored devices, and deleted tags whose history has not been deleted yet.
 */
export const undeclaredStatements: readonly string[] = [
  `alter table tag add column first_seen_at timestamptz, add column publisher text`,
  // A tag created by a message has no description; both names equal its point.
  `update tag set first_seen_at = now() where unit = '' and not writable and en = point and zh = point and device not like 'mimic-%'`,
  `create index tag_device on tag (project, device)`,
  `create table ignored_device (
    project text not null references project (id) on delete cascade, device text not null, ignored_at timestamptz not null, ignored_by text not null,
    primary key (project, device))`,
  `create table deleted_tag (tag int primary key, deleted_at timestamptz not null)`,
]

export interface IgnoredDeviceTable {
  project: string
  device: string
  ignored_at: ColumnType<Date, Date, Date>
  ignored_by: string
}

export interface DeletedTagTable {
  tag: number
  deleted_at: ColumnType<Date, Date, Date>
}
