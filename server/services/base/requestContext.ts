import type { Membership, Role } from '../../../contract/access.ts'

/** A live session and the account behind it, as of a few seconds ago at most. */
export interface Session {
  /** Stays the same when its token is renewed. */
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly role: Role
  readonly projects: readonly Membership[]
  /** The rank, and the keys of the further roles that count. */
  readonly roles: readonly string[]
  /** What it may do (`hasPermission`); of the strongest role it holds anywhere, for in each project the role held there counts besides. */
  readonly permissions: readonly string[]
  readonly mustChangePassword: boolean
  /** Its role demands a second step and the account has none. */
  readonly mustSetSecondStep: boolean
  /** The beginning of the hash of the token that it is known by, which tells it from the session's others. */
  readonly shown?: string
  /** A screen that is looked at: it may ask for everything it may see, and change nothing. */
  readonly isWall?: boolean
  /** Opened by the word of another system. */
  readonly isVouched?: boolean
  readonly signedInAt: number
  /** When it ends if nothing more is heard. */
  readonly expiresAt: number
  /** The id of the API token that speaks here, in place of a person. */
  readonly token?: string
}

/** Where a request came from. */
export interface ClientInfo {
  readonly address: string
  /** The request's id, which the audit trail and the log share. */
  readonly request: string
  /** What the caller's program says it is; printable, and of no more meaning than that. */
  readonly client: string
}

/** Who asks for something. */
export interface RequestContext extends ClientInfo {
  readonly session: Session
}

/** The server itself, where a change has no person behind it. */
export const systemContext = { name: 'server', role: 'server', address: '', request: '', client: '' } as const
