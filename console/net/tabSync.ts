import { limits } from '../../contract/limits.ts'
import { isRecord } from './failure.ts'

/** What one tab hands to another so that both are in one session; what renews it, a cookie, they share anyway. */
export interface HandedSession {
  readonly token: string
  readonly username: string
  /** When the token ought to be renewed, ms since 1970; null where the server renews none. */
  readonly renewAt: number | null
}

/** What a tab makes of what the others say. */
export interface TabListener {
  /** What it hands on; null while nobody is signed in. */
  readonly present: () => HandedSession | null
  /** Somebody signed in elsewhere in this browser, or what was asked for came late. */
  readonly opened: (session: HandedSession) => void
  readonly renewed: (session: HandedSession) => void
  readonly signedOut: (username: string) => void
}

/** The part of a BroadcastChannel that is needed. */
export interface TabLine {
  postMessage(message: unknown): void
  addEventListener(type: 'message', hear: (event: { readonly data: unknown }) => void): void
}

/**
 * What the tabs of one browser tell each other of their session: only those of the same origin hear it, and nothing is kept. The session's
 * token stays in each tab's own storage, which ends with the tab.
 */
export class TabSync {
  readonly #line: TabLine | null
  /** Not `crypto.randomUUID`, which browsers give only to pages over https. */
  readonly #own: string = crypto.getRandomValues(new Uint32Array(4)).join('-')
  #hearer: TabListener | null = null
  #asking: ((session: HandedSession, isLast: boolean) => void) | null = null
  /** Whether this tab is the one last worked in: where tabs are signed in as several people, a new one is of the person who opened it. */
  #isLast = false

  constructor(line: TabLine | null) {
    this.#line = line
    line?.addEventListener('message', ({ data }) => this.#hear(data))
  }

  listen(hearer: TabListener): void {
    this.#hearer = hearer
  }

  /** The session of the tab last worked in, of any other where that one does not answer in time; null where none does. Only such as are wanted count. */
  ask(isWanted: (session: HandedSession) => boolean = () => true): Promise<HandedSession | null> {
    if (!this.#line) return Promise.resolve(null)
    return new Promise((done) => {
      let other: HandedSession | null = null
      const end = (session: HandedSession | null): void => {
        clearTimeout(timer)
        this.#asking = null
        done(session)
      }
      const timer = setTimeout(() => end(other), limits.session.otherTabsMs)
      this.#asking = (session, isLast) => {
        if (!isWanted(session)) return
        if (isLast) end(session)
        else other ??= session
      }
      this.#say({ kind: 'asked', by: this.#own })
    })
  }

  /** Somebody works in this tab: the others heed that. */
  use(): void {
    if (this.#isLast || !this.#hearer?.present()) return
    this.#isLast = true
    this.#say({ kind: 'used' })
  }

  tellOpened(session: HandedSession): void {
    this.#say({ kind: 'opened', session })
  }

  tellRenewed(session: HandedSession): void {
    this.#say({ kind: 'renewed', session })
  }

  tellSignedOut(username: string): void {
    this.#say({ kind: 'signedOut', username })
  }

  #say(message: Message): void {
    this.#line?.postMessage(message)
  }

  #hear(data: unknown): void {
    const message = readMessage(data)
    if (!message || !this.#hearer) return
    switch (message.kind) {
      case 'asked': {
        const session = this.#hearer.present()
        if (session) this.#say({ kind: 'answered', to: message.by, session, isLast: this.#isLast })
        return
      }
      case 'answered':
        if (message.to !== this.#own) return
        if (this.#asking) this.#asking(message.session, message.isLast)
        else this.#hearer.opened(message.session)
        return
      case 'used':
        this.#isLast = false
        return
      case 'opened': return this.#hearer.opened(message.session)
      case 'renewed': return this.#hearer.renewed(message.session)
      case 'signedOut': return this.#hearer.signedOut(message.username)
    }
  }
}

type Message =
  | { readonly kind: 'asked'; readonly by: string }
  | { readonly kind: 'answered'; readonly to: string; readonly session: HandedSession; readonly isLast: boolean }
  | { readonly kind: 'used' }
  | { readonly kind: 'opened' | 'renewed'; readonly session: HandedSession }
  | { readonly kind: 'signedOut'; readonly username: string }

/** A tab that was loaded before the console was brought up to date may say something else. */
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

function readSession(data: unknown): HandedSession | null {
  if (!isRecord(data)) return null
  const { token, username, renewAt } = data
  if (typeof token !== 'string' || typeof username !== 'string' || (renewAt !== null && typeof renewAt !== 'number')) return null
  return { token, username, renewAt }
}
