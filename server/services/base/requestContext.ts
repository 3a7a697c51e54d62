import type { Membership, Role } from '../../../contract/access.ts'

/** An active session and its account, at most a few seconds old. */
export interface Session {
  /** Unchanged when the token is renewed. */
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly role: Role
  readonly projects: readonly Membership[]
  /** Rank and the keys of the additional roles in effect. */
  readonly roles: readonly string[]
  /**
   * Permissions (`hasPermission`) of the strongest role held anywhere. The role held in each project is checked as
   * well.
   */
  readonly permissions: readonly string[]
  readonly mustChangePassword: boolean
  /** True if the role requires two-factor authentication and the account has not set it up. */
  readonly mustSetSecondStep: boolean
  /** Prefix of the token hash, which identifies this token among those of the session. */
  readonly tokenPrefix?: string
  /** True for a wall display: it may read everything it may see, and change nothing. */
  readonly isWall?: boolean
  /** True if another system opened the session (single sign-on). */
  readonly isVouched?: boolean
  readonly signedInAt: number
  /** Expiry without further activity. */
  readonly expiresAt: number
  /** Id of the API token used instead of a user's session. */
  readonly token?: string
}

/** Origin of a request. */
export interface ClientInfo {
  readonly address: string
  /** Request id, used in the audit log and the server log. */
  readonly request: string
  /** User agent of the client, reduced to printable characters. Informational only. */
  readonly client: string
}

/** Authenticated caller of a request. */
export interface RequestContext extends ClientInfo {
  readonly session: Session
}

/** Context for changes by the server itself, without a user. */
export const systemContext = { name: 'server', role: 'server', address: '', request: '', client: '' } as const
