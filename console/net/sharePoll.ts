import { asQuality, type TagBatch } from '@mimic/engine/bindings'
import { limits } from '../../contract/limits.ts'
import type { SharedValues } from '../../contract/routes.ts'
import type { LinkState } from '../../workers/telemetry/api.ts'
import type { TelemetrySink } from '../../workers/telemetry/client.ts'
import { CallFailure } from './failure.ts'

export interface SharePollOptions {
  /** Requests the values that changed since `seen`. Throws a CallFailure. */
  readonly request: (lastSeq: number, signal: AbortSignal) => Promise<SharedValues>
  /** The drawing on this page; `tags` are in the order that values refer to by index. */
  readonly shown: () => { readonly revision: number; readonly mayOperate: boolean; readonly tags: readonly string[] }
  /** The drawing was saved, or the permission to operate it changed. */
  readonly onSaved: () => void
  /** The link is no longer valid for this page. */
  readonly onEnded: () => void
}

interface SharePollEnds {
  readonly sink: TelemetrySink
  readonly onLink?: (state: LinkState) => void
}

const { pollMs, lostMs } = limits.share
const staleCheckMs = 500

/**
 * Live values of a shared page, polled once a second because such pages have no broker access. Replaces the telemetry
 * worker. Values become stale if no response arrives for some seconds.
 */
export class SharePoll {
  readonly #options: SharePollOptions
  readonly #ends: SharePollEnds
  #ids: ReadonlyMap<string, number> = new Map()
  #lastSeq = 0
  #link: LinkState['link'] = 'connecting'
  #changedAt = performance.now()
  #receivedAt = performance.now()
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
    this.#receivedAt = performance.now()
    this.#reportLink('connecting')
    this.#watchdog = setInterval(() => this.#checkStale(), staleCheckMs)
    this.#schedule(0)
  }

  /** Sets the subscribed tags with their ids in the sink. Only tags of the drawing are available. */
  watch(tags: readonly string[], ids: Uint32Array): void {
    this.#ids = new Map(tags.map((tag, index) => [tag, ids[index] ?? 0]))
    this.#lastSeq = 0
  }

  /** No effect: shared pages have no token to renew; an ended link has to be opened again. */
  renew(): void {}

  close(): void {
    clearTimeout(this.#timer)
    clearInterval(this.#watchdog)
    this.#running?.abort()
    this.#running = null
    this.#ends.sink.markStale('all')
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#poll(), afterMs)
  }

  /** Polls once. Connection failures are reported by the link state. */
  async #poll(): Promise<void> {
    const running = this.#running
    if (!running) return
    const lastSeq = this.#lastSeq
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), lostMs)
    try {
      const answer = await this.#options.request(lastSeq, AbortSignal.any([running.signal, late.signal]))
      if (running.signal.aborted) return
      // Ignore a response requested before a full update was required; it lacks values.
      if (lastSeq === this.#lastSeq) this.#apply(answer)
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
      if (!running.signal.aborted) this.#schedule(pollMs)
    }
  }

  #apply({ revision, mayOperate, seq, values }: SharedValues): void {
    const { tags, ...shown } = this.#options.shown()
    // The indexes belong to another revision, so the values cannot be assigned. Until the new drawing is loaded, the
    // response counts as not received.
    if (revision !== shown.revision || mayOperate !== shown.mayOperate) {
      this.#lastSeq = 0
      this.#options.onSaved()
      return
    }
    this.#receivedAt = performance.now()
    this.#lastSeq = seq
    const updates = values.flatMap(([index, ...value]) => {
      const id = this.#ids.get(tags[index] ?? '')
      return id === undefined ? [] : [[id, ...value] as const]
    })
    this.#ends.sink.writeBatch({
      ids: Uint32Array.from(updates, ([id]) => id),
      values: Float64Array.from(updates, ([, value]) => value ?? NaN),
      qualities: Uint8Array.from(updates, ([, , mark]) => asQuality(mark)),
      times: Float64Array.from(updates, ([, , , at]) => at),
      texts: updates.map(([, , , , text]) => text ?? undefined),
      count: updates.length,
    } satisfies TagBatch)
    this.#reportLink('open')
  }

  /** Marks all values as stale after a timeout; the next response contains all of them again. */
  #checkStale(): void {
    if (this.#link === 'lost' || performance.now() - this.#receivedAt < lostMs) return
    this.#lastSeq = 0
    this.#ends.sink.markStale('all')
    this.#reportLink('lost')
  }

  #reportLink(link: LinkState['link']): void {
    if (link !== this.#link) this.#changedAt = performance.now()
    this.#link = link
    this.#ends.onLink?.({
      link,
      sinceMs: performance.now() - this.#changedAt,
      isRefused: false,
      refusedFilters: 0,
      dropped: 0,
      conflated: 0,
      malformed: 0,
      pulse: 0,
    })
  }
}
