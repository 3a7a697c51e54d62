import type { DeviceRef } from '../../../../contract/telemetry/index.ts'

/** Devices that were reported offline because their connection ended. */
export class EndedConnections {
  readonly #devices = new Set<string>()

  add(ref: DeviceRef): void {
    this.#devices.add(toKey(ref))
  }

  /** Returns true if the device was in the list. */
  remove(ref: DeviceRef): boolean {
    return this.#devices.size > 0 && this.#devices.delete(toKey(ref))
  }
}

const toKey = ({ project, device }: DeviceRef): string => `${project}/${device}`
