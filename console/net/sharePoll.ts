import { asQuality, type TagBatch } from '@mimic/engine/bindings'
import { limits } from '../../contract/limits.ts'
import type { SharedValues } from '../../contract/routes.ts'
import type { LinkState } from '../../workers/telemetry/api.ts'
import type { TelemetrySink } from '../../workers/telemetry/client.ts'
import { CallFailure } from './failure.ts'

export interface SharePollOptions {
  /** Asks what has changed since `seen`; throws a CallFailure. */
  readonly ask: (seen: number, signal: AbortSignal) => Promise<SharedValues>
  /** The drawing as this page has it, with its points in the order by which values name them. */
  readonly shown: () => { readonly revision: number; readonly mayOperate: boolean; readonly tags: readonly string[] }
  /** The drawing was saved since, or the page may operate it now, or no longer. */
  readonly onSaved: () => void
  /** The link shows nothing to this page any more. */
  readonly onEnded: () => void
}

interface SharePollEnds {
  readonly sink: TelemetrySink
  readonly onLink?: (state: LinkState) => void
}

const { pollMs, lostMs } = limits.share
const lookMs = 500

/**
 * The live values of a page that was opened by a link: asked for once a second, for such a page may not speak to the broker. It stands in
 * the place of the telemetry worker; without an answer for some seconds everything is old.
 */
export class SharePoll {
  readonly #options: SharePollOptions
  readonly #ends: SharePollEnds
  #ids: ReadonlyMap<string, number> = new Map()
  #seen = 0
  #link: LinkState['link'] = 'connecting'
  #changedAt = performance.now()
  #heardAt = performance.now()
  #running: AbortController | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #watchdog: ReturnType<typeof setInterval> | undefined

  constructor(options: SharePollOptions, ends: SharePollEnds) {
    this.#options = options
    this.#ends = ends
  }

  connect(): void {
    this.close()
    this.#running = new AbortController()
    this.#heardAt = performance.now()
    this.#tell('connecting')
    this.#watchdog = setInterval(() => this.#look(), lookMs)
    this.#turnSoon(0)
  }

  /** Which of the drawing's points are wanted, with the sink's number of each. Nothing can be asked for beyond them. */
  watch(tags: readonly string[], ids: Uint32Array): void {
    this.#ids = new Map(tags.map((tag, index) => [tag, ids[index] ?? 0]))
    this.#seen = 0
  }

  /** There is no other token: a page whose link ended opens it anew. */
  renew(): void {}

  close(): void {
    clearTimeout(this.#timer)
    clearInterval(this.#watchdog)
    this.#running?.abort()
    this.#running = null
    this.#ends.sink.markStale('all')
  }

  #turnSoon(afterMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#turn(), afterMs)
  }

  /** Settles always: what goes wrong is told by the link. */
  async #turn(): Promise<void> {
    const running = this.#running
    if (!running) return
    const seen = this.#seen
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), lostMs)
    try {
      const answer = await this.#options.ask(seen, AbortSignal.any([running.signal, late.signal]))
      if (running.signal.aborted) return
      // Asked before all of it was wanted again: what it leaves out would never be said.
      if (seen === this.#seen) this.#take(answer)
    } catch (thrown) {
      if (running.signal.aborted) return
      if (thrown instanceof CallFailure && thrown.status === 401) {
        this.close()
        this.#options.onEnded()
        return
      }
      if (!(thrown instanceof CallFailure) && !late.signal.aborted) throw thrown
    } finally {
      clearTimeout(timer)
      if (!running.signal.aborted) this.#turnSoon(pollMs)
    }
  }

  #take({ revision, mayOperate, seq, values }: SharedValues): void {
    const { tags, ...shown } = this.#options.shown()
    // By another drawing's numbers the values would stand in wrong places: as long as it is not there nothing was heard.
    if (revision !== shown.revision || mayOperate !== shown.mayOperate) {
      this.#seen = 0
      this.#options.onSaved()
      return
    }
    this.#heardAt = performance.now()
    this.#seen = seq
    const known = values.flatMap(([index, ...value]) => {
      const id = this.#ids.get(tags[index] ?? '')
      return id === undefined ? [] : [[id, ...value] as const]
    })
    this.#ends.sink.writeBatch({
      ids: Uint32Array.from(known, ([id]) => id), values: Float64Array.from(known, ([, value]) => value ?? NaN),
      qualities: Uint8Array.from(known, ([, , mark]) => asQuality(mark)), times: Float64Array.from(known, ([, , , at]) => at),
      texts: known.map(([, , , , text]) => text ?? undefined), count: known.length,
    } satisfies TagBatch)
    this.#tell('open')
  }

  /** All is said again after a loss: what was known is marked old here. */
  #look(): void {
    if (this.#link === 'lost' || performance.now() - this.#heardAt < lostMs) return
    this.#seen = 0
    this.#ends.sink.markStale('all')
    this.#tell('lost')
  }

  #tell(link: LinkState['link']): void {
    if (link !== this.#link) this.#changedAt = performance.now()
    this.#link = link
    this.#ends.onLink?.({ link, sinceMs: performance.now() - this.#changedAt, isRefused: false, refusedFilters: 0, dropped: 0, conflated: 0, malformed: 0, pulse: 0 })
  }
}
