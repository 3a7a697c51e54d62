import type { Quality } from '@mimic/engine/bindings'
import { expose } from 'comlink'
import { telemetryLimits } from '../../contract/telemetry/index.ts'
import type { BatchListener, LinkState, TelemetryApi } from '../../workers/telemetry/api.ts'

/** A connected page. */
interface Subscriber {
  onBatch?: BatchListener
  onState?: (state: LinkState) => void
  tags: readonly string[]
  ids: Uint32Array
  round: number
}

/** Replaces the telemetry worker: sends values and link states to the page over the same message port. */
export class TelemetryEdge {
  #link: LinkState['link']
  #pulse = 0
  readonly #values = new Map<string, readonly [value: number, mark: Quality]>()
  readonly #pages = new Set<Subscriber>()

  constructor(link: LinkState['link'] = 'open') {
    this.#link = link
  }

  /** Sends a value to every page that watches the tag. */
  report(tag: string, value: number, mark: Quality = 0): void {
    this.#values.set(tag, [value, mark])
    this.#deliver()
  }

  setLink(link: LinkState['link']): void {
    this.#link = link
    this.#post()
  }

  /** Constructor that replaces the browser's `Worker`. */
  get Worker() {
    const connect = (port: MessagePort): (() => void) => this.#connect(port)
    return function EdgeWorker() {
      const { port1, port2 } = new MessageChannel()
      const close = connect(port1)
      port1.start()
      port2.start()
      return Object.assign(port2, {
        terminate: () => {
          close()
          port1.close()
          port2.close()
        },
      })
    }
  }

  #connect(port: MessagePort): () => void {
    const page: Subscriber = { tags: [], ids: new Uint32Array(), round: 0 }
    const api: TelemetryApi = {
      connect: async (_options, onBatch, onState) => {
        Object.assign(page, { onBatch, onState })
        this.#post()
        this.#deliver()
      },
      watch: async (tags, ids, round) => {
        Object.assign(page, { tags, ids, round })
        this.#deliver()
      },
      ready: () => undefined,
      renew: () => undefined,
      close: async () => undefined,
    }
    this.#pages.add(page)
    expose(api, port)
    const pulse = setInterval(() => this.#post(), telemetryLimits.pulseMs)
    return () => {
      clearInterval(pulse)
      this.#pages.delete(page)
    }
  }

  #post(): void {
    this.#pulse++
    for (const { onState } of this.#pages)
      onState?.({
        link: this.#link,
        sinceMs: 0,
        isRefused: false,
        refusedFilters: 0,
        dropped: 0,
        conflated: 0,
        malformed: 0,
        pulse: this.#pulse,
      })
  }

  #deliver(): void {
    for (const { onBatch, tags, ids, round } of this.#pages) {
      const known = tags.flatMap((tag, index) => {
        const [value, mark] = this.#values.get(tag) ?? []
        return value === undefined || mark === undefined ? [] : [{ id: ids[index] ?? 0, value, mark }]
      })
      if (known.length === 0) continue
      onBatch?.(
        {
          ids: Uint32Array.from(known, ({ id }) => id),
          values: Float64Array.from(known, ({ value }) => value),
          qualities: Uint8Array.from(known, ({ mark }) => mark),
          times: Float64Array.from(known, () => Date.now()),
          count: known.length,
        },
        round,
      )
    }
  }
}
