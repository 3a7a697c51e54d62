import { parseTopicPattern } from '../../../../contract/mapping/index.ts'
import { matchesTopic } from '../../../../contract/telemetry/index.ts'
import type { MappingRegistry, MappingScope } from './registry.ts'
import { sparkplugPrefix } from './sparkplugHosts.ts'

/** Topics of this server and of brokers, and filters that could match them. */
const ownTopic = /^(?:p|mimic|[+#]|\$[^/]*)(?:\/|$)/

/**
 * Returns whether a client may subscribe to a filter, or receive a topic. A credential of all projects may receive any
 * foreign topic, because devices subscribe before they are declared; others receive the command topics of their devices.
 * Every delivery is checked as well, so a filter with wildcards reaches no other topics.
 */
export function mayReceive(registry: MappingRegistry, scope: MappingScope, filter: string): boolean {
  if (ownTopic.test(filter)) return false
  if (scope.projects === null && scope.devices === null) return true
  if (filter.startsWith(`${sparkplugPrefix}STATE/`)) return true
  for (const product of registry.products()) {
    const { mapping } = product
    if (mapping === null) {
      const [, group, kind, node, device] = filter.split('/')
      if (kind !== 'NCMD' && kind !== 'DCMD') continue
      const key =
        device === undefined || device === '#' || device === '+' ? `${group}/${node}` : `${group}/${node}/${device}`
      if (registry.findDevices(product, key, scope).length > 0) return true
      continue
    }
    for (const { command } of mapping.points) {
      const pattern = command ? parseTopicPattern(command.topic) : null
      if (!pattern) continue
      const key = pattern.match(filter)?.get('device')
      if (key !== undefined && !/[+#]/.test(filter)) {
        if (registry.findDevices(product, key, scope).length > 0) return true
      } else if (
        registry
          .listMappedDevices()
          .some(
            (device) =>
              registry.getMappings(device).has(product) &&
              registry.findDevices(product, device.key, scope).includes(device) &&
              matchesTopic(filter, fillDevice(pattern.source, device.key)),
          )
      )
        return true
    }
  }
  return false
}

/** Replaces the device; other placeholders become a level that only wildcards match. */
const fillDevice = (source: string, key: string): string =>
  source.replace(/\{device\+?\}/, () => key).replaceAll(/\{[^{}]*\}/g, '\u0001')
