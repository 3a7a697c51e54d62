import type { ColumnType, Generated } from 'kysely'
import type { Role } from '../../contract/access.ts'
import type { CommandState } from '../../contract/routes.ts'

/** The tables as kysely sees them; `migrations.ts` makes them. History's own are written and read by `history.ts` alone. */
export interface Tables {
  account: AccountTable
  project: ProjectTable
  project_grant: GrantTable
  session: SessionTable
  login_failure: LoginFailureTable
  drawing: DrawingTable
  component_password: ComponentPasswordTable
  tag: TagTable
  command: CommandTable
  audit: AuditTable
  setting: SettingTable
}

type Instant = ColumnType<Date, Date, Date>

interface AccountTable {
  id: string
  name: string
  role: Role
  /** Scheme and its parameters, salt and key, as `services/passwords.ts` writes them. */
  password: string
  must_change: boolean
  enabled: Generated<boolean>
  created_at: Instant
}

interface ProjectTable {
  id: string
  name: string
  created_at: Instant
}

interface GrantTable {
  account: string
  project: string
  role: Role
}

interface SessionTable {
  id: string
  /** SHA-256 of the token: who reads the table cannot sign in with it. */
  token_hash: string
  /** The token before the last renewal is good for requests already on their way. */
  previous_hash: string | null
  previous_until: ColumnType<Date | null, Date | null, Date | null>
  account: string
  address: string
  /** When the password was given; a renewed token keeps it. */
  signed_in_at: Instant
  seen_at: Instant
  expires_at: Instant
  ended: 'signOut' | 'elsewhere' | 'password' | 'removed' | null
}

interface LoginFailureTable {
  name: string
  /** The address where it is one the account is known at, else `*`: strangers cannot lock out who signs in from home. */
  address: string
  count: number
  last_at: Instant
  wait_until: Instant
}

interface DrawingTable {
  id: string
  project: string
  name: string
  revision: number
  /** The file as the engine writes it, byte for byte: jsonb would reorder it. */
  body: string
  hash: string
  components: number
  width: number
  height: number
  created_at: Instant
  updated_at: Instant
  updated_by: string
}

interface ComponentPasswordTable {
  drawing: string
  component: string
  /** As `account.password`. */
  password: string
  set_at: Instant
  set_by: string
}

interface TagTable {
  id: Generated<number>
  path: string
  project: string
  device: string
  point: string
  unit: string
  kind: 'number' | 'flag' | 'text'
  min: number | null
  max: number | null
  writable: boolean
  en: string
  zh: string
}

interface CommandTable {
  id: string
  account: string
  idempotency_key: string
  body_hash: string
  tag: string
  value: number
  by: string
  state: CommandState
  created_at: Instant
  expires_at: Instant
  result: string | null
}

interface AuditTable {
  id: Generated<string>
  at: Instant
  who: string
  role: string
  address: string
  object: string
  action: string
  content: string
  request: string
}

interface SettingTable {
  key: string
  value: string
}
