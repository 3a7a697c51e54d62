import { computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { allPermissions, hasPermission, canAccess, type Policy } from '../../../contract/access.ts'
import type { SessionResponse, SignedIn, SignInResponse, SignInTicket } from '../../../contract/routes.ts'
import { limits } from '../../../contract/limits.ts'
import { CallFailure } from '../../net/failure.ts'
import type { Client } from '../../net/client.ts'
import { type SharedSession, TabSync } from '../../net/tabSync.ts'

/** Session storage keys of the specification, section 3: login state `in`, token, username. */
const names = {
  state: 'loginstate',
  token: 'token',
  username: 'username',
  error: 'errorCode',
  renewAt: 'tokenRenewAt',
  accountId: 'accountId',
} as const

/** Activity is reported six times within the idle timeout of the server. */
const aliveShare = 6

/** Reason for the end of the last session: idle timeout, or ended by a sign-in or an administrator elsewhere. */
export type Ending = 'expire' | 'accounts'

/** The current session: account, token and permissions. Only this store writes the session's storage keys. */
export class SessionStore {
  token: string | null
  username: string | null
  /** Null until the server has confirmed the session. */
  account: SignedIn | null = null
  ending: Ending | null
  /** Number of sessions taken over from other tabs after the page was shown without one. */
  takeoverCount = 0
  readonly #client: Client
  readonly #storage: Storage
  readonly #now: () => number
  #confirmedAt = 0
  /** Time to renew the token (Unix time in milliseconds); null if the server does not renew tokens. */
  #renewAt: number | null
  #renewing: Promise<void> | null = null
  readonly #tabs: TabSync
  #joining: Promise<void> | null = null
  /** Last session of this tab; null if it had none since the page was loaded. */
  #previous: SharedSession | null = null
  /**
   * The user left the shared session to sign in with another account. Sessions of other tabs are ignored until then.
   */
  #hasLeft = false

  constructor(client: Client, storage: Storage, now: () => number, tabs: TabSync = new TabSync(null)) {
    this.#client = client
    this.#storage = storage
    this.#now = now
    this.#tabs = tabs
    const isIn = storage.getItem(names.state) === 'in'
    this.token = isIn ? storage.getItem(names.token) : null
    this.username = isIn ? storage.getItem(names.username) : null
    this.#renewAt = isIn ? readInstant(storage.getItem(names.renewAt)) : null
    this.ending = readEnding(storage.getItem(names.error))
    makeObservable(this, {
      token: observable,
      username: observable,
      account: observableRef,
      ending: observable,
      takeoverCount: observable,
      isSignedIn: computed,
      mustChangePassword: computed,
      mustSetSecondStep: computed,
    })
    tabs.listen({
      present: () => this.#sharedSession,
      opened: (session) => this.#handleOpened(session),
      renewed: (session) => {
        if (session.username === this.username) this.#keep(session)
      },
      signedOut: (username) => {
        if (username === this.username) this.#leave()
      },
    })
  }

  get isSignedIn(): boolean {
    return this.token !== null && this.username !== null
  }

  /** Account id of the session; after a reload without a server response, the last confirmed one. */
  get accountId(): string | null {
    return this.account?.id ?? this.#storage.getItem(names.accountId)
  }

  /** True if the server may accept work: signed in, and no second step has to be set up. */
  get canContinue(): boolean {
    return this.isSignedIn && !this.mustSetSecondStep
  }

  get mustChangePassword(): boolean {
    return this.account?.mustChangePassword ?? false
  }

  /** The role requires a second step that is not set up; the server rejects all other requests until then. */
  get mustSetSecondStep(): boolean {
    return this.account?.mustSetSecondStep ?? false
  }

  /** Returns true if the account may call a route with this policy in the project. The UI hides other actions. */
  may(policy: Policy, project: string): boolean {
    return this.account !== null && this.#hasPermission(policy) && canAccess(this.account, policy, project)
  }

  /**
   * Returns true if the account may call a route with this policy in the project, or in any project if none is given.
   */
  mayCall(policy: Policy, project?: string): boolean {
    const { account } = this
    if (account === null || !this.#hasPermission(policy)) return false
    if (policy.scope !== 'project') return policy.roles.includes(account.role)
    return project === undefined
      ? account.role === 'super' || account.projects.some(({ id }) => canAccess(account, policy, id))
      : canAccess(account, policy, project)
  }

  /**
   * Returns true if the account has the permission. `*:*:*` grants all; otherwise names must match exactly
   * (specification, section 5).
   */
  mayDo(permission: string): boolean {
    return this.account !== null && hasPermission(this.account.permissions, permission)
  }

  /** Returns true if the account has at least one of the permissions. */
  mayDoAny(permissions: readonly string[]): boolean {
    return this.mayDo(allPermissions) || permissions.some((permission) => this.mayDo(permission))
  }

  /** Returns true if the account has all of the permissions and the list is not empty. */
  mayDoAll(permissions: readonly string[]): boolean {
    return (
      this.mayDo(allPermissions) ||
      (permissions.length > 0 && permissions.every((permission) => this.mayDo(permission)))
    )
  }

  /**
   * Returns true if the account has the role, by rank or by the key of a further role. A super administrator has every
   * role (specification, section 6).
   */
  hasRole(role: string): boolean {
    return this.#isAdmin || (this.account?.roles.includes(role) ?? false)
  }

  hasAnyRole(roles: readonly string[]): boolean {
    return this.#isAdmin || roles.some((role) => this.hasRole(role))
  }

  hasAllRoles(roles: readonly string[]): boolean {
    return this.#isAdmin || (roles.length > 0 && roles.every((role) => this.hasRole(role)))
  }

  /**
   * Signs in. Returns a ticket if a second step is required; then the session is not open yet. The ticket must not be
   * stored. Throws a CallFailure for the form (`session.wrong`, `session.locked`).
   */
  async signIn(account: string, password: string): Promise<SignInTicket | null> {
    const headers = { isToken: false, repeatSubmit: false } as const
    const answer = await this.#client.call('session.signIn', { body: { account, password } }, { quiet: true, headers })
    if ('ticket' in answer) return answer
    this.#open(answer)
    return null
  }

  /**
   * Completes a sign-in with the code of the second step. Throws a CallFailure: `session.code` requires another code,
   * `session.ticket` the password again.
   */
  async submitCode(ticket: string, code: string): Promise<void> {
    const headers = { isToken: false, repeatSubmit: false } as const
    this.#open(await this.#client.call('session.secondStep', { body: { ticket, code } }, { quiet: true, headers }))
  }

  /** Signs in by single sign-on. Replaces the previous session. Throws a CallFailure. */
  async signInSingle(appKey: string, jwt: string): Promise<void> {
    const headers = { isToken: false, repeatSubmit: false } as const
    this.#open(await this.#client.call('session.single', { body: { appKey, jwt } }, { quiet: true, headers }))
  }

  /**
   * Takes over the session of another tab if this tab has none or its own has ended, provided that it belongs to the
   * same account. Runs once per page load, and not after an explicit sign-out. Resolves within
   * `limits.session.otherTabsMs`.
   */
  join(): Promise<void> {
    if (this.isSignedIn) return Promise.resolve()
    const previous = this.#previous
    this.#joining ??= this.#tabs
      .requestSession(
        (session) => previous === null || (session.username === previous.username && session.token !== previous.token),
      )
      .then((session) => {
        if (session && !this.isSignedIn) this.#adopt(session, previous !== null)
      })
    return this.#joining
  }

  /** Confirms the stored session after a reload. An unknown session is closed. */
  async restore(): Promise<void> {
    if (!this.isSignedIn || this.account) return
    this.#confirm(await this.#client.call('session.read', undefined, { quiet: true }))
  }

  /** Changes the password. Throws a CallFailure for the form (`password.wrong`, `password.weak`). */
  async changePassword(present: string, next: string): Promise<void> {
    this.#open(await this.#client.call('session.password', { body: { present, next } }, { quiet: true }))
  }

  /**
   * Leaves the session in this tab only, to sign in with another account. It continues in other tabs, for example a
   * wall display.
   */
  leave(): void {
    this.#hasLeft = true
    this.#leave()
  }

  /** Ends the session in all tabs, even if the server is unreachable. */
  async signOut(): Promise<void> {
    // Other tabs first; otherwise they would report that the session was ended elsewhere.
    if (this.username !== null) this.#tabs.notifySignedOut(this.username)
    try {
      await this.#client.call('session.signOut', undefined, { quiet: true })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
    } finally {
      this.#leave()
    }
  }

  /**
   * Renews the token if it is due, or if `refused` is the current token. Returns null if there is nothing to do. The
   * new token is sent to other tabs; if two tabs renew at once, both tokens remain valid. A renewal does not count as
   * activity. Rejects if the session is over, or if the server is unreachable and the token has expired.
   */
  renewal(refused?: string): Promise<void> | null {
    const { token } = this
    if (token === null || this.#renewAt === null) return null
    if (refused === undefined ? this.#now() < this.#renewAt : refused !== token)
      return refused === undefined ? null : Promise.resolve()
    this.#renewing ??= this.#renew(token, refused === undefined).finally(() => {
      this.#renewing = null
    })
    return this.#renewing
  }

  async #renew(token: string, isEarly: boolean): Promise<void> {
    try {
      const answer = await this.#client.call(
        'session.renew',
        { body: { token } },
        { quiet: true, headers: { repeatSubmit: false } },
      )
      if (this.token !== token || this.username === null) return
      const session = { token: answer.token, username: this.username, renewAt: this.#computeRenewAt(answer) }
      this.#keep(session)
      this.#tabs.notifyRenewed(session)
    } catch (thrown) {
      // The token is still valid, so the request can proceed; the next call retries the renewal.
      if (isEarly && thrown instanceof CallFailure && thrown.status !== 401) return
      throw thrown
    }
  }

  /** Reports activity (or an attended wall display) to the server, so that the session does not time out. */
  async stayAlive(): Promise<void> {
    if (this.#now() >= this.#confirmedAt + limits.session.idleMs / aliveShare) await this.verify({ isAttended: true })
  }

  /** Verifies the session after the idle timeout, so that its end is shown without waiting for the next click. */
  async checkExpired(): Promise<void> {
    if (this.#now() > this.#confirmedAt + limits.session.idleMs) await this.verify()
  }

  /** Verifies the session with the server and closes it if it has ended. Without a response nothing changes. */
  async verify(how: { readonly isAttended?: true } = {}): Promise<void> {
    if (!this.account) return
    this.#confirmedAt = this.#now()
    try {
      this.#confirm(await this.#client.call('session.read', undefined, { ...how, quiet: true }))
    } catch (thrown) {
      // On a 401 the client has closed the session; a network failure is retried on the next activity.
      if (!(thrown instanceof CallFailure)) throw thrown
    }
  }

  /**
   * Handles a rejected token. While signed in, body code 1 stores the reason `expire` and 2 `accounts` for the sign-in
   * page (specification, section 8). Otherwise the session is closed without a reason, for example if its storage was
   * cleared. Does nothing if no session exists, for example after a wrong password.
   */
  refused(code: number): void {
    const isIn = this.#storage.getItem(names.state) === 'in'
    if (!isIn && this.token === null) return
    this.#close(isIn && code === 1 ? 'expire' : isIn && code === 2 ? 'accounts' : null)
  }

  get #isAdmin(): boolean {
    return this.account?.role === 'super'
  }

  #hasPermission({ permission }: Policy): boolean {
    return permission === undefined || this.mayDo(permission)
  }

  /** Null while signed out. */
  get #sharedSession(): SharedSession | null {
    return this.token === null || this.username === null
      ? null
      : { token: this.token, username: this.username, renewAt: this.#renewAt }
  }

  #open(answer: SignInResponse): void {
    const session = { token: answer.token, username: answer.account.name, renewAt: this.#computeRenewAt(answer) }
    this.#hasLeft = false
    this.#keep(session)
    this.#confirm(answer)
    this.#tabs.notifyOpened(session)
  }

  /**
   * Handles a session that another tab opened. Ignored if it belongs to another account, even if this tab's session has
   * ended: a wall display must not continue with the rights of another account. Ignored as well while the user signs in
   * with another account. A new session of the same account is adopted, because it may have ended the previous one.
   */
  #handleOpened(session: SharedSession): void {
    if (this.#hasLeft) return
    const own = this.username ?? this.#previous?.username ?? null
    if (own !== null && own !== session.username) return
    if (!this.isSignedIn) return this.#adopt(session, true)
    this.#keep(session)
    void this.verify()
  }

  /** `isLate`: the page was already shown without a session. */
  #adopt(session: SharedSession, isLate: boolean): void {
    this.#keep(session)
    if (isLate)
      runInAction(() => {
        this.takeoverCount++
      })
  }

  #computeRenewAt({ renewInMs }: SignInResponse): number | null {
    return renewInMs === undefined ? null : this.#now() + renewInMs
  }

  #keep({ token, username, renewAt }: SharedSession): void {
    if (username !== this.username) this.#storage.removeItem(names.accountId)
    this.#renewAt = renewAt
    this.#storage.setItem(names.state, 'in')
    this.#storage.setItem(names.token, token)
    this.#storage.setItem(names.username, username)
    if (renewAt === null) this.#storage.removeItem(names.renewAt)
    else this.#storage.setItem(names.renewAt, String(renewAt))
    this.#storage.removeItem(names.error)
    runInAction(() => {
      this.token = token
      this.username = username
      this.ending = null
    })
  }

  #leave(): void {
    this.#joining = Promise.resolve()
    this.#close(null)
  }

  #confirm(answer: SessionResponse): void {
    // Another tab may have signed out meanwhile.
    if (this.token === null) return
    this.#confirmedAt = this.#now()
    this.#storage.setItem(names.accountId, answer.account.id)
    runInAction(() => {
      this.account = answer.account
    })
  }

  #close(ending: Ending | null): void {
    this.#previous = this.#sharedSession ?? this.#previous
    this.#renewAt = null
    for (const name of [names.state, names.token, names.username, names.renewAt, names.accountId])
      this.#storage.removeItem(name)
    if (ending) this.#storage.setItem(names.error, ending)
    else this.#storage.removeItem(names.error)
    runInAction(() => {
      this.token = null
      this.username = null
      this.account = null
      this.ending = ending
    })
  }
}

const readInstant = (text: string | null): number | null =>
  text === null || !Number.isFinite(Number(text)) ? null : Number(text)

const readEnding = (text: string | null): Ending | null => (text === 'expire' || text === 'accounts' ? text : null)
