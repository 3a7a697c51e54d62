import type { ColumnType, Generated } from 'kysely'
import type { Role } from '../../../contract/access.ts'
import type { CommandState, Tag } from '../../../contract/routes.ts'
import type { AuditChainTable, AuditHeadTable } from '../audit/auditChain.ts'
import type { DeviceCredentialTable } from './deviceCredentialTables.ts'
import type { FaultLimitColumns } from './faultLimitTables.ts'
import type { RecycledItemTable } from './recycledTables.ts'
import type { DrawingRevisionTable } from './revisionTables.ts'
import type { RecoveryCodeTable, SecondStepTable, SignInTicketTable } from './secondStepTables.ts'
import type { ServerAlarmTable } from './serverAlarmTables.ts'
import type { DisplayTable } from './displayTables.ts'
import type { ShareFailureTable, ShareSessionTable, ShareTable } from './shareTables.ts'
import type { ApiTokenTable } from './tokenTables.ts'
import type { DeletedTagTable, IgnoredDeviceTable } from './undeclaredTables.ts'

/**
 * Table types for kysely; `migrations.ts` creates the tables. Only the history accesses its own tables, which are not
 * listed here.
 */
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
  device_credential: DeviceCredentialTable
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
  /** Scheme, parameters, salt and key, as `services/base/passwords.ts` writes them. */
  password: string
  must_change: boolean
  enabled: Generated<boolean>
  created_at: Instant
  full_name: Generated<string | null>
  phone: Generated<string | null>
  email: Generated<string | null>
  post: Generated<string | null>
  /** Ids of additional roles; written as JSON text. */
  roles: ColumnType<readonly string[], string | undefined, string>
  is_wall: Generated<boolean>
  last_sign_in_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  revision: Generated<number>
  created_by: Generated<string>
  /** Null if never updated. */
  updated_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  updated_by: Generated<string>
}

interface ProjectTable extends FaultLimitColumns {
  id: string
  name: string
  created_at: Instant
  description: Generated<string | null>
  edition: Generated<string>
  /** Main drawing of the project. */
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
  /** Time at which the password was entered; unchanged by renewals. */
  signed_in_at: Instant
  seen_at: Instant
  expires_at: Instant
  ended: 'signOut' | 'elsewhere' | 'password' | 'removed' | 'replayed' | 'secondStep' | null
  /** Opened by single sign-on of another system, which is responsible for the authentication. */
  is_vouched: Generated<boolean>
  /** Number of token renewals. `renewed_at`: time of the last one. `confirmed`: newest renewal whose token was used. */
  renewals: Generated<number>
  renewed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  confirmed: Generated<number>
}

/** Tokens of a session. Each browser tab has its own; an expired token still identifies its session. */
interface SessionTokenTable {
  /** SHA-256 of the token, so read access to the table does not allow signing in. */
  hash: string
  session: string
  /** Number of the renewal that issued the token. */
  renewal: number
  expires_at: Instant
  /** Time of the first renewal of this token. */
  renewed_at: Instant | null
}

interface LoginFailureTable {
  name: string
  /** A known address of the account, otherwise `*`, so that strangers cannot lock out a user at a known address. */
  address: string
  count: number
  last_at: Instant
  wait_until: Instant
}

/** A drawing starred by an account. */
interface DrawingStarTable {
  account: string
  drawing: string
}

interface DrawingTable {
  id: string
  project: string
  name: string
  revision: number
  /** File exactly as the engine writes it; jsonb would reorder it. */
  body: string
  hash: string
  components: number
  width: number
  height: number
  created_at: Instant
  updated_at: Instant
  updated_by: string
  description: Generated<string>
  /** A data URL. */
  cover: Generated<string | null>
  /** Hash of the cover, so that lists need not contain the image. */
  cover_mark: Generated<string | null>
  floor: Generated<string | null>
  is_public: Generated<boolean>
  /** Account that created the drawing; null if unknown or created by the server. */
  creator: Generated<string | null>
}

interface LibraryEntryTable {
  id: string
  name: string
  type: string
  is_public: boolean
  revision: number
  /** Like `drawing.body`: one instance and all symbols that it needs. */
  body: string
  hash: string
  components: number
  params: number
  width: number
  height: number
  /** Account id; a later account with the same name is not the creator. */
  creator: string
  created_by: string
  created_at: Instant
  updated_at: Instant
  updated_by: string
}

/** An uploaded file. Its content is in the data directory, named by the id. */
interface StoredFileTable {
  id: string
  /** Null: every signed-in user may read it. */
  project: string | null
  name: string
  type: string
  /** The driver returns a bigint as text. */
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
  /** Like `account.password`. */
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
  /** Created by a custom topic and described by a thing model. */
  is_own: Generated<boolean>
  /** Time of the message that created the tag; null if the server created it. */
  first_seen_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** MQTT client that sent that message. */
  publisher: Generated<string | null>
  /** Values that a command may have, with their names. */
  options: ColumnType<Tag['options'] | null, string | null | undefined, string | null>
}

interface CommandTable {
  id: string
  account: string
  idempotency_key: string
  body_hash: string
  tag: string
  /** Null if the command has a text. */
  value: number | null
  text: string | null
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
  /** Name that the client program reports. */
  client: Generated<string>
}

/** Used single sign-on tokens; each opens only one session. */
interface SingleSignOnTable {
  app: string
  jti: string
  expires_at: Instant
}

interface SettingTable {
  key: string
  value: string
}
