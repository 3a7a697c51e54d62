import {
  decodeSparkplug,
  encodeSparkplug,
  type MetricInput,
  sparkplugTypes,
} from '../../../contract/mapping/sparkplug/index.ts'
import type { Machine } from '../deviceModels.ts'
import { pointsByKind } from '../plant.ts'
import { findRefusal } from '../virtualPlant.ts'
import { connectPlant, type PlantClientOptions } from './plantClient.ts'

const everyMs = 2_000
const maxDevices = 10
const group = 'plant'
const node = 'factory'
const rebirth = 'Node Control/Rebirth'

/** Serves machines as devices of a Sparkplug B edge node: births with aliases, changes as data, commands, rebirth. */
export function serveSparkplug(machines: readonly Machine[], options: PlantClientOptions): () => Promise<void> {
  const devices = new Map(machines.slice(0, maxDevices).map((machine) => [machine.device.name, machine]))
  const sent = new Map<Machine, number[]>()
  let seq = 0
  const getTopic = (message: string, device?: string): string =>
    ['spBv1.0', group, message, node, ...(device === undefined ? [] : [device])].join('/')
  const death = (): Buffer =>
    Buffer.from(
      encodeSparkplug({
        timestamp: Date.now(),
        metrics: [{ name: 'bdSeq', datatype: sparkplugTypes.uint64, value: 0n }],
      }),
    )
  const send = (message: string, metrics: readonly MetricInput[], device?: string): void => {
    seq = message === 'NBIRTH' ? 0 : (seq + 1) % 256
    const payload = encodeSparkplug({ timestamp: Date.now(), seq, metrics })
    client.publish(getTopic(message, device), Buffer.from(payload))
  }
  const birth = (): void => {
    send('NBIRTH', [
      { name: 'bdSeq', datatype: sparkplugTypes.uint64, value: 0n },
      { name: rebirth, datatype: sparkplugTypes.boolean, value: false },
    ])
    for (const [name, machine] of devices) {
      send(
        'DBIRTH',
        machine.points.map((point, index) => ({ name: point, ...toMetric(machine, index) })),
        name,
      )
      sent.set(machine, [...machine.values])
    }
  }
  const report = (): void => {
    if (!client.connected) return
    for (const [name, machine] of devices) {
      const before = sent.get(machine) ?? []
      const changed = machine.points.flatMap((_, index) => (machine.values[index] === before[index] ? [] : [index]))
      if (changed.length === 0) continue
      send(
        'DDATA',
        changed.map((index) => toMetric(machine, index)),
        name,
      )
      sent.set(machine, [...machine.values])
    }
  }
  const client = connectPlant(
    { ...options, will: { topic: getTopic('NDEATH'), payload: death(), qos: 1, retain: false } },
    () => client.subscribe([getTopic('NCMD'), getTopic('DCMD', '+')], birth),
    (topic, payload) => {
      const metrics = decodeSparkplug(payload)?.metrics ?? []
      const machine = devices.get(topic.split('/')[4] ?? '')
      if (topic === getTopic('NCMD') && metrics.some(({ name, value }) => name === rebirth && value === true)) birth()
      for (const { name, alias, value } of machine ? metrics : []) {
        const index = alias === null ? (machine?.points.indexOf(name ?? '') ?? -1) : Number(alias) - 1
        const point = machine?.points[index]
        const target = Number(value)
        if (!machine || point === undefined || findRefusal(machine.device, point, target) !== null) continue
        machine.set(point, target)
        machine.values[index] = target
      }
      report()
    },
  )
  const timer = setInterval(report, everyMs)
  return async () => {
    clearInterval(timer)
    if (client.connected) await client.publishAsync(getTopic('NDEATH'), death(), { qos: 1 })
    await client.endAsync(true)
  }
}

function toMetric(machine: Machine, index: number): MetricInput {
  const point = pointsByKind[machine.device.kind][index]
  const value = machine.values[index] ?? 0
  return {
    alias: BigInt(index + 1),
    ...(point?.kind === 'flag'
      ? { datatype: sparkplugTypes.boolean, value: value !== 0 }
      : { datatype: sparkplugTypes.double, value }),
  }
}
