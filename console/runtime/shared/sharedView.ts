import { withControlsOff } from '@mimic/engine'
import { catalog } from '@mimic/engine/catalog'
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { formatPageToken } from '../../../contract/displays.ts'
import { limits } from '../../../contract/limits.ts'
import type { SharedDrawing, Tag } from '../../../contract/routes.ts'
import { parseTag } from '../../../contract/telemetry/tags.ts'
import type { Client } from '../../net/client.ts'
import { CallFailure } from '../../net/failure.ts'
import { SharePoll } from '../../net/sharePoll.ts'
import { tabStorage } from '../../stores/session/browserStorage.ts'
import { anonymousClient, createAnonymousStores } from '../../stores/anonymousStores.ts'
import type { RootStore } from '../../stores/root.ts'
import { repeat } from '../feeds/polling.ts'
import { RunStore } from '../runStore.ts'
import type { RunSource } from '../source.ts'

/** Access without an account: the id of a share link, or a display token with its drawing. */
export type Entrance = { readonly share: string } | { readonly display: string; readonly drawing: string }

export type SharedPhase = 'asking' | 'password' | 'running' | 'failed'

/** Data delivered with a drawing. */
type DeliveredData = Pick<SharedDrawing, 'revision' | 'mayOperate' | 'tags' | 'points'>

const noData: DeliveredData = { revision: 0, mayOperate: false, tags: [], points: [] }
/** Retry interval in milliseconds, for unattended screens. */
const retryMs = 15_000

/**
 * State of a shared page: from opening the link to the running drawing and its end. All data of the drawing is
 * discarded at the end.
 */
export class SharedView {
  phase: SharedPhase = 'asking'
  /** Reason why the drawing cannot be shown. */
  failure: CallFailure | null = null
  /** The visit ended: the password changed, the page was inactive for too long, or `limits.share.absoluteMs` passed. */
  hasEnded = false
  run: RunStore | null = null
  token: string | null = null
  /** Stores for the running drawing, without a session. */
  readonly stores: RootStore
  readonly #entrance: Entrance
  readonly #client: Client
  /** A page without controls cannot ask for the password again after a visit has ended. */
  readonly #isKiosk: boolean
  #password: string | undefined
  #delivered = noData
  #abort = new AbortController()
  #isReading = false
  #failedAt = -Infinity

  constructor(entrance: Entrance, root: RootStore, isKiosk = false) {
    this.#entrance = entrance
    this.#isKiosk = isKiosk
    this.#password = this.#readPassword()
    this.#client = anonymousClient(root)
    // Before the stores are created: their reaction requires the token to be observable.
    makeObservable(this, {
      phase: observable,
      failure: observableRef,
      hasEnded: observable,
      run: observableRef,
      token: observable,
      leave: action,
    })
    this.stores = createAnonymousStores(root, {
      credentials: () => (this.token === null ? null : { account: 'share', token: this.token }),
      createLink: (ends) =>
        new SharePoll(
          {
            request: (lastSeq, signal) =>
              this.#client.call(
                'share.values',
                { body: { token: this.token ?? '', seen: lastSeq } },
                { ...silently, signal },
              ),
            shown: () => this.#delivered,
            onSaved: () => void this.#reread(),
            onEnded: () => void this.#ended(),
          },
          ends,
        ),
    })
  }

  /**
   * Requests the requirements of the link and opens it if no password is needed. Never rejects on call failures; the
   * failure is stored.
   */
  async begin(): Promise<void> {
    this.#abort.abort()
    const { signal } = (this.#abort = new AbortController())
    // Keep the message visible during a retry.
    if (this.phase !== 'failed' && !this.run?.failure)
      runInAction(() => {
        this.phase = 'asking'
      })
    try {
      const needsPassword = await this.#needsPassword(signal)
      if (needsPassword && this.#password === undefined)
        runInAction(() => {
          this.phase = 'password'
        })
      else await this.#open(needsPassword ? this.#password : undefined, signal)
      if (!signal.aborted)
        runInAction(() => {
          this.failure = null
        })
    } catch (thrown) {
      if (signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      const isPasswordChanged = thrown.error === 'share.wrong'
      if (isPasswordChanged) this.#password = undefined
      runInAction(() => {
        // The password was entered in this tab before: no person waits for a form.
        if (isPasswordChanged) this.hasEnded = true
        this.phase = isPasswordChanged ? 'password' : 'failed'
        this.failure = thrown
      })
    }
  }

  /**
   * Opens the link with a password. Throws a CallFailure for the form; if the link no longer exists, the page restarts
   * instead.
   */
  async enter(password: string): Promise<void> {
    const { signal } = this.#abort
    try {
      await this.#open(password, signal)
      if (this.#isKiosk) this.#storePassword(password)
    } catch (thrown) {
      if (thrown instanceof CallFailure && thrown.error === 'share.missing') return this.begin()
      throw thrown
    }
  }

  /** Retries failures periodically, except for links that no longer exist. Returns a function that stops. */
  keepTrying(): () => void {
    return repeat(retryMs, () => {
      const hasFailed =
        this.isWaiting ||
        (this.phase === 'failed'
          ? this.failure?.error !== 'share.missing'
          : this.phase === 'running' && this.run?.failure)
      if (hasFailed) void this.begin()
    })
  }

  /** Leaves the drawing and discards its data. */
  leave(): void {
    this.#abort.abort()
    this.run?.close()
    this.run = null
    this.token = null
    this.#delivered = noData
  }

  destroy(): void {
    this.leave()
    this.stores.telemetry.destroy()
  }

  /** True if the page was opened by a display token and is unattended. */
  get isDisplay(): boolean {
    return 'display' in this.#entrance
  }

  /** Whether a kiosk page would have to ask for the link's new password: no person is there to enter it. */
  get isWaiting(): boolean {
    return this.#isKiosk && this.hasEnded && this.phase === 'password'
  }

  /** A kiosk keeps the password for the life of its tab, because it also reloads itself. */
  #readPassword(): string | undefined {
    return this.#isKiosk ? (tabStorage().getItem(this.#passwordKey) ?? undefined) : undefined
  }

  #storePassword(password: string): void {
    this.#password = password
    tabStorage().setItem(this.#passwordKey, password)
  }

  get #passwordKey(): string {
    return `share ${this.#shownId}`
  }

  get #shownId(): string {
    return 'display' in this.#entrance ? this.#entrance.drawing : this.#entrance.share
  }

  async #needsPassword(signal: AbortSignal): Promise<boolean> {
    if ('display' in this.#entrance) return false
    return (await this.#client.call('share.ask', { body: { share: this.#entrance.share } }, { ...silently, signal }))
      .needsPassword
  }

  /** Returns the token of the page: share links start a visit; displays derive it from their own token. */
  async #getToken(password: string | undefined, signal: AbortSignal): Promise<string> {
    if ('display' in this.#entrance)
      return formatPageToken(this.#entrance.display, this.#entrance.drawing, createPageId())
    const body = { share: this.#entrance.share, ...(password === undefined ? {} : { password }) }
    return (await this.#client.call('share.open', { body }, { ...silently, signal })).token
  }

  async #open(password: string | undefined, signal: AbortSignal): Promise<void> {
    const token = await this.#getToken(password, signal)
    const source = this.#source(token)
    const run = new RunStore(this.#shownId, source)
    await run.open()
    if (signal.aborted) return
    this.#delivered = source.known()
    runInAction(() => {
      this.token = token
      this.run = run
      this.hasEnded = false
      this.phase = 'running'
    })
  }

  /**
   * Source of a drawing, with the data delivered with it. Values are assigned by these indexes once the drawing is
   * displayed.
   */
  #source(token: string): RunSource & { readonly known: () => DeliveredData } {
    let delivered = noData
    return {
      isShared: true,
      commands: {
        send: ({ tag, value, component = '', componentPassword }, idempotencyKey) =>
          this.#client.call(
            'share.send',
            {
              body: { token, tag, value, component, ...(componentPassword === undefined ? {} : { componentPassword }) },
            },
            { ...silently, idempotencyKey },
          ),
        read: (id, signal) => this.#client.call('share.command', { body: { token, id } }, { ...silently, signal }),
      },
      known: () => delivered,
      read: async (signal) => {
        const { drawing, newer, ...data } = await this.#client.call(
          'share.drawing',
          { body: { token } },
          { ...silently, signal },
        )
        delivered = data
        const { revision, mayOperate } = data
        return {
          drawing,
          project: '',
          revision,
          newer,
          mayOperate,
          ...(this.isDisplay && !mayOperate ? { prepare: (components) => withControlsOff(components, catalog) } : {}),
        }
      },
      getPoints: ({ project, device }) =>
        Promise.resolve(
          new Map(
            delivered.points
              .filter((point) => point.project === project && point.device === device)
              .map((point): [string, Tag] => [point.path, point]),
          ),
        ),
      curves: async (tags, spanMs, signal) => {
        // Only points whose catalogue entry was delivered are readable on shared pages.
        const own = tags.filter(
          (tag) =>
            parseTag(tag) !== null &&
            (delivered.tags.includes(tag) || delivered.points.some(({ path }) => path === tag)),
        )
        if (own.length === 0) return []
        return this.#client.call('share.history', { body: { token, tags: own, spanMs } }, { ...silently, signal })
      },
    }
  }

  /** Reloads the drawing after a save. The old one stays visible until the new one is loaded. */
  async #reread(): Promise<void> {
    const { token } = this
    if (this.#isReading || token === null || performance.now() - this.#failedAt < limits.share.lostMs) return
    this.#isReading = true
    const source = this.#source(token)
    const run = new RunStore(this.#shownId, source)
    await run.open()
    this.#isReading = false
    // After a failure wait before the next attempt; the new values do not match the displayed drawing.
    this.#failedAt = run.opened ? -Infinity : performance.now()
    if (this.token !== token || !run.opened) return
    this.#delivered = source.known()
    this.run?.close()
    runInAction(() => {
      this.run = run
    })
  }

  async #ended(): Promise<void> {
    runInAction(() => {
      this.leave()
      this.hasEnded = true
    })
    await this.begin()
  }
}

/** Distinguishes the pages of one display. Not `randomUUID`, which requires TLS. */
const createPageId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The page shows failures itself and repeats identical requests. */
const silently = { quiet: true, headers: { repeatSubmit: false, isToken: false } } as const
