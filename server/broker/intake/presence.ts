import { type DeviceRef, isReserved } from '../../../contract/telemetry/index.ts'
import type { IncomingGateway, IncomingState } from './ingest.ts'
import { brokerLimits } from '../base/limits.ts'

/** Tracks which devices are reachable: the last state of each device, overruled by an offline gateway. */
export class Presence {
  readonly #online = new Map<string, boolean>()
  readonly #gateways = new Map<string, IncomingGateway>()
  readonly #gatewayByDevice = new Map<string, string>()

  applyDeviceState({ project, device, online }: IncomingState): void {
    const key = `${project}/${device}`
    // A gateway can report arbitrary device names, so new ones are limited; known devices are always updated.
    if (this.#online.has(key) || this.#online.size < brokerLimits.retainedTopics) this.#online.set(key, online)
  }

  /**
   * Applies a gateway state and returns the affected devices. An offline gateway without a device list (for example
   * from an early Will) keeps its previous list.
   */
  applyGatewayState(state: IncomingGateway): DeviceRef[] {
    const { project } = state
    const key = `${project}/${state.gateway}`
    const before = this.#gateways.get(key)?.devices ?? []
    // Ignore reserved devices; only the server publishes for them.
    const named = state.devices.filter((device) => !isReserved(device))
    const gateway = { ...state, devices: !state.online && named.length === 0 ? before : named }
    for (const device of before)
      if (this.#gatewayByDevice.get(`${project}/${device}`) === key)
        this.#gatewayByDevice.delete(`${project}/${device}`)
    this.#gateways.set(key, gateway)
    for (const device of gateway.devices) this.#gatewayByDevice.set(`${project}/${device}`, key)
    return [...new Set([...before, ...gateway.devices])].map((device) => ({ project, device }))
  }

  /** Returns undefined if neither the device nor its gateway has reported a state. */
  isOnline(device: DeviceRef): boolean | undefined {
    const key = `${device.project}/${device.device}`
    const gateway = this.#gateways.get(this.#gatewayByDevice.get(key) ?? '')
    return gateway?.online === false ? false : (this.#online.get(key) ?? gateway?.online)
  }
}
