import type { DeviceRef } from '../../../../contract/telemetry/index.ts'

interface WatchedDevice {
  readonly ref: DeviceRef
  lastMessageMs: number
  readonly silenceMs: number
  isOffline: boolean
}

/** Detects devices that have been silent for longer than their mapping allows. Times are of a monotonic clock. */
export class SilenceWatch {
  readonly #devices = new Map<string, WatchedDevice>()

  /** Records a message. Returns true if the device was reported as silent before. */
  record(ref: DeviceRef, silenceMs: number, nowMs: number): boolean {
    const key = `${ref.project}/${ref.device}`
    const before = this.#devices.get(key)
    if (before?.silenceMs === silenceMs) {
      before.lastMessageMs = nowMs
      const wasOffline = before.isOffline
      before.isOffline = false
      return wasOffline
    }
    this.#devices.set(key, {
      ref: { project: ref.project, device: ref.device },
      lastMessageMs: nowMs,
      silenceMs,
      isOffline: false,
    })
    return before?.isOffline === true
  }

  /** Returns the devices that have become silent since the last call. */
  findSilent(nowMs: number): readonly DeviceRef[] {
    const silent: DeviceRef[] = []
    for (const device of this.#devices.values()) {
      if (device.isOffline || nowMs - device.lastMessageMs <= device.silenceMs) continue
      device.isOffline = true
      silent.push(device.ref)
    }
    return silent
  }
}
