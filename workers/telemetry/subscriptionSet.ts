import type { DeviceRef } from '../../contract/telemetry/index.ts'
import {
  beaconTopic,
  gatewaysFilter,
  parseTag,
  statePoint,
  stateTopic,
  statusTopic,
  valuesTopic,
} from '../../contract/telemetry/index.ts'

/** The watched points of one device, by slot in the watch set. */
export interface WatchedDevice {
  /** `project/device`. */
  readonly key: string
  readonly ref: DeviceRef
  readonly slots: ReadonlyMap<string, number>
  /** Slot of the device state, which is published by the server and not one of its points. */
  readonly stateSlot: number | undefined
}

/** Topic filters and the quality of service of each. */
export type Filters = ReadonlyMap<string, 0 | 1>

export interface SubscriptionSet {
  /** The page's number of each tag, by slot. */
  readonly ids: Uint32Array
  readonly devices: ReadonlyMap<string, WatchedDevice>
  readonly filters: Filters
  /** Number of invalid or duplicate tags, which get no values. */
  readonly ignored: number
}

/**
 * Determines the topic filters for a list of tags. Values use QoS 0, because the next frame replaces a lost one; states
 * use QoS 1, because the next may be hours away.
 */
export function subscriptionSet(tags: readonly string[], ids: Uint32Array): SubscriptionSet {
  const devices = new Map<
    string,
    { key: string; ref: DeviceRef; slots: Map<string, number>; stateSlot: number | undefined }
  >()
  const filters = new Map<string, 0 | 1>([[beaconTopic, 0]])
  let ignored = 0
  for (const [slot, tag] of tags.entries()) {
    const ref = slot < ids.length ? parseTag(tag) : null
    const key = ref ? `${ref.project}/${ref.device}` : ''
    const device =
      devices.get(key) ??
      (ref && {
        key,
        ref: { project: ref.project, device: ref.device },
        slots: new Map<string, number>(),
        stateSlot: undefined,
      })
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

/** Returns the filters to subscribe and unsubscribe to change from one set to the other. */
export function diffFilters(
  before: Filters,
  after: Filters,
): { readonly subscribe: Filters; readonly unsubscribe: readonly string[] } {
  return {
    subscribe: new Map([...after].filter(([filter]) => !before.has(filter))),
    unsubscribe: [...before.keys()].filter((filter) => !after.has(filter)),
  }
}
