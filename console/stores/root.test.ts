import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, fakeSurroundings } from '../testing/fakes.ts'
import { createRoot } from './root.ts'

afterEach(() => { vi.unstubAllGlobals() })

const config = { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' }
const signedIn = { loginstate: 'in', token: 'secret', username: 'ann' }

test('section 7: files and the camera service are asked at the addresses that the startup configuration names', async () => {
  const { fetch, asked } = fakeServer(() => ({ body: { code: 200, msg: 'ok', data: [] } }))
  vi.stubGlobal('fetch', fetch)
  const stores = createRoot({ ...config, fileUrl: 'https://files.test', cameraUrl: 'https://camera.test' }, fakeSurroundings(signedIn))
  await stores.files.resource('1f')
  await stores.camera.get('/devices', { page: 1 })
  const plain = createRoot(config, fakeSurroundings(signedIn))
  await plain.files.resource('1f')
  expect(asked.map(({ url }) => url)).toEqual([
    'https://files.test/common/download/resource?resource=1f', 'https://camera.test/devices?page=1', 'http://server.test/common/download/resource?resource=1f',
  ])
  await expect(plain.camera.get('/devices')).rejects.toThrow()
})
