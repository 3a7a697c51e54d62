import { quality } from '@mimic/engine/bindings'
import { autorun, observable, runInAction } from 'mobx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Credentials, type Link, TelemetryStore } from './telemetry.ts'

const tag = 'street/pole-001/power'
const nextTurn = () => Promise.resolve()

function setUp() {
  const credentials = observable.box<Credentials | null>({ account: 'ann', token: 't1' }, { deep: false })
  const calls: string[] = []
  const links: { report: (link: 'open' | 'lost', isRefused?: boolean) => void }[] = []
  const onRefused = vi.fn()
  const telemetry = new TelemetryStore({
    url: 'ws://broker',
    credentials: () => credentials.get(),
    onRefused,
    createLink: ({ onLink }): Link => {
      const counts = { refusedFilters: 0, dropped: 0, conflated: 0, malformed: 0, pulse: 1 }
      links.push({ report: (link, isRefused = false) => onLink?.({ link, isRefused, sinceMs: 0, ...counts }) })
      return {
        connect: ({ clientName, token }) => void calls.push(`connect ${clientName} ${token}`),
        watch: (tags) => void calls.push(`watch ${tags.join(' ')}`),
        renew: (token) => void calls.push(`renew ${token}`),
        close: () => void calls.push('close'),
      }
    },
  })
  return {
    telemetry,
    calls,
    links,
    onRefused,
    signIn: (next: Credentials | null) => runInAction(() => credentials.set(next)),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a connection is opened only when needed', async () => {
  const { telemetry, calls } = setUp()
  await nextTurn()
  expect(calls).toEqual([])
  telemetry.need([])
  await nextTurn()
  expect(calls).toEqual(['connect ann t1'])
})

test('subscriptions of one tick are combined into one, and tags without a subscriber become stale', async () => {
  const { telemetry, calls } = setUp()
  const done = telemetry.need(['a/b/c', tag])
  telemetry.need(['a/b/c', 'a/b/d'])
  await nextTurn()
  telemetry.tags.write(telemetry.tags.indexOf(tag), 5, quality.good, 1)
  done()
  await nextTurn()
  expect(calls).toEqual(['connect ann t1', `watch a/b/c ${tag} a/b/d`, 'watch a/b/c a/b/d'])
  expect(telemetry.tags.qualityAt(telemetry.tags.indexOf(tag))).toBe(quality.stale)
})

test('a new token renews the link; another account gets another link and an empty table', async () => {
  const { telemetry, calls, signIn } = setUp()
  telemetry.need([tag])
  await nextTurn()
  const table = telemetry.tags
  signIn({ account: 'ann', token: 't2' })
  expect(telemetry.tags).toBe(table)
  signIn(null)
  signIn({ account: 'bob', token: 't3' })
  await nextTurn()
  expect(calls).toEqual(['connect ann t1', `watch ${tag}`, 'renew t2', 'close', 'connect bob t3', `watch ${tag}`])
  expect(telemetry.tags).not.toBe(table)
})

test('a lost or rejected connection is reported once', async () => {
  const { telemetry, links, onRefused } = setUp()
  telemetry.need([])
  await nextTurn()
  links[0]?.report('open')
  expect(telemetry.link.link).toBe('open')
  links[0]?.report('lost', true)
  links[0]?.report('lost', true)
  expect([telemetry.link.link, onRefused.mock.calls.length]).toEqual(['lost', 1])
})

test('a sample is subscribed while observed and updates at 4 Hz', async () => {
  const { telemetry, calls } = setUp()
  const seen: number[] = []
  const stop = autorun(() => seen.push(telemetry.sample(tag).value))
  await nextTurn()
  for (let at = 1; at <= 100; at++) {
    telemetry.tags.write(telemetry.tags.indexOf(tag), at, quality.good, at)
    vi.advanceTimersByTime(10)
  }
  stop()
  await nextTurn()
  expect(seen).toEqual([NaN, 25, 50, 75, 100])
  expect(calls).toEqual(['connect ann t1', `watch ${tag}`, 'watch '])
  expect(vi.getTimerCount()).toBe(0)
})

test('a tag never received is stale and has no value; the same sample is the same object', () => {
  const { telemetry } = setUp()
  const first = telemetry.sample(tag)
  expect(first).toEqual({ value: NaN, text: undefined, quality: quality.stale, atMs: 0 })
  expect(telemetry.sample(tag)).toBe(first)
})
