import mqtt, { type MqttClient } from 'mqtt'
import { telemetryLimits } from '../../contract/telemetry/index.ts'
import type { Filters } from './subscriptionSet.ts'
import { diffFilters } from './subscriptionSet.ts'

const { firstMs, capMs, stableMs, connectMs, keepaliveSeconds, filtersPerPacket } = telemetryLimits.connection

export interface ConnectionOptions {
  readonly url: string
  /** The account; also used in the client id. */
  readonly clientName: string
  readonly token: string
}

export interface ConnectionEvents {
  readonly onMessage: (topic: string, payload: Uint8Array, isRetained: boolean) => void
  readonly onOpen: () => void
  /** `isRefused`: the broker rejected the credentials. A new token may help. */
  readonly onLost: (isRefused: boolean) => void
}

/**
 * Returns the delay in milliseconds before an attempt (from 0), with full jitter, so that many clients do not reconnect
 * at once.
 */
export const backoffMs = (attempt: number, random: () => number): number =>
  random() * Math.min(capMs, firstMs * 2 ** attempt)

/**
 * Connection to the broker with unlimited reconnects: exponential back-off, the newest token for each attempt, and
 * re-subscription, which delivers the retained messages. Each attempt uses a new client, so no state of a failed one
 * remains.
 */
export class Connection {
  /** Number of filters that the broker rejected. */
  refusedFilters = 0
  #options: ConnectionOptions
  #events: ConnectionEvents
  #random: () => number
  #client: MqttClient | null = null
  #isOpen = false
  #isRefused = false
  #filters: Filters = new Map()
  #attempt = 0
  #openedAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: ConnectionOptions, events: ConnectionEvents, random: () => number = Math.random) {
    this.#options = options
    this.#events = events
    this.#random = random
    this.#dial()
  }

  /** Subscribes to exactly these filters, now and after each reconnect. */
  setFilters(filters: Filters): void {
    const { subscribe, unsubscribe } = diffFilters(this.#filters, filters)
    this.#filters = filters
    if (!this.#isOpen) return
    for (const part of chunk(unsubscribe)) this.#client?.unsubscribe(part)
    this.#subscribe(subscribe)
  }

  /** Sets the token for the next attempt. If the last attempt was refused, reconnects immediately. */
  renew(token: string): void {
    this.#options = { ...this.#options, token }
    if (this.#timer === undefined || !this.#isRefused) return
    clearTimeout(this.#timer)
    this.#dial()
  }

  /** Closes a silent connection and reconnects. */
  restart(): void {
    if (this.#client) this.#handleLoss(this.#client)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#drop()
  }

  #dial(): void {
    this.#timer = undefined
    this.#isRefused = false
    const { url, clientName, token } = this.#options
    // The browser build of mqtt has only a default export.
    const client = mqtt.connect(url, {
      // Not `crypto.randomUUID`, which is available only over HTTPS.
      clientId: `ui-${clientName}-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`.slice(-128),
      username: clientName,
      password: token,
      clean: true,
      protocolVersion: 4,
      keepalive: keepaliveSeconds,
      connectTimeout: connectMs,
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      timerVariant: 'native',
    })
    this.#client = client
    client.on('message', (topic, payload, packet) => {
      if (client === this.#client) this.#events.onMessage(topic, payload, packet.retain)
    })
    client.on('connect', () => this.#handleOpen(client))
    client.on('close', () => this.#handleLoss(client))
    client.on('error', (error) => {
      this.#isRefused = 'code' in error && (error.code === 4 || error.code === 5)
      this.#handleLoss(client)
    })
  }

  #handleOpen(client: MqttClient): void {
    if (client !== this.#client) return
    this.#isOpen = true
    this.#openedAt = performance.now()
    this.refusedFilters = 0
    this.#events.onOpen()
    this.#subscribe(this.#filters)
  }

  #subscribe(filters: Filters): void {
    const client = this.#client
    for (const part of chunk([...filters])) {
      client?.subscribe(
        Object.fromEntries(part.map(([filter, qos]) => [filter, { qos }])),
        (_error, _filters, answer) => {
          for (const code of answer?.granted ?? []) if (Number(code) >= 0x80) this.refusedFilters++
        },
      )
    }
  }

  #handleLoss(client: MqttClient): void {
    if (client !== this.#client) return
    if (this.#isOpen && performance.now() - this.#openedAt >= stableMs) this.#attempt = 0
    this.#drop()
    this.#events.onLost(this.#isRefused)
    this.#timer = setTimeout(() => this.#dial(), backoffMs(this.#attempt++, this.#random))
  }

  /** Closes the client. Its later events are ignored, because it is no longer the current one. */
  #drop(): void {
    const client = this.#client
    this.#client = null
    this.#isOpen = false
    client?.end(true)
  }
}

function* chunk<T>(list: readonly T[]): Generator<T[]> {
  for (let start = 0; start < list.length; start += filtersPerPacket) yield list.slice(start, start + filtersPerPacket)
}
