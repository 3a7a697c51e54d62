import type { ColumnType } from 'kysely'

/** Alarms of the server about itself. */
export const serverAlarmStatements: readonly string[] = [
  `create table server_alarm (
    id text primary key, kind text not null, detail text not null, raised_at timestamptz not null, last_at timestamptz not null, cleared_at timestamptz, count integer not null)`,
  `create index server_alarm_raised_at on server_alarm (raised_at)`,
]

/** Alarms that ended before they could be acknowledged count as acknowledged. */
export const serverAlarmAcknowledgementStatements: readonly string[] = [
  `alter table server_alarm add column confirmed_by text, add column confirmed_at timestamptz`,
  `update server_alarm set confirmed_by = '', confirmed_at = cleared_at where cleared_at is not null`,
]

export interface ServerAlarmTable {
  id: string
  /** A key of `serverAlarmKinds`. */
  kind: string
  /** Text in both languages (`encodeLocalized`). */
  detail: string
  raised_at: ColumnType<Date, Date, never>
  /** Time of the latest event. */
  last_at: ColumnType<Date, Date, Date>
  cleared_at: ColumnType<Date | null, Date | null, Date | null>
  count: number
  /** Account that acknowledged the alarm. */
  confirmed_by: string | null
  confirmed_at: ColumnType<Date | null, Date | null, Date | null>
}
