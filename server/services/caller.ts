import type { Membership, Role } from '../../contract/access.ts'

/** A live session and the account behind it, as of a few seconds ago at most. */
export interface Session {
  /** Stays the same when the token is renewed. */
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly role: Role
  readonly projects: readonly Membership[]
  readonly mustChangePassword: boolean
  readonly signedInAt: number
  /** When it ends if nothing more is heard. */
  readonly expiresAt: number
}

/** Where a request came from. */
export interface Origin {
  readonly address: string
  /** The request's id, which the audit trail and the log share. */
  readonly request: string
}

/** Who asks for something. */
export interface Caller extends Origin {
  readonly session: Session
}

/** The server itself, where a change has no person behind it. */
export const serverCaller = { name: 'server', role: 'server', address: '', request: '' } as const
