import { TagTable } from '@mimic/engine/bindings'
import { compareStructural, makeObservable, observableRef, observableStruct, reaction, runInAction } from 'mobx'
import type { LinkState } from '../../../workers/telemetry/api.ts'
import {
  startTelemetryWorker,
  TelemetryClient,
  type TelemetryClientOptions,
} from '../../../workers/telemetry/client.ts'
import { type TagSample, TagSamples } from './tagSamples.ts'

export interface Credentials {
  readonly account: string
  readonly token: string
}

/** Required part of the telemetry client, so that tests can pass a plain object. */
export type Link = Pick<TelemetryClient, 'connect' | 'watch' | 'renew' | 'close'>

export interface TelemetryOptions {
  readonly url: string
  /** Read in a reaction: null closes the connection, another account opens a new one, another token renews it. */
  readonly credentials: () => Credentials | null
  /** The broker rejected the token; the session may have ended. */
  readonly onRefused: () => void
  readonly createLink?: (options: Pick<TelemetryClientOptions, 'sink' | 'onLink'>) => Link
}

/** Connection status for the UI; does not change on every heartbeat. */
export interface LinkStatus {
  readonly link: LinkState['link']
  readonly isRefused: boolean
  /** Time of the last change (Unix time in milliseconds); 0 before the first report of the worker. */
  readonly since: number
}

interface Opened {
  readonly account: string
  readonly link: Link
  subscribed: ReadonlySet<string>
}

const notYet: LinkStatus = { link: 'connecting', isRefused: false, since: 0 }
const startClient: NonNullable<TelemetryOptions['createLink']> = (options) =>
  new TelemetryClient({ ...options, startWorker: startTelemetryWorker })

/**
 * Live values of the page: one tag table, one connection and the union of required tags. The connection is opened on
 * first use and kept until sign-out. Only required tags are subscribed.
 */
export class TelemetryStore {
  /** Replaced when the account changes, so always read it from the store. */
  tags = new TagTable()
  link = notYet
  /** Counters of the worker, updated at least once a second. */
  counts: LinkState | null = null
  readonly #options: TelemetryOptions
  readonly #needs = new Map<symbol, readonly string[]>()
  readonly #samples = new TagSamples(
    () => this.tags,
    (tags) => this.need(tags),
  )
  readonly #stop: () => void
  #opened: Opened | null = null
  #isSyncDue = false

  constructor(options: TelemetryOptions) {
    this.#options = options
    makeObservable(this, { tags: observableRef, link: observableStruct, counts: observableRef })
    this.#stop = reaction(options.credentials, (credentials) => this.#credentialsChanged(credentials), {
      equals: compareStructural,
    })
  }

  /** Subscribes tags until the returned function is called. An empty list only keeps the connection open. */
  need(tags: readonly string[]): () => void {
    const key = Symbol('need')
    this.#needs.set(key, tags)
    this.#syncSoon()
    return () => {
      this.#needs.delete(key)
      this.#syncSoon()
    }
  }

  /** Latest value of a tag, observable at 4 Hz. The tag is subscribed while it is observed. */
  sample(tag: string): TagSample {
    return this.#samples.read(tag)
  }

  destroy(): void {
    this.#stop()
    this.#samples.destroy()
    this.#close()
  }

  /** Combines changes within one task, for example the cells of a page, into one subscription. */
  #syncSoon(): void {
    if (this.#isSyncDue) return
    this.#isSyncDue = true
    queueMicrotask(() => {
      this.#isSyncDue = false
      this.#sync()
    })
  }

  #sync(): void {
    const credentials = this.#options.credentials()
    if (!credentials || (!this.#opened && this.#needs.size === 0)) return
    const required = new Set([...this.#needs.values()].flat())
    const opened = this.#opened ?? this.#open(credentials)
    const removed = [...opened.subscribed].filter((tag) => !required.has(tag))
    if (removed.length === 0 && required.size === opened.subscribed.size) return
    opened.subscribed = required
    // Unsubscribed tags receive no updates, so their values must not look live later.
    this.tags.markStale(removed.map((tag) => this.tags.indexOf(tag)))
    const list = [...required]
    opened.link.watch(
      list,
      Uint32Array.from(list, (tag) => this.tags.indexOf(tag)),
    )
  }

  #credentialsChanged(credentials: Credentials | null): void {
    if (this.#opened && credentials?.account === this.#opened.account) {
      this.#opened.link.renew(credentials.token)
      return
    }
    this.#close()
    if (credentials) this.#syncSoon()
  }

  #open({ account, token }: Credentials): Opened {
    const tags = this.tags
    const link = (this.#options.createLink ?? startClient)({
      sink: tags,
      onLink: (state) => this.#handleState(state, tags),
    })
    this.#opened = { account, link, subscribed: new Set() }
    link.connect({ url: this.#options.url, token, clientName: account })
    return this.#opened
  }

  #handleState(state: LinkState, tags: TagTable): void {
    // Ignore reports of a previous connection.
    if (this.tags !== tags) return
    const { link, isRefused, sinceMs } = state
    const hasChanged = link !== this.link.link || isRefused !== this.link.isRefused || this.link.since === 0
    runInAction(() => {
      this.counts = state
      if (hasChanged) this.link = { link, isRefused, since: Math.round(Date.now() - sinceMs) }
    })
    if (hasChanged && isRefused) this.#options.onRefused()
  }

  /** The next account starts with an empty table and does not see values of this one. */
  #close(): void {
    if (!this.#opened) return
    this.#opened.link.close()
    this.#opened = null
    runInAction(() => {
      this.tags = new TagTable()
      this.link = notYet
      this.counts = null
    })
  }
}
