import { expect, test } from 'vitest'
import { fakeServer, fakeStorage } from '../testing/fakes.ts'
import { loadServerConfig } from './serverConfig.ts'

const place = { protocol: 'http:', hostname: 'plant.local', host: 'plant.local:5173' }
const fail = () => Promise.reject(new TypeError('no network'))

test('section 7: the addresses are read from the server and cached in local storage', async () => {
  const storage = fakeStorage()
  const config = {
    baseUrl: 'http://plant.local:9000/',
    mqttUrl: 'ws://plant.local:9001/mqtt',
    qrcode: 'q',
    timeZone: 'Asia/Shanghai',
  }
  const { fetch } = fakeServer(() => ({ body: config }))
  const get = (_: RequestInfo | URL, init?: RequestInit) => fetch('http://plant.local/serverconfig.json', init)
  expect(await loadServerConfig(storage, place, get)).toEqual({ ...config, baseUrl: 'http://plant.local:9000' })
  expect((await loadServerConfig(storage, place, fail)).mqttUrl).toBe(config.mqttUrl)
})

test('section 7: the defaults are port 8080 and a websocket broker on 8083 at /mqtt', async () => {
  expect(await loadServerConfig(fakeStorage(), place, fail)).toEqual({
    baseUrl: 'http://plant.local:8080',
    mqttUrl: 'ws://plant.local:8083/mqtt',
    qrcode: '',
  })
})

test("section 7: the camera service's and the file service's address are read and cached too", async () => {
  const storage = fakeStorage()
  const config = {
    baseUrl: '',
    mqttUrl: '',
    qrcode: '',
    cameraUrl: 'https://camera.test/',
    fileUrl: 'https://files.test/',
  }
  const { fetch } = fakeServer(() => ({ body: config }))
  await loadServerConfig(storage, place, (_, init) => fetch('http://plant.local/serverconfig.json', init))
  const cached = await loadServerConfig(storage, place, fail)
  expect([cached.cameraUrl, cached.fileUrl]).toEqual(['https://camera.test', 'https://files.test'])
})

test('a damaged cache and an empty address do no harm', async () => {
  expect((await loadServerConfig(fakeStorage({ serverconfig: '{' }), place, fail)).baseUrl).toBe(
    'http://plant.local:8080',
  )
  const empty = fakeStorage({ serverconfig: '{"baseUrl":"","mqttUrl":"","qrcode":""}' })
  expect(await loadServerConfig(empty, place, fail)).toEqual({
    baseUrl: '',
    mqttUrl: 'ws://plant.local:8083/mqtt',
    qrcode: '',
  })
})

test("an address of the server that this page came from stays this page's own", async () => {
  const own = fakeStorage({
    serverconfig: '{"baseUrl":"http://plant.local:5173","mqttUrl":"ws://plant.local:8083/mqtt","qrcode":""}',
  })
  expect((await loadServerConfig(own, { ...place, protocol: 'https:' }, fail)).baseUrl).toBe('')
})
