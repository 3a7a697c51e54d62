import type { ColumnType, Generated } from 'kysely'
import type { Role } from '../../contract/access.ts'
import type { CommandState } from '../../contract/routes.ts'
import type { AuditChainTable, AuditHeadTable } from './auditChain.ts'
import type { RecycledItemTable } from './recycledTables.ts'
import type { DrawingRevisionTable } from './revisionTables.ts'
import type { RecoveryCodeTable, SecondStepTable, SignInTicketTable } from './secondStepTables.ts'
import type { ServerAlarmTable } from './serverAlarmTables.ts'
import type { DisplayTable } from './displayTables.ts'
import type { ShareFailureTable, ShareSessionTable, ShareTable } from './shareTables.ts'
import type { ApiTokenTable } from './tokenTables.ts'
import type { DeletedTagTable, IgnoredDeviceTable } from './undeclaredTables.ts'

/** The tables as kysely sees them; `migrations.ts` makes them. History's own are written and read by `history.ts` alone. */
export interface Tables {
  account: AccountTable
  project: ProjectTable
  project_grant: GrantTable
  session: SessionTable
  session_token: SessionTokenTable
  login_failure: LoginFailureTable
  drawing: DrawingTable
  drawing_revision: DrawingRevisionTable
  drawing_star: DrawingStarTable
  recycled_item: RecycledItemTable
  server_alarm: ServerAlarmTable
  component_password: ComponentPasswordTable
  library_entry: LibraryEntryTable
  stored_file: StoredFileTable
  tag: TagTable
  ignored_device: IgnoredDeviceTable
  deleted_tag: DeletedTagTable
  command: CommandTable
  audit: AuditTable
  audit_chain: AuditChainTable
  audit_head: AuditHeadTable
  api_token: ApiTokenTable
  display: DisplayTable
  share: ShareTable
  share_session: ShareSessionTable
  share_failure: ShareFailureTable
  setting: SettingTable
  single_sign_on: SingleSignOnTable
  second_step: SecondStepTable
  recovery_code: RecoveryCodeTable
  sign_in_ticket: SignInTicketTable
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
  full_name: Generated<string | null>
  phone: Generated<string | null>
  email: Generated<string | null>
  post: Generated<string | null>
  /** Ids of the further roles; written as JSON text. */
  roles: ColumnType<readonly string[], string | undefined, string>
  is_wall: Generated<boolean>
  last_sign_in_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  revision: Generated<number>
  created_by: Generated<string>
  /** Null: not since it was made. */
  updated_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  updated_by: Generated<string>
}

interface ProjectTable {
  id: string
  name: string
  created_at: Instant
  description: Generated<string | null>
  edition: Generated<string>
  /** The drawing that stands for the project; one of its own. */
  drawing: Generated<string | null>
  time_zone: Generated<string | null>
  revision: Generated<number>
  created_by: Generated<string>
  updated_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  updated_by: Generated<string>
}

interface GrantTable {
  account: string
  project: string
  role: Role
}

interface SessionTable {
  id: string
  account: string
  address: string
  /** When the password was given; a renewed token keeps it. */
  signed_in_at: Instant
  seen_at: Instant
  expires_at: Instant
  ended: 'signOut' | 'elsewhere' | 'password' | 'removed' | 'replayed' | 'secondStep' | null
  /** Opened by the word of another system, which answers for who it was. */
  is_vouched: Generated<boolean>
  /** How often its token was renewed, when the last time, and the newest renewal whose token was seen. */
  renewals: Generated<number>
  renewed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  confirmed: Generated<number>
}

/** The tokens of a session: its tabs have each their own, and what ran out still says whose it was. */
interface SessionTokenTable {
  /** SHA-256 of the token: who reads the table cannot sign in with it. */
  hash: string
  session: string
  /** By which renewal it was given. */
  renewal: number
  expires_at: Instant
  /** When it was renewed first. */
  renewed_at: Instant | null
}

interface LoginFailureTable {
  name: string
  /** The address where it is one the account is known at, else `*`: strangers cannot lock out who signs in from home. */
  address: string
  count: number
  last_at: Instant
  wait_until: Instant
}

/** A drawing that an account gave a star. */
interface DrawingStarTable {
  account: string
  drawing: string
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
  description: Generated<string>
  /** A data address. */
  cover: Generated<string | null>
  /** Of the cover's content, so that lists need not carry it. */
  cover_mark: Generated<string | null>
  floor: Generated<string | null>
  is_public: Generated<boolean>
  /** The account that made it; null where nobody noted it, or the server did. */
  creator: Generated<string | null>
}

interface LibraryEntryTable {
  id: string
  name: string
  type: string
  is_public: boolean
  revision: number
  /** As `drawing.body`: one instance, and all symbols that it needs. */
  body: string
  hash: string
  components: number
  params: number
  width: number
  height: number
  /** The account's id: another of the same name, made later, is not the creator. */
  creator: string
  created_by: string
  created_at: Instant
  updated_at: Instant
  updated_by: string
}

/** An uploaded file; its bytes lie in the data directory under its id. */
interface StoredFileTable {
  id: string
  /** Null: everybody who is signed in may read it. */
  project: string | null
  name: string
  type: string
  /** The driver gives a large number as text. */
  bytes: ColumnType<string, number, number>
  hash: string
  purpose: string
  uploader: string
  uploaded_by: string
  created_at: Instant
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
  /** It came into being by an own topic, and is described by a thing model. */
  is_own: Generated<boolean>
  /** When a message created it; null where the server did. */
  first_seen_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** The MQTT client that sent that message. */
  publisher: Generated<string | null>
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
  /** What the caller's program says it is. */
  client: Generated<string>
}

/** Single sign-ons that were used: each opens one session only. */
interface SingleSignOnTable {
  app: string
  jti: string
  expires_at: Instant
}

interface SettingTable {
  key: string
  value: string
}
