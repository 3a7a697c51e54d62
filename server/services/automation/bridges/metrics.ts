import { Counter, Gauge, type Registry } from 'prom-client'
import type { BridgeFigures } from './index.ts'

/** Registers the metrics of the bridges. They are labelled by name, because an installation has few bridges. */
export function registerBridgeMetrics(registry: Registry, figures: () => readonly BridgeFigures[]): void {
  registry.registerMetric(
    new Gauge({
      name: 'mimic_bridge_connected',
      help: '1 if the bridge is connected',
      labelNames: ['bridge'],
      registers: [],
      collect() {
        this.reset()
        for (const { name, state } of figures()) this.set({ bridge: name }, state === 'connected' ? 1 : 0)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'mimic_bridge_waiting',
      help: 'Messages on disk that wait for delivery',
      labelNames: ['bridge'],
      registers: [],
      collect() {
        this.reset()
        for (const { name, waiting } of figures()) this.set({ bridge: name }, waiting)
      },
    }),
  )
  registry.registerMetric(
    new Counter({
      name: 'mimic_bridge_messages_total',
      help: 'Messages of bridges: received (in), delivered (out), rejected (failed), dropped from a full queue (dropped)',
      labelNames: ['bridge', 'outcome'],
      registers: [],
      collect() {
        this.reset()
        for (const bridge of figures())
          for (const outcome of ['in', 'out', 'failed', 'dropped'] as const)
            this.inc({ bridge: bridge.name, outcome }, bridge[outcome])
      },
    }),
  )
}
