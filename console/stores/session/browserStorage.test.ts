import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadServerConfig } from '../../net/serverConfig.ts'
import { fakeStorage } from '../../testing/fakes.ts'
import { tryOr, toSafeStorage } from './browserStorage.ts'
import { PreferencesStore } from './preferences.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const place = { protocol: 'http:', hostname: 'plant.local', host: 'plant.local' }
const served = () => Promise.resolve(new Response('{"baseUrl":"","mqttUrl":"ws://plant.local:9001/mqtt","qrcode":""}'))
const blocked = (): never => {
  throw new DOMException('site data are blocked', 'SecurityError')
}
const full = (): Storage =>
  Object.assign(fakeStorage({ theme: 'dark' }), {
    setItem: () => {
      throw new DOMException('no room', 'QuotaExceededError')
    },
  })

test.each([
  ['has no room', full, 'dark'],
  ['is blocked', blocked, 'light'],
])(
  'if the storage %s, the console still starts and works, using the defaults and the preferences set on this page',
  async (_, get, theme) => {
    const storage = toSafeStorage(get)
    expect((await loadServerConfig(storage, place, served)).mqttUrl).toBe('ws://plant.local:9001/mqtt')
    const preferences = new PreferencesStore(storage, storage, false)
    preferences.setLanguage('zh-cn')
    preferences.setLastProject('ann', 'street')
    expect([preferences.language, preferences.theme, storage.getItem('language')]).toEqual(['zh-cn', theme, 'zh-cn'])
  },
)

test('where it has room, all is kept', () => {
  const inner = fakeStorage()
  const storage = toSafeStorage(() => inner)
  storage.setItem('a', '1')
  storage.setItem('b', '2')
  storage.removeItem('a')
  expect([storage.getItem('a'), storage.getItem('b'), storage.length, storage.key(0), inner.getItem('b')]).toEqual([
    null,
    '2',
    1,
    'b',
    '2',
  ])
  storage.clear()
  expect(inner.length).toBe(0)
})

test('a value too large to be kept is read back on this page in place of the older one, until one fits or it is removed', () => {
  const inner = fakeStorage({ a: 'old', b: 'old' })
  const setItem = inner.setItem.bind(inner)
  const storage = toSafeStorage(() =>
    Object.assign(inner, {
      setItem: (key: string, value: string) => (value.length > 3 ? full().setItem(key, value) : setItem(key, value)),
    }),
  )
  storage.setItem('a', 'large')
  storage.setItem('b', 'large')
  expect([storage.getItem('a'), storage.getItem('b'), inner.getItem('a')]).toEqual(['large', 'large', 'old'])
  storage.setItem('a', 'new')
  storage.removeItem('b')
  expect([storage.getItem('a'), storage.getItem('b')]).toEqual(['new', null])
})

test('an operation that the browser rejects returns the fallback', () => {
  expect([tryOr(() => 1, null), tryOr(blocked, null)]).toEqual([1, null])
})
