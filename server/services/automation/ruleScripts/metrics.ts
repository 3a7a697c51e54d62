import { Counter, Gauge, type Registry } from 'prom-client'
import type { ScriptCounters } from './figures.ts'

/** What the metrics read when they are collected. */
export interface ScriptMetricsParts {
  readonly counters: () => readonly ScriptCounters[]
  /** State of the child processes. */
  readonly state: () => { readonly waiting: number; readonly restarts: number }
}

/** Registers the metrics of rule scripts, labelled by the id of the script. Many scripts share the label `other`. */
export function registerScriptMetrics(registry: Registry, { counters, state }: ScriptMetricsParts): void {
  registry.registerMetric(
    new Counter({
      name: 'mimic_script_runs_total',
      help: 'Runs of rule scripts by outcome',
      labelNames: ['script', 'outcome'],
      registers: [],
      collect() {
        this.reset()
        for (const { script, counts } of counters())
          for (const [outcome, count] of Object.entries(counts)) if (count > 0) this.inc({ script, outcome }, count)
      },
    }),
  )
  registry.registerMetric(
    new Counter({
      name: 'mimic_script_seconds_total',
      help: 'Time that rule scripts ran',
      labelNames: ['script'],
      registers: [],
      collect() {
        this.reset()
        for (const { script, tookMs } of counters()) this.inc({ script }, tookMs / 1_000)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'mimic_script_waiting',
      help: 'Runs of rule scripts that wait or run',
      labelNames: ['script'],
      registers: [],
      collect() {
        this.reset()
        for (const { script, waiting } of counters()) this.set({ script }, waiting)
      },
    }),
  )
  registry.registerMetric(
    new Counter({
      name: 'mimic_script_process_restarts_total',
      help: 'Child processes of rule scripts that were started again',
      registers: [],
      collect() {
        this.reset()
        this.inc(state().restarts)
      },
    }),
  )
}
