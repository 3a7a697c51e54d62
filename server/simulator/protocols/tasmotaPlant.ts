import type { Machine } from '../deviceModels.ts'
import { connectPlant, type PlantClientOptions } from './plantClient.ts'

const everyMs = 10_000
const maxDevices = 5

/** Serves lamps as plugs with Tasmota firmware: `plant_<device>`, in JSON on `tele` and `stat`, obeying `cmnd`. */
export function serveTasmota(machines: readonly Machine[], options: PlantClientOptions): () => Promise<void> {
  const plugs = new Map(machines.slice(0, maxDevices).map((machine) => [`plant_${machine.device.name}`, machine]))
  const startedMs = performance.now()
  const report = (): void => {
    for (const [name, machine] of plugs) {
      const power = isOn(machine) ? 'ON' : 'OFF'
      const time = new Date().toISOString().slice(0, 19)
      publish(`tele/${name}/STATE`, {
        Time: time,
        UptimeSec: Math.round((performance.now() - startedMs) / 1_000),
        POWER: power,
        Wifi: { AP: 1, SSId: 'plant', RSSI: 72, Signal: -60 - (machine.device.ordinal % 20) },
      })
      publish(`tele/${name}/SENSOR`, {
        Time: time,
        ENERGY: {
          Power: read(machine, 'power'),
          Factor: 0.95,
          Voltage: read(machine, 'voltage'),
          Current: read(machine, 'current'),
        },
      })
    }
  }
  const client = connectPlant(
    options,
    () => {
      client.subscribe('cmnd/+/POWER')
      for (const name of plugs.keys()) client.publish(`tele/${name}/LWT`, 'Online', { retain: true })
      report()
    },
    (topic, payload) => {
      const name = topic.split('/')[1] ?? ''
      const machine = plugs.get(name)
      if (!machine) return
      const target = payload.toString().toUpperCase()
      if (target === 'ON' || target === 'OFF') machine.set('lamp', target === 'ON' ? 1 : 0)
      const state = target === 'ON' || target === 'OFF' ? target : isOn(machine) ? 'ON' : 'OFF'
      publish(`stat/${name}/RESULT`, { POWER: state })
      client.publish(`stat/${name}/POWER`, state)
    },
  )
  const publish = (topic: string, message: unknown): void => void client.publish(topic, JSON.stringify(message))
  const timer = setInterval(report, everyMs)
  return async () => {
    clearInterval(timer)
    if (client.connected)
      for (const name of plugs.keys()) await client.publishAsync(`tele/${name}/LWT`, 'Offline', { retain: true })
    await client.endAsync(true)
  }
}

const isOn = (machine: Machine): boolean => read(machine, 'lamp') === 1

/** Value of a point with the digits of a plug. */
function read(machine: Machine, point: string): number {
  return Number((machine.values[machine.points.indexOf(point)] ?? 0).toFixed(3))
}
