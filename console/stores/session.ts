import { computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { allPermissions, hasPermission, canAccess, type Policy } from '../../contract/access.ts'
import type { SessionAnswer, SignedIn, SignInAnswer, SignInTicket } from '../../contract/routes.ts'
import { limits } from '../../contract/limits.ts'
import { CallFailure } from '../net/failure.ts'
import type { Client } from '../net/client.ts'
import { type HandedSession, TabSync } from '../net/tabSync.ts'

/** Session storage names of the specification, section 3: login state `in`, token, username. */
const names = { state: 'loginstate', token: 'token', username: 'username', error: 'errorCode', renewAt: 'tokenRenewAt', accountId: 'accountId' } as const

/** The server hears of activity six times in the longest inactivity that it allows. */
const aliveShare = 6

/** Why the last session ended: long inactivity, or the account signed in (or was ended) elsewhere. */
export type Ending = 'expire' | 'accounts'

/** Who is signed in and with which token. The only writer of the session's storage names. */
export class SessionStore {
  token: string | null
  username: string | null
  /** Null until the server has confirmed the session. */
  account: SignedIn | null = null
  ending: Ending | null
  /** How often a session of another tab was taken over after the page had been shown without one. */
  joins = 0
  readonly #client: Client
  readonly #storage: Storage
  readonly #now: () => number
  #confirmedAt = 0
  /** When the token ought to be renewed; null where the server renews none. */
  #renewAt: number | null
  #renewing: Promise<void> | null = null
  readonly #tabs: TabSync
  #joining: Promise<void> | null = null
  /** The session that this tab had last; null where it had none since the page was loaded. */
  #before: HandedSession | null = null
  /** Whether the person wants to be somebody else here than who the other tabs are: until his own sign-in this tab is nobody's. */
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
      token: observable, username: observable, account: observableRef, ending: observable, joins: observable,
      isSignedIn: computed, mustChangePassword: computed, mustSetSecondStep: computed,
    })
    tabs.listen({
      present: () => this.#handed,
      opened: (session) => this.#hearOpened(session),
      renewed: (session) => { if (session.username === this.username) this.#keep(session) },
      signedOut: (username) => { if (username === this.username) this.#leave() },
    })
  }

  get isSignedIn(): boolean {
    return this.token !== null && this.username !== null
  }

  /** Whose session it is: also after a reload that the server has not answered, as it was confirmed before. */
  get accountId(): string | null {
    return this.account?.id ?? this.#storage.getItem(names.accountId)
  }

  /** Whether the server may still take work that is done here: somebody is signed in, as far as is known, and held up by no second step. */
  get mayGoOn(): boolean {
    return this.isSignedIn && !this.mustSetSecondStep
  }

  get mustChangePassword(): boolean {
    return this.account?.mustChangePassword ?? false
  }

  /** Its role demands a second step that it does not have: the server refuses everything else before. */
  get mustSetSecondStep(): boolean {
    return this.account?.mustSetSecondStep ?? false
  }

  /** Whether the account may call a route of this policy in a project: what it may not, screens do not offer. */
  may(policy: Policy, project: string): boolean {
    return this.account !== null && this.#holds(policy) && canAccess(this.account, policy, project)
  }

  /** Whether the account may call a route of this policy: in that project, or in any where none is named. */
  mayCall(policy: Policy, project?: string): boolean {
    const { account } = this
    if (account === null || !this.#holds(policy)) return false
    if (policy.scope !== 'project') return policy.roles.includes(account.role)
    return project === undefined ? account.role === 'super' || account.projects.some(({ id }) => canAccess(account, policy, id)) : canAccess(account, policy, project)
  }

  /** Whether the account holds this permission; `*:*:*` passes everything, else it must be exactly this one (specification, section 5). */
  mayDo(permission: string): boolean {
    return this.account !== null && hasPermission(this.account.permissions, permission)
  }

  /** Whether it holds at least one of them. */
  mayDoAny(permissions: readonly string[]): boolean {
    return this.mayDo(allPermissions) || permissions.some((permission) => this.mayDo(permission))
  }

  /** Whether it holds all of them, and there is one. */
  mayDoAll(permissions: readonly string[]): boolean {
    return this.mayDo(allPermissions) || (permissions.length > 0 && permissions.every((permission) => this.mayDo(permission)))
  }

  /** Whether it has this role: its rank, or one of its further roles by key. A super administrator passes every question of roles (section 6). */
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
   * Throws a CallFailure (`session.wrong`, `session.locked`) that the sign-in form shows. Where the account has a second step nobody is
   * signed in yet: the ticket is to come with a code. It is in no store and no address.
   */
  async signIn(account: string, password: string): Promise<SignInTicket | null> {
    const headers = { isToken: false, repeatSubmit: false } as const
    const answer = await this.#client.call('session.signIn', { body: { account, password } }, { quiet: true, headers })
    if ('ticket' in answer) return answer
    this.#open(answer)
    return null
  }

  /** The second step. Throws a CallFailure: `session.code` asks for another code, `session.ticket` for the password again. */
  async bringCode(ticket: string, code: string): Promise<void> {
    const headers = { isToken: false, repeatSubmit: false } as const
    this.#open(await this.#client.call('session.secondStep', { body: { ticket, code } }, { quiet: true, headers }))
  }

  /** By the word of another system. Throws a CallFailure; who was signed in here before is not any more. */
  async signInSingle(appKey: string, jwt: string): Promise<void> {
    const headers = { isToken: false, repeatSubmit: false } as const
    this.#open(await this.#client.call('session.single', { body: { appKey, jwt } }, { quiet: true, headers }))
  }

  /**
   * Where this tab has no session, or the one that it had kept has turned out to be over: has it from another one of this browser, if one is
   * signed in, as the same person where this tab was somebody's. Asked once in the life of the page, and not where a person has ended the
   * session; it settles within `limits.session.otherTabsMs`.
   */
  join(): Promise<void> {
    if (this.isSignedIn) return Promise.resolve()
    const before = this.#before
    this.#joining ??= this.#tabs.ask((session) => before === null || (session.username === before.username && session.token !== before.token)).then((session) => {
      if (session && !this.isSignedIn) this.#take(session, before !== null)
    })
    return this.#joining
  }

  /** After a reload: asks the server who the stored token is. A session it does not know has ended when this settles. */
  async restore(): Promise<void> {
    if (!this.isSignedIn || this.account) return
    this.#confirm(await this.#client.call('session.read', undefined, { quiet: true }))
  }

  /** Throws a CallFailure (`password.wrong`, `password.weak`) that the form shows. */
  async changePassword(present: string, next: string): Promise<void> {
    this.#open(await this.#client.call('session.password', { body: { present, next } }, { quiet: true }))
  }

  /** For who wants to be somebody else here: the session goes on in the other tabs, a wall display among them, and what they say of it is his no more. */
  leave(): void {
    this.#hasLeft = true
    this.#leave()
  }

  /** Ends the session here and in the other tabs, even when the server cannot be told. */
  async signOut(): Promise<void> {
    // They first: the server's end of the session would reach them as one that was ended elsewhere.
    if (this.username !== null) this.#tabs.tellSignedOut(this.username)
    try {
      await this.#client.call('session.signOut', undefined, { quiet: true })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
    } finally {
      this.#leave()
    }
  }

  /**
   * Has the token renewed where it is time, or where it is the one that the server has just called run out; null where there is nothing to
   * do. The other tabs are told the new one; where two renew at once, the tokens of both go on. Nobody's being here is told by it. Rejects where
   * the server does not renew it (the session is over), or cannot be asked although the token is good no more.
   */
  renewal(refused?: string): Promise<void> | null {
    const { token } = this
    if (token === null || this.#renewAt === null) return null
    if (refused === undefined ? this.#now() < this.#renewAt : refused !== token) return refused === undefined ? null : Promise.resolve()
    this.#renewing ??= this.#renew(token, refused === undefined).finally(() => { this.#renewing = null })
    return this.#renewing
  }

  async #renew(token: string, isEarly: boolean): Promise<void> {
    try {
      const answer = await this.#client.call('session.renew', { body: { token } }, { quiet: true, headers: { repeatSubmit: false } })
      if (this.token !== token || this.username === null) return
      const session = { token: answer.token, username: this.username, renewAt: this.#renewAtOf(answer) }
      this.#keep(session)
      this.#tabs.tellRenewed(session)
    } catch (thrown) {
      // Before its time is over the token is good for what is to be asked; it is tried again with the next call.
      if (isEarly && thrown instanceof CallFailure && thrown.status !== 401) return
      throw thrown
    }
  }

  /**
   * Tells the server that somebody is at work (or that a wall display is), so that the session does not end for
   * inactivity.
   */
  async stayAlive(): Promise<void> {
    if (this.#now() >= this.#confirmedAt + limits.session.idleMs / aliveShare) await this.verify({ isAttended: true })
  }

  /** While nobody is at work: asks after the longest inactivity that the server allows, so that the end is told here and not by the next click. */
  async lookForEnd(): Promise<void> {
    if (this.#now() > this.#confirmedAt + limits.session.idleMs) await this.verify()
  }

  /** Asks the server whether the session still holds; one that does not is closed. Without an answer all stays. */
  async verify(how: { readonly isAttended?: true } = {}): Promise<void> {
    if (!this.account) return
    this.#confirmedAt = this.#now()
    try {
      this.#confirm(await this.#client.call('session.read', undefined, { ...how, quiet: true }))
    } catch (thrown) {
      // A refusal has closed the session by way of the client; a lost network is asked again with the next activity.
      if (!(thrown instanceof CallFailure)) throw thrown
    }
  }

  /**
   * The server refused the token. While signed in, body code 1 is kept as `expire` and 2 as `accounts` for the
   * sign-in page to tell; in any other state the sign-in page is where it leads (specification, section 8): the session's storage may have
   * been cleared under an open page. Where nobody is signed in, a wrong password say, nothing has ended.
   */
  refused(code: number): void {
    const isIn = this.#storage.getItem(names.state) === 'in'
    if (!isIn && this.token === null) return
    this.#close(isIn && code === 1 ? 'expire' : isIn && code === 2 ? 'accounts' : null)
  }

  get #isAdmin(): boolean {
    return this.account?.role === 'super'
  }

  #holds({ permission }: Policy): boolean {
    return permission === undefined || this.mayDo(permission)
  }

  /** Null while nobody is signed in. */
  get #handed(): HandedSession | null {
    return this.token === null || this.username === null ? null : { token: this.token, username: this.username, renewAt: this.#renewAt }
  }

  #open(answer: SignInAnswer): void {
    const session = { token: answer.token, username: answer.account.name, renewAt: this.#renewAtOf(answer) }
    this.#hasLeft = false
    this.#keep(session)
    this.#confirm(answer)
    this.#tabs.tellOpened(session)
  }

  /**
   * Of somebody else's session this tab takes no notice, nor where its own is over: what a wall display shows would come back with the rights
   * of whoever signs in beside it. Of a new one of its own account it does, for the one before may have ended by it; but of none where the person
   * wants to be somebody else: the sign-in that he has begun would be taken from him.
   */
  #hearOpened(session: HandedSession): void {
    if (this.#hasLeft) return
    const own = this.username ?? this.#before?.username ?? null
    if (own !== null && own !== session.username) return
    if (!this.isSignedIn) return this.#take(session, true)
    this.#keep(session)
    void this.verify()
  }

  /** `isLate`: the page had been shown without a session. */
  #take(session: HandedSession, isLate: boolean): void {
    this.#keep(session)
    if (isLate) runInAction(() => { this.joins++ })
  }

  #renewAtOf({ renewInMs }: SignInAnswer): number | null {
    return renewInMs === undefined ? null : this.#now() + renewInMs
  }

  #keep({ token, username, renewAt }: HandedSession): void {
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

  #confirm(answer: SessionAnswer): void {
    // Another tab may have signed out while this was asked.
    if (this.token === null) return
    this.#confirmedAt = this.#now()
    this.#storage.setItem(names.accountId, answer.account.id)
    runInAction(() => { this.account = answer.account })
  }

  #close(ending: Ending | null): void {
    this.#before = this.#handed ?? this.#before
    this.#renewAt = null
    for (const name of [names.state, names.token, names.username, names.renewAt, names.accountId]) this.#storage.removeItem(name)
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

const readInstant = (text: string | null): number | null => (text === null || !Number.isFinite(Number(text)) ? null : Number(text))

const readEnding = (text: string | null): Ending | null => (text === 'expire' || text === 'accounts' ? text : null)
