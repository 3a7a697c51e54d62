import type { ColumnType } from 'kysely'

/**
 * Share links of drawings, their open sessions (only the hash of each token), and wrong passwords. Rows are deleted
 * with their drawing or creator.
 */
export const shareStatements: readonly string[] = [
  `create table share (
    id text primary key, drawing text not null references drawing (id) on delete cascade, password text,
    creator text not null references account (id) on delete cascade, created_by text not null, created_at timestamptz not null, expires_at timestamptz,
    revoked_at timestamptz, revoked_by text)`,
  `create index share_drawing on share (drawing, created_at)`,
  `create index share_creator on share (creator)`,
  `create table share_session (
    token_hash text primary key, share text not null references share (id) on delete cascade, address text not null, started_at timestamptz not null,
    seen_at timestamptz not null, expires_at timestamptz not null)`,
  `create index share_session_share on share_session (share, seen_at)`,
  `create index share_session_expiry on share_session (expires_at)`,
  `create table share_failure (key text primary key, count int not null, since timestamptz not null)`,
]

type Instant = ColumnType<Date, Date, Date>

export interface ShareTable {
  /** 128 random bits. Without a password, the id alone grants access to the drawing. */
  id: string
  drawing: string
  /** Like `account.password`; null if no password is required. */
  password: string | null
  creator: string
  created_by: string
  created_at: Instant
  expires_at: ColumnType<Date | null, Date | null, Date | null>
  revoked_at: ColumnType<Date | null, Date | null, Date | null>
  revoked_by: string | null
}

export interface ShareSessionTable {
  token_hash: string
  share: string
  address: string
  started_at: Instant
  seen_at: Instant
  expires_at: Instant
}

export interface ShareFailureTable {
  /** A share link or an address. */
  key: string
  count: number
  /** Time of the first failure; after the last one, start of the lockout. */
  since: Instant
}
