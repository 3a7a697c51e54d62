import { limits } from '../../contract/limits.ts'
import { isRecord } from './failure.ts'

/** Session data that tabs exchange to share one session. The renewal cookie is shared anyway. */
export interface SharedSession {
  readonly token: string
  readonly username: string
  /** Time to renew the token, Unix time in milliseconds; null if the server does not renew tokens. */
  readonly renewAt: number | null
}

/** Handlers for the messages of other tabs. */
export interface TabListener {
  /** Returns the session to pass on; null if signed out. */
  readonly present: () => SharedSession | null
  /** Another tab signed in, or a requested session arrived late. */
  readonly opened: (session: SharedSession) => void
  readonly renewed: (session: SharedSession) => void
  readonly signedOut: (username: string) => void
}

/** Required part of BroadcastChannel. */
export interface TabLine {
  postMessage(message: unknown): void
  addEventListener(type: 'message', handler: (event: { readonly data: unknown }) => void): void
}

/**
 * Synchronizes the session between the tabs of a browser. Messages reach only tabs of the same origin and are not
 * stored. The token remains in each tab's session storage.
 */
export class TabSync {
  readonly #line: TabLine | null
  /** Not `crypto.randomUUID`, which is available only over HTTPS. */
  readonly #own: string = crypto.getRandomValues(new Uint32Array(4)).join('-')
  #listener: TabListener | null = null
  #pendingRequest: ((session: SharedSession, isLast: boolean) => void) | null = null
  /**
   * True in the most recently used tab. If tabs have different accounts, a new tab uses that of the most recently used
   * one.
   */
  #isLast = false

  constructor(line: TabLine | null) {
    this.#line = line
    line?.addEventListener('message', ({ data }) => this.#receive(data))
  }

  listen(listener: TabListener): void {
    this.#listener = listener
  }

  /**
   * Requests a session that `isWanted` accepts: from the most recently used tab, or from any other if that one does not
   * answer in time; null if there is none.
   */
  requestSession(accepts: (session: SharedSession) => boolean = () => true): Promise<SharedSession | null> {
    if (!this.#line) return Promise.resolve(null)
    return new Promise((done) => {
      let other: SharedSession | null = null
      const end = (session: SharedSession | null): void => {
        clearTimeout(timer)
        this.#pendingRequest = null
        done(session)
      }
      const timer = setTimeout(() => end(other), limits.session.otherTabsMs)
      this.#pendingRequest = (session, isLast) => {
        if (!accepts(session)) return
        if (isLast) end(session)
        else other ??= session
      }
      this.#send({ kind: 'asked', by: this.#own })
    })
  }

  /** Marks this tab as the most recently used one. */
  markUsed(): void {
    if (this.#isLast || !this.#listener?.present()) return
    this.#isLast = true
    this.#send({ kind: 'used' })
  }

  notifyOpened(session: SharedSession): void {
    this.#send({ kind: 'opened', session })
  }

  notifyRenewed(session: SharedSession): void {
    this.#send({ kind: 'renewed', session })
  }

  notifySignedOut(username: string): void {
    this.#send({ kind: 'signedOut', username })
  }

  #send(message: Message): void {
    this.#line?.postMessage(message)
  }

  #receive(data: unknown): void {
    const message = readMessage(data)
    if (!message || !this.#listener) return
    switch (message.kind) {
      case 'asked': {
        const session = this.#listener.present()
        if (session) this.#send({ kind: 'answered', to: message.by, session, isLast: this.#isLast })
        return
      }
      case 'answered':
        if (message.to !== this.#own) return
        if (this.#pendingRequest) this.#pendingRequest(message.session, message.isLast)
        else this.#listener.opened(message.session)
        return
      case 'used':
        this.#isLast = false
        return
      case 'opened':
        return this.#listener.opened(message.session)
      case 'renewed':
        return this.#listener.renewed(message.session)
      case 'signedOut':
        return this.#listener.signedOut(message.username)
    }
  }
}

type Message =
  | { readonly kind: 'asked'; readonly by: string }
  | { readonly kind: 'answered'; readonly to: string; readonly session: SharedSession; readonly isLast: boolean }
  | { readonly kind: 'used' }
  | { readonly kind: 'opened' | 'renewed'; readonly session: SharedSession }
  | { readonly kind: 'signedOut'; readonly username: string }

/** Validates a message; a tab with an older version of the console can send other formats. */
function readMessage(data: unknown): Message | null {
  if (!isRecord(data)) return null
  const { kind, by, to, username, isLast } = data
  const session = readSession(data['session'])
  if (kind === 'used') return { kind }
  if (kind === 'asked' && typeof by === 'string') return { kind, by }
  if (kind === 'answered' && typeof to === 'string' && session) return { kind, to, session, isLast: isLast === true }
  if ((kind === 'opened' || kind === 'renewed') && session) return { kind, session }
  if (kind === 'signedOut' && typeof username === 'string') return { kind, username }
  return null
}

function readSession(data: unknown): SharedSession | null {
  if (!isRecord(data)) return null
  const { token, username, renewAt } = data
  if (typeof token !== 'string' || typeof username !== 'string' || (renewAt !== null && typeof renewAt !== 'number'))
    return null
  return { token, username, renewAt }
}
