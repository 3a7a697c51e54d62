import type { ColumnType, Generated } from 'kysely'

/**
 * Second sign-in steps, recovery codes, and pending sign-ins. Codes and pending sign-ins are deleted together with the
 * second step.
 */
export const secondStepStatements: readonly string[] = [
  `create table second_step (
    account text primary key references account (id) on delete cascade, secret text not null, begun_at timestamptz not null,
    confirmed_at timestamptz, last_step int)`,
  `create table recovery_code (account text not null references second_step (account) on delete cascade, hash text not null, primary key (account, hash))`,
  `create table sign_in_ticket (
    hash text primary key, account text not null references second_step (account) on delete cascade, password_mark text not null, expires_at timestamptz not null)`,
  `create index sign_in_ticket_account on sign_in_ticket (account)`,
  `create index sign_in_ticket_expiry on sign_in_ticket (expires_at)`,
  `alter table session add column is_vouched boolean not null default false`,
]

type Instant = ColumnType<Date, Date, Date>

export interface SecondStepTable {
  account: string
  /** Encrypted for this table, column and account. */
  secret: string
  begun_at: Instant
  /** Null while it is being set up and not required yet. */
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Newest time step whose code was accepted. Codes of this and earlier steps are rejected. */
  last_step: Generated<number | null>
}

export interface RecoveryCodeTable {
  account: string
  /** SHA-256 of account and code. A used code is deleted. */
  hash: string
}

export interface SignInTicketTable {
  /** SHA-256 of the ticket. */
  hash: string
  account: string
  /** Identifies the password at the time of issue; a changed password invalidates the ticket. */
  password_mark: string
  expires_at: Instant
}
