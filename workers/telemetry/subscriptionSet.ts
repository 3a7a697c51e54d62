import type { DeviceRef } from '../../contract/telemetry/index.ts'
import { beaconTopic, gatewaysFilter, parseTag, statePoint, stateTopic, statusTopic, valuesTopic } from '../../contract/telemetry/index.ts'

/** What a page watches of one device: the place of each point in the watch set. */
export interface WatchedDevice {
  /** `project/device`. */
  readonly key: string
  readonly ref: DeviceRef
  readonly slots: ReadonlyMap<string, number>
  /** The place of its state, which is none of its points: the server says it. */
  readonly stateSlot: number | undefined
}

/** Topic filters and the quality of service each is asked with. */
export type Filters = ReadonlyMap<string, 0 | 1>

export interface SubscriptionSet {
  /** The page's own number of each tag, by slot. */
  readonly ids: Uint32Array
  readonly devices: ReadonlyMap<string, WatchedDevice>
  readonly filters: Filters
  /** Tags that are no tag paths, or named twice: they get no values. */
  readonly ignored: number
}

/**
 * Works out which topics a list of tags needs. Values go by QoS 0, for the next frame repairs a lost one; states by
 * QoS 1, for the next may be hours away.
 */
export function subscriptionSet(tags: readonly string[], ids: Uint32Array): SubscriptionSet {
  const devices = new Map<string, { key: string; ref: DeviceRef; slots: Map<string, number>; stateSlot: number | undefined }>()
  const filters = new Map<string, 0 | 1>([[beaconTopic, 0]])
  let ignored = 0
  for (const [slot, tag] of tags.entries()) {
    const ref = slot < ids.length ? parseTag(tag) : null
    const key = ref ? `${ref.project}/${ref.device}` : ''
    const device = devices.get(key) ?? (ref && { key, ref: { project: ref.project, device: ref.device }, slots: new Map<string, number>(), stateSlot: undefined })
    const isState = ref?.point === statePoint
    if (!ref || !device || (isState ? device.stateSlot !== undefined : device.slots.has(ref.point))) {
      ignored++
      continue
    }
    if (isState) device.stateSlot = slot
    else device.slots.set(ref.point, slot)
    devices.set(key, device)
  }
  for (const { ref, slots, stateSlot } of devices.values()) {
    if (stateSlot !== undefined) filters.set(statusTopic(ref), 1)
    if (slots.size === 0) continue
    filters.set(valuesTopic(ref), 0)
    filters.set(stateTopic(ref), 1)
    filters.set(gatewaysFilter(ref.project), 1)
  }
  return { ids, devices, filters, ignored }
}

/** What to subscribe and to unsubscribe to get from one set of filters to another. */
export function diffFilters(before: Filters, after: Filters): { readonly subscribe: Filters; readonly unsubscribe: readonly string[] } {
  return {
    subscribe: new Map([...after].filter(([filter]) => !before.has(filter))),
    unsubscribe: [...before.keys()].filter((filter) => !after.has(filter)),
  }
}
