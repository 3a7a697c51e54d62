import { type DeviceRef, isReserved } from '../../contract/telemetry/index.ts'
import type { IncomingGateway, IncomingState } from './ingest.ts'
import { brokerLimits } from './limits.ts'

/** Who can be reached: what each device said last, unless the gateway it is behind is gone. */
export class Presence {
  readonly #online = new Map<string, boolean>()
  readonly #gateways = new Map<string, IncomingGateway>()
  readonly #gatewayOf = new Map<string, string>()

  takeState({ project, device, online }: IncomingState): void {
    const key = `${project}/${device}`
    // A gateway may name what it likes; what is known already stays known.
    if (this.#online.has(key) || this.#online.size < brokerLimits.retainedTopics) this.#online.set(key, online)
  }

  /** Answers the devices that it is about. A gateway that went without naming any (a Will written before it knew them) keeps those it named before. */
  take(said: IncomingGateway): DeviceRef[] {
    const { project } = said
    const key = `${project}/${said.gateway}`
    const before = this.#gateways.get(key)?.devices ?? []
    // What the server itself speaks for is no gateway's to tell of.
    const named = said.devices.filter((device) => !isReserved(device))
    const gateway = { ...said, devices: !said.online && named.length === 0 ? before : named }
    for (const device of before) if (this.#gatewayOf.get(`${project}/${device}`) === key) this.#gatewayOf.delete(`${project}/${device}`)
    this.#gateways.set(key, gateway)
    for (const device of gateway.devices) this.#gatewayOf.set(`${project}/${device}`, key)
    return [...new Set([...before, ...gateway.devices])].map((device) => ({ project, device }))
  }

  /** Undefined when neither the device nor a gateway ever spoke of it. */
  isOnline(device: DeviceRef): boolean | undefined {
    const key = `${device.project}/${device.device}`
    const gateway = this.#gateways.get(this.#gatewayOf.get(key) ?? '')
    return gateway?.online === false ? false : this.#online.get(key) ?? gateway?.online
  }
}
