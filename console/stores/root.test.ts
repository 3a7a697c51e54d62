import { afterEach, expect, test, vi } from 'vitest'
import { getEntity } from '../../contract/entities.ts'
import { fakeServer, fakeSurroundings, good } from '../testing/fakes.ts'
import { createRoot } from './root.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const config = { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' }
const signedIn = { loginstate: 'in', token: 'secret', username: 'ann' }

test('section 7: files and the camera service are asked at the addresses that the startup configuration names', async () => {
  const { fetch, requests } = fakeServer(() => ({ body: { code: 200, msg: 'ok', data: [] } }))
  vi.stubGlobal('fetch', fetch)
  const stores = createRoot(
    { ...config, fileUrl: 'https://files.test', cameraUrl: 'https://camera.test' },
    fakeSurroundings(signedIn),
  )
  await stores.files.resource('1f')
  await stores.camera.get('/devices', { page: 1 })
  const plain = createRoot(config, fakeSurroundings(signedIn))
  await plain.files.resource('1f')
  expect(requests.map(({ url }) => url)).toEqual([
    'https://files.test/common/download/resource?resource=1f',
    'https://camera.test/devices?page=1',
    'http://server.test/common/download/resource?resource=1f',
  ])
  await expect(plain.camera.get('/devices')).rejects.toThrow()
})

test('an entry that is written to a dictionary reaches the forms that are open, without a reload', async () => {
  const entries = [{ dictLabel: 'Horn', dictLabelZh: null, dictValue: 'horn' }]
  let isWritten = false
  const { fetch } = fakeServer(({ method }) => {
    if (method === 'GET') return good(isWritten ? entries : [])
    isWritten = true
    return good(null)
  })
  vi.stubGlobal('fetch', fetch)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  for (const name of ['dictEntry', 'dictType']) {
    isWritten = false
    const { dictionaries, entities } = createRoot(config, fakeSurroundings(signedIn))
    expect(await dictionaries.load('third_party_type')).toEqual([])
    await entities
      .of(getEntity(name))
      .client.remove(['1'])
      .catch(() => undefined)
    expect([name, await dictionaries.load('third_party_type')]).toEqual([name, entries])
  }
})

test('a project that is given another clock here is known by it at once', async () => {
  const ann = {
    id: 'a',
    name: 'ann',
    role: 'super',
    projects: [],
    roles: ['super'],
    permissions: ['*:*:*'],
    mustChangePassword: false,
    mustSetSecondStep: false,
  }
  let timeZone = 'Asia/Shanghai'
  const { fetch } = fakeServer(({ url, method }) => {
    if (url.endsWith('/granted-projects'))
      return good([{ id: 'street', name: 'Street', edition: 'street', timeZone, role: 'super' }])
    if (url.endsWith('/api/session')) return good({ token: 't', expiresAt: 1e12, account: ann })
    if (method === 'DELETE') timeZone = 'Europe/Berlin'
    return good(null)
  })
  vi.stubGlobal('fetch', fetch)
  const { entities, projects, session, zones } = createRoot(config, fakeSurroundings())
  await session.signIn('ann', 'pw')
  await projects.waitUntilLoaded()
  expect(zones.of('street')).toBe('Asia/Shanghai')
  await entities.of(getEntity('project')).client.remove(['yard'])
  await expect.poll(() => zones.of('street')).toBe('Europe/Berlin')
})
