import { performance } from 'node:perf_hooks'
import { ownCpuMs } from './cpu.ts'

const minMs = 2

/** A clock that excludes the time in which this process was ready to run but had no CPU. */
export function createRunningClock(): { now(): number } {
  let lostMs = 0
  let last = { at: performance.now(), cpu: ownCpuMs(), loop: performance.eventLoopUtilization() }
  return {
    now: () => {
      const at = performance.now()
      if (at - last.at >= minMs) {
        const next = { at, cpu: ownCpuMs(), loop: performance.eventLoopUtilization() }
        lostMs += Math.max(0, next.loop.active - last.loop.active - (next.cpu - last.cpu))
        last = next
      }
      return at - lostMs
    },
  }
}
