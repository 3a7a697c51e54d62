import type { DiscoveredEntity, Mapping } from '../../contract/mapping/index.ts'
import { joinEntities, readHomeAssistantDiscovery } from '../../contract/mapping/index.ts'
import type { PreviewMessage } from './preview.ts'

/** A device that has described itself for Home Assistant. */
export interface DiscoveredDevice {
  readonly name: string
  readonly mapping: Mapping
}

/** Reads descriptions of devices. Returns the devices by their key; descriptions that cannot be used are left out. */
export function discoverDevices(messages: readonly PreviewMessage[]): ReadonlyMap<string, DiscoveredDevice> {
  const entities = new Map<string, DiscoveredEntity[]>()
  for (const { topic, payload } of messages.toSorted((one, other) => one.topic.localeCompare(other.topic))) {
    const entity = readHomeAssistantDiscovery(topic, payload)
    if ('problem' in entity) continue
    const { key } = entity.device
    entities.set(key, [...(entities.get(key) ?? []), entity])
  }
  const devices = new Map<string, DiscoveredDevice>()
  for (const [key, own] of entities) {
    const mapping = joinEntities(own)
    if (mapping) devices.set(key, { name: own[0]?.device.name ?? key, mapping })
  }
  return devices
}
