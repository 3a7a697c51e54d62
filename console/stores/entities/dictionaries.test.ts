import { expect, test, vi } from 'vitest'
import { fakeClient, fakeServer, good } from '../../testing/fakes.ts'
import { DictionaryStore } from './dictionaries.ts'

const entries = [{ dictLabel: 'Repair', dictValue: 'repair', dictLabelZh: '维修' }]

test('section 7: the dictionary is cached per type', async () => {
  const server = fakeServer(() => good(entries))
  const store = new DictionaryStore(fakeClient(server.fetch))
  expect(await store.load('work_order_class')).toEqual(entries)
  expect(await store.load('work_order_class')).toEqual(entries)
  expect(store.of('work_order_class')).toEqual(entries)
  expect(server.requests.map(({ url }) => new URL(url).pathname)).toEqual(['/system/dict/data/type/work_order_class'])
})

test('section 8: a dictionary with no data logs a warning and is an empty list', async () => {
  const warn = vi.fn()
  const store = new DictionaryStore(fakeClient(fakeServer(() => good([])).fetch), warn)
  expect(await store.load('empty')).toEqual([])
  expect(warn).toHaveBeenCalledOnce()
})

test('an empty dictionary that only extends fixed options causes no warning', async () => {
  const warn = vi.fn()
  const store = new DictionaryStore(fakeClient(fakeServer(() => good([])).fetch), warn)
  expect(store.of('third_party_type', true)).toEqual([])
  expect(await store.load('third_party_type', true)).toEqual([])
  expect(warn).not.toHaveBeenCalled()
})

test('a dictionary that did not come is asked for again', async () => {
  let isDown = true
  const server = fakeServer(() => (isDown ? { status: 503, body: { code: 503, msg: 'busy' } } : good(entries)))
  const store = new DictionaryStore(fakeClient(server.fetch), () => undefined)
  expect(await store.load('a')).toEqual([])
  isDown = false
  expect(await store.load('a')).toEqual(entries)
})

test('an empty dictionary is requested again after 30 seconds', async () => {
  let nowMs = 0
  let isFilled = false
  const server = fakeServer(() => good(isFilled ? entries : []))
  const store = new DictionaryStore(
    fakeClient(server.fetch),
    () => undefined,
    () => nowMs,
  )
  expect(await store.load('a')).toEqual([])
  isFilled = true
  nowMs = 29_000
  expect([await store.load('a'), server.requests.length]).toEqual([[], 1])
  nowMs = 30_000
  expect(await store.load('a')).toEqual(entries)
  expect(store.of('a')).toEqual(entries)
})

test('an answer that was on its way when the dictionary was written does not stand in place of the new one', async () => {
  let release: (() => void) | undefined
  const server = fakeServer(async () => {
    if (release !== undefined) return good(entries)
    await new Promise<void>((done) => {
      release = done
    })
    return good([])
  })
  const store = new DictionaryStore(fakeClient(server.fetch), () => undefined)
  const early = store.load('a')
  await vi.waitFor(() => expect(release).toBeDefined())
  store.clear()
  expect(await store.load('a')).toEqual(entries)
  release?.()
  await early
  expect(store.of('a')).toEqual(entries)
})
