import type { Words } from '@mimic/engine/schema'
import type { DeviceRef } from '../../../../contract/telemetry/index.ts'

/** Why the newest value of a point is not of good quality. */
export interface PointReason {
  readonly point: string
  readonly words: Words
  /** Milliseconds since 1970. */
  readonly at: number
}

const maxDevices = 20_000

/** Keeps the reason of each point whose newest value is not good. In memory only. */
export class ValueReasons {
  readonly #devices = new Map<string, Map<string, PointReason>>()

  /** Records the reasons of a frame; undefined for a good value. */
  record(ref: DeviceRef, points: readonly string[], getReason: (index: number) => Words | undefined, at: number): void {
    const key = `${ref.project}/${ref.device}`
    let reasons = this.#devices.get(key)
    for (const [index, point] of points.entries()) {
      const words = getReason(index)
      if (words === undefined) {
        reasons?.delete(point)
        continue
      }
      if (!reasons) {
        if (this.#devices.size >= maxDevices) return
        reasons = new Map()
        this.#devices.set(key, reasons)
      }
      reasons.set(point, { point, words, at })
    }
    if (reasons?.size === 0) this.#devices.delete(key)
  }

  list({ project, device }: DeviceRef): readonly PointReason[] {
    return [...(this.#devices.get(`${project}/${device}`)?.values() ?? [])]
  }
}
