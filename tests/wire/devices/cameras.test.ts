import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jpeg, startCamera, type SimulatedCamera } from '../../support/external/onvifCamera.ts'
import { addAccount, call, callEntity, signIn, sqlIn } from '../../support/server/api.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const password = 'a word of the camera'
/** A request that the video gateway received. */
interface GatewayRequest {
  readonly method: string
  readonly url: string
  readonly authorization: string
  readonly body: string
}

let server: StartedServer
let admin: string
let device: SimulatedCamera
const received: GatewayRequest[] = []
const gateway = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString()
  })
  request.on('end', () => {
    received.push({
      method: request.method ?? '',
      url: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      body,
    })
    response.writeHead(200).end()
  })
})

beforeAll(async () => {
  device = await startCamera('viewer', password)
  await new Promise<void>((done) => {
    gateway.listen(0, '127.0.0.1', done)
  })
  server = await startServer({
    env: {
      MIMIC_OUTBOUND_ALLOWED: `${device.host},10.0.0.5:554`,
      VIDEO_GATEWAY: 'mediamtx',
      VIDEO_GATEWAY_API: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
      VIDEO_GATEWAY_LOGIN: 'mimic:a word of the gateway',
      VIDEO_GATEWAY_URL: 'https://video.example:8889',
    },
  })
  admin = await signIn(server)
})
afterAll(async () => {
  await server?.stop()
  await device?.close()
  gateway.close()
})

let count = 0
const createCamera = async (values: Readonly<Record<string, unknown>>): Promise<string> => {
  const { status, data, text } = await callEntity(server, 'camera', 'create', {
    token: admin,
    body: {
      project: 'tunnel',
      values: { name: `Camera ${++count}`, channel: 1, username: 'viewer', password, ...values },
    },
  })
  if (status !== 200) throw new Error(text)
  return data.id
}
const onvif = (): Promise<string> => createCamera({ source: 'mp4', address: '/film.mp4', onvifAddress: device.address })

it('an RTSP camera is registered at the video gateway with its password, which no browser receives', async () => {
  const id = await createCamera({ source: 'rtsp', rtspAddress: 'rtsp://10.0.0.5/stream1' })
  const { status, data, text } = await call(server, 'camera.stream', { token: admin, params: { id } })
  expect([status, data]).toEqual([
    200,
    { stream: 'webrtc', url: `https://video.example:8889/mimic-${id.toLowerCase()}/whep` },
  ])
  expect(text).not.toContain('word')
  const [request] = received
  expect([request?.method, request?.url]).toEqual(['POST', `/v3/config/paths/replace/mimic-${id.toLowerCase()}`])
  expect(JSON.parse(request?.body ?? '')).toEqual({
    source: `rtsp://viewer:${encodeURIComponent(password)}@10.0.0.5/stream1`,
    sourceOnDemand: true,
  })
  expect(request?.authorization).toBe(`Basic ${Buffer.from('mimic:a word of the gateway').toString('base64')}`)
  const page = await fetch(server.httpUrl)
  expect(page.headers.get('content-security-policy')).toContain('https://video.example:8889')
})

it('a camera that is removed is removed from the gateway as well', async () => {
  const id = await createCamera({ source: 'rtsp', rtspAddress: 'rtsp://10.0.0.5/stream2' })
  await call(server, 'camera.stream', { token: admin, params: { id } })
  expect((await callEntity(server, 'camera', 'remove', { token: admin, params: { id } })).status).toBe(200)
  await expect
    .poll(() => received.filter(({ method }) => method === 'DELETE').map(({ url }) => url))
    .toEqual([`/v3/config/paths/delete/mimic-${id.toLowerCase()}`])
})

it('a stored password is never sent to a changed address', async () => {
  const id = await createCamera({ source: 'rtsp', rtspAddress: 'rtsp://10.0.0.5/stream3' })
  const change = (values: Readonly<Record<string, unknown>>, revision = 1) =>
    callEntity(server, 'camera', 'update', {
      token: admin,
      params: { id },
      headers: { 'if-match': `"${revision}"` },
      body: { values },
    })
  const refused = await change({ rtspAddress: 'rtsp://10.0.0.6/stream3' })
  expect([refused.status, refused.bad.problems?.map(({ path }) => path)]).toEqual([400, ['password']])
  expect((await change({ rtspAddress: 'rtsp://10.0.0.6/stream3', password: 'another word' })).status).toBe(200)
  // Nor does the gateway connect to an address that is not allowed.
  const elsewhere = await call(server, 'camera.stream', { token: admin, params: { id } })
  expect([elsewhere.status, elsewhere.bad.error]).toEqual([403, 'data.forbidden'])
  const withLogin = await change({ rtspAddress: 'rtsp://viewer:word@10.0.0.5/stream3', password: 'another word' }, 2)
  expect([withLogin.status, withLogin.bad.problems?.map(({ path }) => path)]).toEqual([400, ['rtspAddress']])
})

it('a camera with ONVIF is moved, stopped and photographed, although its clock is wrong; movements are logged', async () => {
  const id = await onvif()
  const move = (pan: number, zoom = 0) =>
    call(server, 'camera.move', { token: admin, params: { id }, body: { pan, tilt: 0, zoom } })
  expect((await move(0.5)).status).toBe(200)
  expect((await move(0)).status).toBe(200)
  const [moved, stopped] = device.calls.slice(-2)
  expect([moved?.operation, stopped?.operation]).toEqual(['ContinuousMove', 'Stop'])
  expect(moved?.body).toContain('<ProfileToken>main</ProfileToken>')
  expect(moved?.body).toContain('x="0.5" y="0"')
  const logged = await sqlIn(
    server,
    `select action, content from audit where object = 'camera/${id}' and action = 'camera.move'`,
  )
  expect(logged.map(({ content }) => JSON.parse(String(content)))).toEqual([{ pan: 0.5, tilt: 0, zoom: 0 }])
  const { data } = await call(server, 'camera.snapshot', { token: admin, params: { id } })
  expect(data).toEqual({ type: 'image/jpeg', data: jpeg.toString('base64') })
  device.setClock(3_600_000)
  expect((await move(0.2)).status).toBe(200)
})

it('explains a wrong password, an address that is not allowed, and a missing gateway or ONVIF address', async () => {
  const wrong = await createCamera({
    source: 'mp4',
    address: '/f.mp4',
    onvifAddress: device.address,
    password: 'wrong',
  })
  const failed = await call(server, 'camera.snapshot', { token: admin, params: { id: wrong } })
  expect([failed.status, failed.bad.error, failed.bad.problems?.[0]?.words?.en]).toEqual([
    424,
    'camera.failed',
    'Sender not Authorized',
  ])
  const elsewhere = await createCamera({ source: 'mp4', address: '/f.mp4', onvifAddress: 'http://127.0.0.1:1/onvif' })
  const forbidden = await call(server, 'camera.snapshot', { token: admin, params: { id: elsewhere } })
  expect([forbidden.status, forbidden.bad.error]).toEqual([403, 'data.forbidden'])
  expect(forbidden.bad.problems?.[0]?.words?.en).toContain('MIMIC_OUTBOUND_ALLOWED')
  const plain = await createCamera({ source: 'mp4', address: '/f.mp4' })
  expect((await call(server, 'camera.snapshot', { token: admin, params: { id: plain } })).bad.error).toBe(
    'camera.noOnvif',
  )
  expect((await call(server, 'camera.stream', { token: admin, params: { id: plain } })).bad.error).toBe(
    'camera.gateway',
  )
})

it('an account of another project neither sees nor moves a camera', async () => {
  const id = await onvif()
  const { token } = await addAccount(server, admin, 'operator', [{ id: 'street', role: 'operator' }])
  for (const request of [
    call(server, 'camera.stream', { token, params: { id } }),
    call(server, 'camera.snapshot', { token, params: { id } }),
    call(server, 'camera.move', { token, params: { id }, body: { pan: 1, tilt: 0, zoom: 0 } }),
  ])
    expect((await request).status).toBe(404)
})
