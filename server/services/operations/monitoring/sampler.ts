import { monitorEventLoopDelay } from 'node:perf_hooks'
import { limits } from '../../../../contract/limits.ts'
import type { MonitorSample } from '../../../../contract/routes.ts'

export interface Counters {
  readonly requests: number
  readonly received: number
  readonly delivered: number
}

/** Samples process metrics every two seconds and keeps ten minutes. */
export function createSampler(readCounters: () => Counters, now: () => number = Date.now) {
  const samples: MonitorSample[] = []
  const loop = monitorEventLoopDelay({ resolution: 10 })
  let cpu = process.cpuUsage()
  let before = readCounters()
  let beforeMs = performance.now()

  const sample = (): void => {
    const used = process.cpuUsage(cpu)
    const count = readCounters()
    const ms = performance.now()
    const seconds = Math.max(0.001, (ms - beforeMs) / 1000)
    const rate = (counter: keyof Counters): number => round(Math.max(0, count[counter] - before[counter]) / seconds)
    const { rss, heapUsed } = process.memoryUsage()
    samples.push({
      at: now(),
      cpuPercent: round((used.user + used.system) / 10_000 / seconds),
      residentBytes: rss,
      heapBytes: heapUsed,
      // The histogram measures whole intervals; the event loop delay is the excess over its resolution.
      loopMs: toDelayMs(loop.mean),
      loopMostMs: toDelayMs(loop.max),
      requests: rate('requests'),
      received: rate('received'),
      delivered: rate('delivered'),
    })
    if (samples.length > limits.monitor.samples) samples.shift()
    loop.reset()
    cpu = process.cpuUsage()
    before = count
    beforeMs = ms
  }

  return {
    since: (at: number): readonly MonitorSample[] => samples.filter(({ at: time }) => time > at),
    newest: (): MonitorSample | undefined => samples.at(-1),
    /** Returns a function that stops it. */
    start(): () => void {
      loop.enable()
      const timer = setInterval(sample, limits.monitor.sampleMs)
      timer.unref()
      return () => {
        clearInterval(timer)
        loop.disable()
      }
    },
  }
}

const resolutionMs = 10
const toDelayMs = (nanoseconds: number): number =>
  Number.isFinite(nanoseconds) ? round(Math.max(0, nanoseconds / 1e6 - resolutionMs)) : 0
const round = (value: number): number => Math.round(value * 100) / 100
