import { createHmac } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { callEntity, call, readAuditLog, send, signIn } from '../../support/server/api.ts'
import {
  connectGateway,
  createBridge,
  type HttpSink,
  readState,
  report,
  startHttpSink,
  updateBridge,
} from '../../support/external/bridgeWorld.ts'
import { freePort } from '../../support/external/mosquitto.ts'
import { type StartedServer, startServer } from '../../support/server/server.ts'

const gatewayToken = 'a-gateway-credential-of-the-bridge-test'
const inputSecret = 'secretOfTheInput1'
let server: StartedServer
let sink: HttpSink
let token = ''
let device: MqttClient
let url = ''
/** A port that is allowed and where nothing listens. */
let closedPort = 0

// A server of its own: its environment allows the address of the receiver.
beforeAll(async () => {
  sink = await startHttpSink()
  closedPort = await freePort()
  url = `http://127.0.0.1:${sink.port}`
  server = await startServer({
    env: {
      MIMIC_GATEWAY_TOKEN: gatewayToken,
      MIMIC_OUTBOUND_ALLOWED: `127.0.0.1:${sink.port},127.0.0.1:${closedPort}`,
    },
  })
  token = await signIn(server)
  device = await connectGateway(server, gatewayToken)
})
afterAll(async () => {
  await device.endAsync(true)
  await server.stop()
  await sink.close()
})
beforeEach(() => {
  sink.requests.length = 0
  sink.answer = () => 200
})

/** A remaining bridge would receive the reports of the next test. */
afterEach(async () => {
  const { data } = await callEntity<{ rows: readonly Row[] }>(server, 'bridge', 'list', {
    token,
    query: { pageSize: '50' },
  })
  for (const { id } of data.rows) await callEntity(server, 'bridge', 'remove', { token, params: { id } })
})

const push = { kind: 3, direction: 2, reports: 'all' }

describe('HTTP push', () => {
  test('sends each report with body, headers and placeholders, and counts it', async () => {
    const { id } = await createBridge(server, token, {
      ...push,
      name: 'template',
      url: `${url}/in/\${device}`,
      method: 'PUT',
      headers: [{ name: 'X-Plant', value: 'plant ${project}' }],
      body: '{"t":${temperature},"text":"at ${device}","raw":${payload},"none":${nothing}}',
    })
    await report(device, 'pole-1', { temperature: 21.5 })
    await expect.poll(() => sink.requests.length).toBe(1)
    const [request] = sink.requests
    expect(request).toMatchObject({ method: 'PUT', path: '/in/pole-1' })
    expect(request?.headers).toMatchObject({ 'x-plant': 'plant street', 'content-type': 'application/json' })
    expect(JSON.parse(request?.body ?? '')).toEqual({
      t: 21.5,
      text: 'at pole-1',
      raw: { at: expect.any(Number), every: 5000, v: { temperature: 21.5 } },
      none: null,
    })
    await expect
      .poll(() => readState(server, token, id))
      .toMatchObject({ state: 'connected', out: 1, waiting: 0, failed: 0, problem: null })
    const metrics = await call(server, 'server.metrics', { token })
    expect(metrics.text).toContain('mimic_bridge_messages_total{bridge="template",outcome="out"} 1')
    expect(metrics.text).toContain('mimic_bridge_connected{bridge="template"} 1')
  })

  test.each([
    ['basic', { username: 'ann', password: 'right' }, `Basic ${Buffer.from('ann:right').toString('base64')}`],
    ['bearer', { token: 'abc' }, 'Bearer abc'],
  ])('authenticates with %s and never returns the secret', async (authentication, secrets, header) => {
    const { id } = await createBridge(server, token, { ...push, name: authentication, url, authentication, ...secrets })
    await report(device, 'pole-1', { a: 1 })
    await expect.poll(() => sink.requests[0]?.headers.authorization).toBe(header)
    const row = await callEntity(server, 'bridge', 'read', { token, params: { id } })
    expect(row.text).not.toContain(Object.values(secrets).at(-1))
  })

  test('signs the body, so that the receiver can verify sender and time', async () => {
    const signingKey = 'a key of 16 and more'
    await createBridge(server, token, { ...push, name: 'hmac', url, authentication: 'hmac', signingKey })
    await report(device, 'pole-1', { a: 1 })
    await expect.poll(() => sink.requests.length).toBe(1)
    const { headers, body } = sink.requests[0] ?? { headers: {}, body: '' }
    const timestamp = String(headers['x-mimic-timestamp'])
    const expected = createHmac('sha256', signingKey).update(`${timestamp}.${body}`).digest('hex')
    expect(headers['x-mimic-signature']).toBe(`sha256=${expected}`)
    expect(Math.abs(Number(timestamp) * 1000 - Date.now())).toBeLessThan(60_000)
  })

  test('collects the messages of an outage and sends them in batches, in order', async () => {
    sink.answer = () => 503
    const { id } = await createBridge(server, token, { ...push, name: 'batch', url, batchSize: 50 })
    for (let n = 0; n < 120; n++) await report(device, 'pole-1', { n })
    await expect
      .poll(() => readState(server, token, id))
      .toMatchObject({ state: 'error', waiting: 120, problem: { en: 'response: 503 not taken' } })
    sink.requests.length = 0
    sink.answer = () => 200
    await expect.poll(() => readState(server, token, id)).toMatchObject({ state: 'connected', waiting: 0, out: 120 })
    const batches = sink.requests.map(({ body }) => JSON.parse(body) as { values: { n: number } }[])
    expect(batches.map(({ length }) => length)).toEqual([50, 50, 20])
    expect(batches.flat().map(({ values }) => values.n)).toEqual(Array.from({ length: 120 }, (_, n) => n))
  })

  test('leaves out a message that the receiver rejects, and delivers the others', async () => {
    sink.answer = ({ body }) => (body.includes('"bad":1') ? 422 : 200)
    const { id } = await createBridge(server, token, { ...push, name: 'rejected', url })
    await report(device, 'pole-1', { good: 1 })
    await report(device, 'pole-1', { bad: 1 })
    await report(device, 'pole-1', { good: 2 })
    await expect
      .poll(() => readState(server, token, id))
      .toMatchObject({ state: 'connected', out: 2, failed: 1, waiting: 0, problem: { en: 'response: 422 not taken' } })
  })

  test.each([401, 404, 302])('keeps all messages while the receiver answers %s', async (status) => {
    sink.answer = () => status
    const { id } = await createBridge(server, token, { ...push, name: `status ${status}`, url })
    await report(device, 'pole-1', { a: 1 })
    await expect
      .poll(() => readState(server, token, id))
      .toMatchObject({
        state: 'error',
        waiting: 1,
        failed: 0,
        problem: { en: expect.stringContaining(String(status)) },
      })
  })

  test('reports a receiver that refuses connections, and one that does not answer', { tags: 'full' }, async () => {
    const refused = await createBridge(server, token, {
      ...push,
      name: 'refused',
      url: `http://127.0.0.1:${closedPort}`,
    })
    sink.answer = () => null
    const slow = await createBridge(server, token, { ...push, name: 'slow', url })
    await report(device, 'pole-1', { a: 1 })
    for (const [id, problem] of [
      [refused.id, '127.0.0.1 does not respond'],
      [slow.id, 'no complete response within 5 s'],
    ] as const) {
      await expect
        .poll(() => readState(server, token, id))
        .toMatchObject({ state: 'error', waiting: 1, problem: { en: problem } })
    }
  })

  test('sends nothing to an address that the administrator has not allowed, and names the setting', async () => {
    for (const [name, address] of [
      ['metadata', 'http://169.254.169.254/latest'],
      ['loopback', `http://127.0.0.1:${new URL(server.httpUrl).port}/`],
      ['short', 'http://127.1:8080/'],
      ['mapped', 'http://[::ffff:10.0.0.1]/'],
    ] as const) {
      const { id } = await createBridge(server, token, { ...push, name, url: address })
      await expect
        .poll(() => readState(server, token, id))
        .toMatchObject({ state: 'error', problem: { en: expect.stringContaining('MIMIC_OUTBOUND_ALLOWED') } })
    }
  })

  test('drops the oldest messages of a full queue, counts them and says so', { tags: 'full' }, async () => {
    sink.answer = () => 503
    const { id } = await createBridge(server, token, { ...push, name: 'full', url, maxQueued: 100 })
    for (let n = 0; n < 130; n++) await report(device, 'pole-1', { n })
    await expect.poll(() => readState(server, token, id)).toMatchObject({ waiting: 100, dropped: 30 })
    sink.requests.length = 0
    sink.answer = () => 200
    await expect.poll(() => readState(server, token, id)).toMatchObject({ waiting: 0, out: 100 })
    expect(sink.requests.map(({ body }) => (JSON.parse(body) as { values: { n: number } }).values.n)).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 30),
    )
  })

  test('stops at once when it is disabled, and goes on when it is enabled', async () => {
    const { id } = await createBridge(server, token, { ...push, name: 'switched', url })
    await report(device, 'pole-1', { n: 1 })
    await expect.poll(() => sink.requests.length).toBe(1)
    await updateBridge(server, token, id, { isEnabled: false })
    await report(device, 'pole-1', { n: 2 })
    expect(await readState(server, token, id)).toMatchObject({ state: 'none', waiting: 0 })
    await updateBridge(server, token, id, { isEnabled: true })
    await report(device, 'pole-1', { n: 3 })
    await expect.poll(() => sink.requests.length).toBe(2)
    expect(sink.requests[1]?.body).toContain('"n":3')
  })

  test('sends only the reports of the chosen projects', async () => {
    const { id } = await createBridge(server, token, {
      ...push,
      name: 'tunnel only',
      url,
      reports: 'projects',
      sourceProjects: ['tunnel'],
    })
    await report(device, 'pole-1', { a: 1 }, 'street')
    await report(device, 'lamp-1', { a: 2 }, 'tunnel')
    await expect.poll(() => sink.requests.length).toBe(1)
    expect(JSON.parse(sink.requests[0]?.body ?? '')).toMatchObject({ project: 'tunnel', device: 'lamp-1' })
    expect(await readState(server, token, id)).toMatchObject({ waiting: 0, out: 1 })
  })

  test('sends only the reports of devices of the chosen products; a changed product takes effect at once', async () => {
    const make = async (entity: string, values: Readonly<Record<string, unknown>>): Promise<Row> => {
      const created = await callEntity(server, entity, 'create', {
        token,
        body: { ...(entity === 'device' ? { project: 'street' } : {}), values },
      })
      expect(created.text).toContain('"code":200')
      return created.data
    }
    const basics = { category: 'sensor', nodeType: 'direct', transport: 'mqtt' }
    const [meter, lamp] = [
      await make('product', { name: 'Bridged meter', code: 'bridgedMeter', ...basics }),
      await make('product', { name: 'Bridged lamp', code: 'bridgedLamp', ...basics }),
    ]
    const { id } = await createBridge(server, token, {
      ...push,
      name: 'meters only',
      url,
      reports: 'products',
      sourceProducts: [meter.id],
    })
    await report(device, 'later-meter', { a: 0 })
    await make('device', { name: 'Lamp', serial: 'b-1', product: lamp.id, plantDevice: 'other-lamp' })
    await make('device', { name: 'Meter', serial: 'b-2', product: meter.id, plantDevice: 'later-meter' })
    await report(device, 'other-lamp', { a: 1 })
    await report(device, 'later-meter', { a: 2 })
    await expect.poll(() => sink.requests.length).toBe(1)
    expect(JSON.parse(sink.requests[0]?.body ?? '')).toMatchObject({ device: 'later-meter', values: { a: 2 } })
    const since = await readState(server, token, id)
    expect(since).toMatchObject({ waiting: 0, out: 1, countedSince: expect.any(Number) })
  })

  test('the test sends a sample message and returns the answer; it is audited', async () => {
    const { id } = await createBridge(server, token, { ...push, name: 'tested', url, isEnabled: false })
    const good = await call(server, 'bridge.test', { token, params: { id } })
    expect(good.data).toMatchObject({ isOk: true, message: expect.stringContaining('200 taken') })
    sink.answer = () => 401
    const bad = await call(server, 'bridge.test', { token, params: { id } })
    expect(bad.data).toMatchObject({ isOk: false, message: expect.stringContaining('401') })
    expect((await readAuditLog(server, token, `bridge/${id}`)).map(({ action }) => action)).toContain('test')
  })

  test('a queued message survives a restart of the server', { tags: 'full' }, async () => {
    sink.answer = () => 503
    const { id } = await createBridge(server, token, { ...push, name: 'restart', url })
    await report(device, 'pole-1', { n: 7 })
    await expect.poll(() => readState(server, token, id)).toMatchObject({ waiting: 1 })
    await device.endAsync(true)
    const { dataDir } = server
    await server.kill('SIGKILL')
    sink.requests.length = 0
    sink.answer = () => 200
    server = await startServer({
      dataDir,
      env: { MIMIC_GATEWAY_TOKEN: gatewayToken, MIMIC_OUTBOUND_ALLOWED: `127.0.0.1:${sink.port}` },
    })
    token = await signIn(server)
    device = await connectGateway(server, gatewayToken)
    await expect.poll(() => sink.requests.length).toBe(1)
    expect(sink.requests[0]?.body).toContain('"n":7')
  })
})

describe('HTTP input', () => {
  const input = { kind: 3, direction: 1, inputSecret, topic: 'p/street/d/${id}/up/values' }
  const post = (id: string, secret: string, body: unknown) =>
    send(server, 'POST', `/api/bridge-input/${id}/${secret}`, JSON.stringify(body), {
      'content-type': 'application/json',
    })

  test('accepts a message with the secret and stores its values for the device', async () => {
    const { id } = await createBridge(server, token, { ...input, name: 'input' })
    const accepted = await post(id, inputSecret, { id: 'meter-9', at: Date.now(), v: { power: 12.5 } })
    expect(accepted.status).toBe(200)
    const curve = await call(server, 'tag.list', { token, query: { project: 'street', search: 'meter-9' } })
    expect(curve.text).toContain('street/meter-9/power')
    expect(await readState(server, token, id)).toMatchObject({ state: 'connected', in: 1 })
  })

  test('rejects a wrong secret, a disabled input, and a topic that no device uses', async () => {
    const { id } = await createBridge(server, token, { ...input, name: 'guarded' })
    expect((await post(id, 'wrongSecretOfInput', { id: 'm' })).status).toBe(404)
    expect((await post('no-such-bridge', inputSecret, { id: 'm' })).status).toBe(404)
    for (const bad of ['a/b', '+', '#', '', null, { x: 1 }])
      expect([bad, (await post(id, inputSecret, { id: bad })).status]).toEqual([bad, 400])
    await updateBridge(server, token, id, { topic: 'nobody/here' })
    expect((await post(id, inputSecret, { id: 'm' })).status).toBe(422)
    await updateBridge(server, token, id, { isEnabled: false })
    expect((await post(id, inputSecret, { id: 'm' })).status).toBe(404)
  })

  test('limits the size of a message', async () => {
    const { id } = await createBridge(server, token, { ...input, name: 'large' })
    expect((await post(id, inputSecret, { id: 'm', text: 'x'.repeat(70_000) })).status).toBe(413)
  })
})
