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

/** The newest message of each product and event since the start of the server, for dry runs. */
export class LastMessages {
  readonly #messages = new Map<string, LastMessage>()
  readonly #newest = new Map<ScriptEvent, LastMessage>()

  put(event: ScriptEvent, product: string | null, message: LastMessage): void {
    if (message.payload.length > maxBytes) return
    this.#newest.set(event, message)
    if (product === null) return
    const key = `${event}/${product}`
    if (this.#messages.has(key) || this.#messages.size < maxProducts) this.#messages.set(key, message)
  }

  /** `product` null: the newest message of any device. */
  find(event: ScriptEvent, product: string | null): LastMessage | undefined {
    return product === null ? this.#newest.get(event) : this.#messages.get(`${event}/${product}`)
  }
}
