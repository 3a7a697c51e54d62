import type { ColumnType, Generated } from 'kysely'

/** Second steps of sign-ins, the codes that stand in for one, and sign-ins that wait for theirs. With its second step go an account's codes and waiting sign-ins. */
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
  /** Sealed for this table, this column and this account. */
  secret: string
  begun_at: Instant
  /** Null: being set up, and not asked for yet. */
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** The newest time step whose code was taken: that one and those before are good no more. */
  last_step: Generated<number | null>
}

export interface RecoveryCodeTable {
  account: string
  /** SHA-256 of the account and the code; a used one is removed. */
  hash: string
}

export interface SignInTicketTable {
  /** SHA-256 of the ticket. */
  hash: string
  account: string
  /** Of the password that it was given for: with another one it is good no more. */
  password_mark: string
  expires_at: Instant
}
