import type { ScriptEvent } from '../../../../contract/scada/ruleScript.ts'
import type { DeviceRef } from '../../../../contract/telemetry/index.ts'

export interface LastMessage {
  readonly topic: string
  readonly payload: Buffer
  readonly device: DeviceRef
  readonly at: number
}

const maxProducts = 2_000
const maxBytes = 262_144
/** Milliseconds between two stored messages of a product: copying each one would cost too much. */
const minGapMs = 500

/** The newest message of each product and event since the start of the server, for dry runs. */
export class LastMessages {
  readonly #messages = new Map<string, LastMessage>()
  readonly #newest = new Map<ScriptEvent, LastMessage>()

  put(event: ScriptEvent, product: string | null, message: LastMessage): void {
    if (message.payload.length > maxBytes) return
    const key = `${event}/${product ?? ''}`
    const before = this.#messages.get(key)
    if (before ? message.at - before.at < minGapMs && message.at >= before.at : this.#messages.size >= maxProducts)
      return
    // The payload is part of a larger buffer of the connection.
    const copy = { ...message, payload: Buffer.from(message.payload) }
    this.#newest.set(event, copy)
    this.#messages.set(key, copy)
  }

  /** `product` null: the newest message of any device. */
  find(event: ScriptEvent, product: string | null): LastMessage | undefined {
    return product === null ? this.#newest.get(event) : this.#messages.get(`${event}/${product}`)
  }
}
