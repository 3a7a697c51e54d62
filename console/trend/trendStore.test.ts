import { beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import type { Client } from '../net/client.ts'
import type { TagSample } from '../stores/live/tagSamples.ts'
import type { PenTag } from './axes.ts'
import { reloadMs, TrendStore } from './trendStore.ts'

const hourMs = 3_600_000
const now = 1_800_000_000_000

const createTag = (path: string, kind: PenTag['kind'] = 'number'): PenTag => {
  const [project = '', device = '', point = ''] = path.split('/')
  return { path, project, device, point, unit: 'kW', kind, writable: false, words: { en: point, zh: point } }
}
const power = createTag('street/a/power')
const lamp = createTag('street/a/switch', 'flag')

let time = now
let live: TagSample
/** Queries of `history.read`, oldest first. */
let queries: { readonly tags: string; readonly from: number; readonly to: number }[]

/** Answers each query with the values 1, a gap and 0 at its start. */
const client = {
  call: (route: string, { query }: { readonly query: (typeof queries)[number] }) => {
    if (route !== 'history.read') return Promise.resolve([])
    queries.push(query)
    const at = [query.from, query.from + 1000, query.from + 2000]
    return Promise.resolve(query.tags.split(',').map((tag) => ({ tag, at, values: [1, null, 0] })))
  },
} as unknown as Pick<Client, 'call'>

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0))
const createStore = (): TrendStore =>
  new TrendStore({ client, now: () => time, sample: () => live, isReversed: ({ point }) => point === 'switch' })

beforeEach(() => {
  time = now
  queries = []
  live = { value: 7, text: undefined, quality: 0, atMs: 0 }
})

describe('a live trend', () => {
  it('appends new values, moves with time and loads again after half a minute', async () => {
    const store = createStore()
    store.addTags([power])
    await settle()
    expect(store.period).toEqual({ from: now - hourMs, to: now })
    time = now + 1000
    live = { ...live, atMs: now + 500 }
    store.tick()
    expect(store.period.to).toBe(now + 1000)
    expect([store.curves.get(power.path)?.at.at(-1), store.curves.get(power.path)?.values.at(-1)]).toEqual([
      now + 500,
      7,
    ])
    expect(queries).toHaveLength(1)
    time = now + reloadMs + 1
    store.tick()
    await settle()
    expect(queries).toHaveLength(2)
  })

  it('shows a bad value as a gap', async () => {
    const store = createStore()
    store.addTags([power])
    await settle()
    live = { ...live, atMs: now, quality: 2 }
    store.tick()
    expect(store.curves.get(power.path)?.values.at(-1)).toBeNull()
  })
})

it('a fixed period is neither moved nor loaded again', async () => {
  const store = createStore()
  store.addTags([power])
  store.showPeriod({ from: now - 10_000, to: now - 5000 })
  await settle()
  const count = queries.length
  time = now + 10 * reloadMs
  store.tick()
  await settle()
  expect([queries.length, store.period]).toEqual([count, { from: now - 10_000, to: now - 5000 }])
})

it('goes back to the previous views', async () => {
  const store = createStore()
  store.addTags([power])
  store.showPeriod({ from: now - 10_000, to: now - 5000 })
  store.goBack()
  await settle()
  expect([store.isLive, store.canGoBack]).toEqual([true, false])
})

it('an earlier period is loaded and moved to the displayed one', async () => {
  const store = createStore()
  store.addTags([power])
  store.change({ compareMs: 24 * hourMs })
  await settle()
  expect(queries.at(-1)?.from).toBe(now - 25 * hourMs)
  expect(store.earlier.get(power.path)?.at[0]).toBe(now - hourMs)
})

it('an inverted switch is shown as its state', async () => {
  const store = createStore()
  store.addTags([lamp])
  await settle()
  expect(store.curves.get(lamp.path)?.values).toEqual([0, null, 1])
})

it('has at most the number of tags of one query, each once and with its own colour', () => {
  const store = createStore()
  const many = Array.from({ length: limits.history.tags + 2 }, (_none, index) => createTag(`street/a/p${index}`))
  expect(store.addTags([...many, many[0] ?? power])).toBe(3)
  expect(store.pens).toHaveLength(limits.history.tags)
  expect(new Set(store.pens.map(({ color }) => color)).size).toBe(limits.history.tags)
  store.removePen(0)
  store.addTags([power])
  expect(new Set(store.pens.map(({ color }) => color)).size).toBe(limits.history.tags)
})

it('settings do not load the data again, but mark the trend as changed', async () => {
  const store = createStore()
  store.addTags([power])
  await settle()
  store.markSaved()
  store.changePen(0, { label: 'Main meter', axis: 2 })
  await settle()
  expect([queries.length, store.isChanged]).toEqual([1, true])
})
