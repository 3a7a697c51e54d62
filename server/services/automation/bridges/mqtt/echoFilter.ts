import { createHash } from 'node:crypto'
import { monotonicNow } from '../../../../monotonicClock.ts'

/** Milliseconds for which an echo is expected. */
const rememberMs = 60_000
const maxRemembered = 100_000

/**
 * Recognizes messages that a broker sends back to the bridge that published them, because the bridge also subscribes to
 * their topic. MQTT 3.1.1 cannot exclude them.
 */
export class EchoFilter {
  /** Expected echoes by hash: their number and expiry on the monotonic clock. */
  readonly #expected = new Map<string, { count: number; untilMs: number }>()

  /** Remembers a published message. */
  expect(topic: string, payload: Uint8Array): void {
    if (this.#expected.size >= maxRemembered) this.#removeExpired()
    if (this.#expected.size >= maxRemembered) return
    const key = hash(topic, payload)
    const count = this.#expected.get(key)?.count ?? 0
    this.#expected.delete(key)
    this.#expected.set(key, { count: count + 1, untilMs: monotonicNow() + rememberMs })
  }

  /** Returns whether a received message is an echo, and forgets it. */
  isEcho(topic: string, payload: Uint8Array): boolean {
    if (this.#expected.size === 0) return false
    const key = hash(topic, payload)
    const expected = this.#expected.get(key)
    if (!expected) return false
    if (--expected.count === 0 || expected.untilMs < monotonicNow()) this.#expected.delete(key)
    return expected.untilMs >= monotonicNow()
  }

  /** Entries are in the order of their expiry. */
  #removeExpired(): void {
    const nowMs = monotonicNow()
    for (const [key, { untilMs }] of this.#expected) {
      if (untilMs >= nowMs) return
      this.#expected.delete(key)
    }
  }
}

const hash = (topic: string, payload: Uint8Array): string =>
  createHash('sha1').update(topic).update('\0').update(payload).digest('base64')
