import type { ColumnType } from 'kysely'

/** API tokens. Only hashes are stored, so read access to the table does not allow using one. */
export const tokenStatements: readonly string[] = [
  `create table api_token (
    id text primary key, hash text not null unique, name text not null, account text not null references account (id) on delete cascade,
    permissions text not null, projects text, created_at timestamptz not null, expires_at timestamptz not null, last_used_at timestamptz,
    revoked_at timestamptz, revoked_by text)`,
  // A name identifies one token in the audit log while it is valid.
  `create unique index api_token_name on api_token (name) where revoked_at is null`,
  `create index api_token_account on api_token (account)`,
]

type Instant = ColumnType<Date, Date, Date>

export interface ApiTokenTable {
  id: string
  hash: string
  name: string
  account: string
  /** JSON list. */
  permissions: string
  /** JSON list; null for all projects of the owner. */
  projects: string | null
  created_at: Instant
  expires_at: Instant
  last_used_at: ColumnType<Date | null, Date | null, Date | null>
  revoked_at: ColumnType<Date | null, Date | null, Date | null>
  revoked_by: string | null
}
