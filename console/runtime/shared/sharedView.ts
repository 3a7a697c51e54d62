import { withControlsOff } from '@mimic/engine'
import { catalog } from '@mimic/engine/catalog'
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { pageTokenOf } from '../../../contract/displays.ts'
import { limits } from '../../../contract/limits.ts'
import type { SharedDrawing, Tag } from '../../../contract/routes.ts'
import { parseTag } from '../../../contract/telemetry/tags.ts'
import type { Client } from '../../net/client.ts'
import { CallFailure } from '../../net/failure.ts'
import { SharePoll } from '../../net/sharePoll.ts'
import { anonymousClient, createAnonymousStores } from '../../stores/anonymousStores.ts'
import type { RootStore } from '../../stores/root.ts'
import { repeat } from '../feeds/polling.ts'
import { RunStore } from '../runStore.ts'
import type { RunSource } from '../source.ts'

/** What opens a page without an account: a link's id, or the token of a display with the drawing that it shows. */
export type Entrance = { readonly share: string } | { readonly display: string; readonly drawing: string }

export type SharedPhase = 'asking' | 'password' | 'running' | 'failed'

/** What came with a drawing. */
type Known = Pick<SharedDrawing, 'revision' | 'mayOperate' | 'tags' | 'points'>

const nothing: Known = { revision: 0, mayOperate: false, tags: [], points: [] }
/** So often it is tried again by itself: a screen in a lobby has nobody to press a button. */
const againMs = 15_000

/** One link on its way from its address to a drawing that runs, and back when it ends. Nothing of the drawing stays here then. */
export class SharedView {
  phase: SharedPhase = 'asking'
  /** Why there is nothing to see. */
  failure: CallFailure | null = null
  /** What was seen came to an end: the password was changed, the page was away for long, or it was open for `limits.share.absoluteMs`. */
  hasEnded = false
  run: RunStore | null = null
  token: string | null = null
  /** For what runs: nobody is signed in there. */
  readonly stores: RootStore
  readonly #entrance: Entrance
  readonly #client: Client
  /** A page without controls cannot ask for the password again after a visit has ended. */
  readonly #isKiosk: boolean
  #password: string | undefined
  #shown = nothing
  #asking = new AbortController()
  #isReading = false
  #readAt = -Infinity

  constructor(entrance: Entrance, root: RootStore, isKiosk = false) {
    this.#entrance = entrance
    this.#isKiosk = isKiosk
    this.#client = anonymousClient(root)
    // Before the stores: their reaction to the token only works if it is observable when they are made.
    makeObservable(this, { phase: observable, failure: observableRef, hasEnded: observable, run: observableRef, token: observable, leave: action })
    this.stores = createAnonymousStores(root, {
      credentials: () => (this.token === null ? null : { account: 'share', token: this.token }),
      createLink: (ends) => new SharePoll({
        ask: (seen, signal) => this.#client.call('share.values', { body: { token: this.token ?? '', seen } }, { ...plainly, signal }),
        shown: () => this.#shown, onSaved: () => void this.#readAgain(), onEnded: () => void this.#ended(),
      }, ends),
    })
  }

  /** Asks what the link needs, and opens it where that is nothing. Settles always. */
  async begin(): Promise<void> {
    this.#asking.abort()
    const { signal } = this.#asking = new AbortController()
    // A message stays while the same is tried again.
    if (this.phase !== 'failed' && !this.run?.failure) runInAction(() => { this.phase = 'asking' })
    try {
      const needsPassword = await this.#needsPassword(signal)
      if (needsPassword && this.#password === undefined) runInAction(() => { this.phase = 'password' })
      else await this.#open(needsPassword ? this.#password : undefined, signal)
      if (!signal.aborted) runInAction(() => { this.failure = null })
    } catch (thrown) {
      if (signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      const isPasswordChanged = thrown.error === 'share.wrong'
      if (isPasswordChanged) this.#password = undefined
      runInAction(() => {
        this.phase = isPasswordChanged ? 'password' : 'failed'
        this.failure = thrown
      })
    }
  }

  /** Throws a CallFailure that the form shows; a link that is gone leads away from the form. */
  async enter(password: string): Promise<void> {
    const { signal } = this.#asking
    try {
      await this.#open(password, signal)
      if (this.#isKiosk) this.#password = password
    } catch (thrown) {
      if (thrown instanceof CallFailure && thrown.error === 'share.missing') return this.begin()
      throw thrown
    }
  }

  /** Tries what failed again and again, until the page is left; a link that is gone stays gone. Answers how to stop. */
  keepTrying(): () => void {
    return repeat(againMs, () => {
      const hasFailed = this.isWaiting || (this.phase === 'failed' ? this.failure?.error !== 'share.missing' : this.phase === 'running' && this.run?.failure)
      if (hasFailed) void this.begin()
    })
  }

  /** Leaves the drawing, and forgets it. */
  leave(): void {
    this.#asking.abort()
    this.run?.close()
    this.run = null
    this.token = null
    this.#shown = nothing
  }

  destroy(): void {
    this.leave()
    this.stores.telemetry.destroy()
  }

  /** Whether a display's token opened the page: nobody sits at it. */
  get isDisplay(): boolean {
    return 'display' in this.#entrance
  }

  /** Whether a kiosk page would have to ask for the link's new password: no person is there to enter it. */
  get isWaiting(): boolean {
    return this.#isKiosk && this.hasEnded && this.phase === 'password'
  }

  get #shownId(): string {
    return 'display' in this.#entrance ? this.#entrance.drawing : this.#entrance.share
  }

  async #needsPassword(signal: AbortSignal): Promise<boolean> {
    if ('display' in this.#entrance) return false
    return (await this.#client.call('share.ask', { body: { share: this.#entrance.share } }, { ...plainly, signal })).needsPassword
  }

  /** What the page is known by: a link starts a visit, a display's page has its token from the beginning. */
  async #getToken(password: string | undefined, signal: AbortSignal): Promise<string> {
    if ('display' in this.#entrance) return pageTokenOf(this.#entrance.display, this.#entrance.drawing, newMark())
    const body = { share: this.#entrance.share, ...(password === undefined ? {} : { password }) }
    return (await this.#client.call('share.open', { body }, { ...plainly, signal })).token
  }

  async #open(password: string | undefined, signal: AbortSignal): Promise<void> {
    const token = await this.#getToken(password, signal)
    const source = this.#source(token)
    const run = new RunStore(this.#shownId, source)
    await run.open()
    if (signal.aborted) return
    this.#shown = source.known()
    runInAction(() => {
      this.token = token
      this.run = run
      this.hasEnded = false
      this.phase = 'running'
    })
  }

  /** Where a drawing comes from, and what came with it: by that its values are numbered as soon as it is the one that is shown. */
  #source(token: string): RunSource & { readonly known: () => Known } {
    let known = nothing
    return {
      isShared: true,
      commands: {
        send: ({ tag, value, component = '', componentPassword }, idempotencyKey) => this.#client.call(
          'share.send', { body: { token, tag, value, component, ...(componentPassword === undefined ? {} : { componentPassword }) } }, { ...plainly, idempotencyKey },
        ),
        read: (id, signal) => this.#client.call('share.command', { body: { token, id } }, { ...plainly, signal }),
      },
      known: () => known,
      read: async (signal) => {
        const { drawing, newer, ...shown } = await this.#client.call('share.drawing', { body: { token } }, { ...plainly, signal })
        known = shown
        const { revision, mayOperate } = shown
        return { drawing, project: '', revision, newer, mayOperate, ...(this.isDisplay && !mayOperate ? { prepare: (components) => withControlsOff(components, catalog) } : {}) }
      },
      pointsOf: ({ project, device }) => Promise.resolve(new Map(known.points.filter((point) => point.project === project && point.device === device).map((point): [string, Tag] => [point.path, point]))),
      curves: async (tags, spanMs, signal) => {
        // Of points whose catalogue entry did not come along a page is told nothing.
        const own = tags.filter((tag) => parseTag(tag) !== null && (known.tags.includes(tag) || known.points.some(({ path }) => path === tag)))
        if (own.length === 0) return []
        return this.#client.call('share.history', { body: { token, tags: own, spanMs } }, { ...plainly, signal })
      },
    }
  }

  /** What is seen stays until the drawing is there as it was saved. */
  async #readAgain(): Promise<void> {
    const { token } = this
    if (this.#isReading || token === null || performance.now() - this.#readAt < limits.share.lostMs) return
    this.#isReading = true
    const source = this.#source(token)
    const run = new RunStore(this.#shownId, source)
    await run.open()
    this.#isReading = false
    // One that does not come, or cannot be read, is asked for again a little later; its values are not those of what is seen.
    this.#readAt = run.opened ? -Infinity : performance.now()
    if (this.token !== token || !run.opened) return
    this.#shown = source.known()
    this.run?.close()
    runInAction(() => { this.run = run })
  }

  async #ended(): Promise<void> {
    runInAction(() => {
      this.leave()
      this.hasEnded = true
    })
    await this.begin()
  }
}

/** Tells the pages of one display apart. Not `randomUUID`, which a page without TLS does not have. */
const newMark = (): string => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The page itself shows what fails, and asks the same again and again. */
const plainly = { quiet: true, headers: { repeatSubmit: false, isToken: false } } as const
