import { expect, it } from 'vitest'
import { limits } from '../../../../contract/limits.ts'
import { Latency } from './latency.ts'

it('reports the median, 95th and 99th percentile of recent response times', () => {
  const latency = new Latency()
  expect(latency.figures()).toBeNull()
  latency.record(7)
  expect(latency.figures()).toEqual({ count: 1, medianMs: 7, p95Ms: 7, p99Ms: 7 })
  for (let ms = 100; ms >= 1; ms--) if (ms !== 7) latency.record(ms)
  expect(latency.figures()).toEqual({ count: 100, medianMs: 50, p95Ms: 95, p99Ms: 99 })
})

it('forgets old requests', () => {
  const latency = new Latency()
  latency.record(60_000)
  for (let index = 0; index < limits.monitor.requests; index++) latency.record(2)
  expect(latency.figures()).toEqual({ count: limits.monitor.requests, medianMs: 2, p95Ms: 2, p99Ms: 2 })
})
