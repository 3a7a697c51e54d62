import type { ColumnType, Generated } from 'kysely'

/** Displays. Only the hash of each token is stored, so read access to the table does not allow signing in. */
export const displayStatements: readonly string[] = [
  `create table display (
    id text primary key, hash text not null unique, name text not null, drawings text not null, created_by text not null, created_at timestamptz not null,
    last_used_at timestamptz, revoked_at timestamptz, revoked_by text)`,
  // A name identifies one display in the audit log while it is valid.
  `create unique index display_name on display (name) where revoked_at is null`,
]

/** Whether the display may send the commands of its drawings. */
export const operatingDisplayStatements: readonly string[] = [
  `alter table display add column may_operate boolean not null default false`,
]

type Instant = ColumnType<Date, Date, Date>
type MaybeInstant = ColumnType<Date | null, Date | null, Date | null>

export interface DisplayTable {
  id: string
  hash: string
  name: string
  /** JSON list of ids. */
  drawings: string
  may_operate: Generated<boolean>
  created_by: string
  created_at: Instant
  last_used_at: MaybeInstant
  revoked_at: MaybeInstant
  revoked_by: string | null
}
