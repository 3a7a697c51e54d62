import type { RawClient } from './rawClient.ts'

/** An acknowledged message. All its points contain `value`. */
export interface Acked {
  readonly device: number
  readonly value: number
}

/** Milliseconds between two batches at a fixed rate. */
const paceMs = 5

/**
 * Publishes frames with QoS 1 at the rate of acknowledgement, or a lower one, and records the acknowledged ones. It is never killed, so
 * the database must contain its records.
 */
export class Oracle {
  readonly acked: Acked[] = []
  sent = 0
  readonly #project: string
  readonly #devices: number
  readonly #points: readonly string[]
  readonly #inflight: number
  readonly #perSecond: number
  #value = 0

  constructor({
    project,
    devices,
    points,
    inflight,
    perSecond = Infinity,
  }: {
    project: string
    devices: number
    points: number
    inflight: number
    perSecond?: number
  }) {
    this.#project = project
    this.#devices = devices
    this.#points = Array.from({ length: points }, (_, index) => `k${index}`)
    this.#inflight = inflight
    this.#perSecond = perSecond
  }

  get points(): readonly string[] {
    return this.#points
  }

  deviceName(device: number): string {
    return `oracle-${String(device).padStart(3, '0')}`
  }

  /** Publishes until the connection ends. Messages without acknowledgement are unknown and not checked. */
  async load(client: RawClient): Promise<void> {
    const underway = new Map<number, Acked>()
    const free = Array.from({ length: this.#inflight }, (_, index) => index + 1)
    const startedAt = performance.now()
    let published = 0
    const countDue = (): number =>
      Number.isFinite(this.#perSecond) ? ((performance.now() - startedAt) / 1_000) * this.#perSecond : Infinity
    const fill = (): void => {
      const due = countDue()
      while (published < due && client.isOpen) {
        const id = free.pop()
        if (id === undefined) return
        published++
        const message = { device: this.#value % this.#devices, value: this.#value++ }
        underway.set(id, message)
        this.sent++
        const v = Object.fromEntries(this.#points.map((point) => [point, message.value]))
        client.publish(
          `p/${this.#project}/d/${this.deviceName(message.device)}/up/values`,
          JSON.stringify({ at: Date.now(), v }),
          1,
          id,
        )
      }
    }
    client.listen((packet) => {
      if (packet.cmd !== 'puback' || packet.messageId === undefined) return
      const message = underway.get(packet.messageId)
      if (message === undefined) return
      underway.delete(packet.messageId)
      this.acked.push(message)
      free.push(packet.messageId)
      fill()
    })
    fill()
    const timer = Number.isFinite(this.#perSecond) ? setInterval(fill, paceMs) : undefined
    await client.closed
    clearInterval(timer)
  }
}
