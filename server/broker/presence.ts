import { decodeDeviceState, type DeviceRef } from '../../contract/telemetry/index.ts'
import type { IncomingGateway } from './intake.ts'

/** Who can be reached: what each device said last, unless the gateway it is behind is gone. */
export class Presence {
  readonly #stateOf: (device: DeviceRef) => Buffer | string | undefined
  readonly #gateways = new Map<string, IncomingGateway>()
  readonly #gatewayOf = new Map<string, string>()

  /** `stateOf`: the retained state message of a device. */
  constructor(stateOf: (device: DeviceRef) => Buffer | string | undefined) {
    this.#stateOf = stateOf
  }

  take(gateway: IncomingGateway): void {
    const key = `${gateway.project}/${gateway.gateway}`
    for (const device of this.#gateways.get(key)?.devices ?? []) this.#gatewayOf.delete(`${gateway.project}/${device}`)
    this.#gateways.set(key, gateway)
    for (const device of gateway.devices) this.#gatewayOf.set(`${gateway.project}/${device}`, key)
  }

  /** Undefined when neither the device nor a gateway ever spoke of it. */
  isOnline(device: DeviceRef): boolean | undefined {
    const gateway = this.#gateways.get(this.#gatewayOf.get(`${device.project}/${device.device}`) ?? '')
    if (gateway?.online === false) return false
    const state = this.#stateOf(device)
    return state === undefined ? gateway?.online : decodeDeviceState(Buffer.from(state)).value?.online
  }
}
