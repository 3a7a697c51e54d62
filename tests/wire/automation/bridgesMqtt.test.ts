import type { ChildProcess } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callEntity, call, signIn } from '../../support/server/api.ts'
import { connectGateway, createBridge, readState, report, updateBridge } from '../../support/external/bridgeWorld.ts'
import { removeDirectory } from '../../support/directories.ts'
import { endMosquitto, freePort, mosquittoProgram, startMosquitto } from '../../support/external/mosquitto.ts'
import { type StartedServer, startServer } from '../../support/server/server.ts'

const gatewayToken = 'a-gateway-credential-of-the-bridge-test'
let directory = ''
let port = 0
let mosquitto: ChildProcess
let server: StartedServer
let token = ''
let device: MqttClient
let far: MqttClient
const received: { topic: string; payload: string; retain: boolean }[] = []
const created: string[] = []

describe.skipIf(mosquittoProgram === undefined)('MQTT bridge to Mosquitto', () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'mimic-mosquitto-'))
    port = await freePort()
    mosquitto = await startMosquitto(directory, port)
    server = await startServer({
      env: { MIMIC_GATEWAY_TOKEN: gatewayToken, MIMIC_OUTBOUND_ALLOWED: `127.0.0.1:${port}` },
    })
    token = await signIn(server)
    device = await connectGateway(server, gatewayToken)
    far = await connectAsync(`mqtt://127.0.0.1:${port}`, { clientId: 'far', reconnectPeriod: 100 })
    far.on('message', (topic, payload, { retain }) => received.push({ topic, payload: payload.toString(), retain }))
    await far.subscribeAsync('#', { qos: 1 })
  })
  afterAll(async () => {
    await far.endAsync(true)
    await device.endAsync(true)
    await server.stop()
    await endMosquitto(mosquitto)
    await removeDirectory(directory)
  })
  afterEach(async () => {
    for (const id of created.splice(0)) await callEntity(server, 'bridge', 'remove', { token, params: { id } })
    received.length = 0
  })

  const create = async (values: Readonly<Record<string, unknown>>): Promise<string> => {
    const { id } = await createBridge(server, token, {
      name: `mqtt ${created.length}`,
      kind: 4,
      url: `mqtt://127.0.0.1:${port}`,
      ...values,
    })
    created.push(id)
    return id
  }
  const isConnected = async (id: string): Promise<void> =>
    await expect.poll(() => readState(server, token, id)).toMatchObject({ state: 'connected' })
  const output = { direction: 'out', filter: '#', localPrefix: 'p/', remotePrefix: 'plant/', qos: 1, isRetained: true }
  const input = {
    direction: 'in',
    filter: '+/d/+/up/values',
    localPrefix: 'p/',
    remotePrefix: 'other/',
    qos: 1,
    isRetained: false,
  }
  const hasTag = async (search: string): Promise<boolean> =>
    (await call(server, 'tag.list', { token, query: { project: 'street', search } })).text.includes(search)

  test('publishes reports with the prefix of the other broker, retained', async () => {
    const id = await create({ reports: 'all', mappings: [output] })
    await isConnected(id)
    await report(device, 'pole-1', { a: 1 })
    await expect
      .poll(() => received)
      .toEqual([{ topic: 'plant/street/d/pole-1/up/values', payload: expect.stringContaining('"a":1'), retain: false }])
    const late = await connectAsync(`mqtt://127.0.0.1:${port}`, { clientId: 'late' })
    const retained = new Promise<boolean>((done) => late.once('message', (_t, _p, packet) => done(packet.retain)))
    await late.subscribeAsync('plant/street/d/pole-1/up/values')
    expect(await retained).toBe(true)
    await late.endAsync(true)
    await far.publishAsync('plant/street/d/pole-1/up/values', '', { retain: true })
    await expect.poll(() => readState(server, token, id)).toMatchObject({ out: 1, waiting: 0 })
  })

  test('accepts messages of the other broker as reports of devices here', async () => {
    const id = await create({ mappings: [input] })
    await isConnected(id)
    await far.publishAsync('other/street/d/from-afar/up/values', JSON.stringify({ at: Date.now(), v: { b: 2 } }), {
      qos: 1,
    })
    await expect.poll(() => hasTag('street/from-afar/b')).toBe(true)
    expect(await readState(server, token, id)).toMatchObject({ in: 1, failed: 0 })
  })

  test('in both directions on the same topics, no message runs in a circle', async () => {
    const both = { localPrefix: 'p/', remotePrefix: 'mirror/', qos: 1, isRetained: false }
    const id = await create({
      reports: 'all',
      mappings: [
        { ...both, direction: 'out', filter: '#' },
        { ...both, direction: 'in', filter: '#' },
      ],
    })
    await isConnected(id)
    await report(device, 'mirrored', { a: 1 })
    await far.publishAsync('mirror/street/d/afar/up/values', JSON.stringify({ at: Date.now(), v: { b: 2 } }), {
      qos: 1,
    })
    await expect.poll(() => hasTag('street/afar/b')).toBe(true)
    // A later message shows that nothing else is on its way.
    await report(device, 'mirrored', { a: 2 })
    await expect.poll(() => received.filter(({ topic }) => topic.includes('mirrored')).length).toBe(2)
    expect(received.filter(({ topic }) => topic.includes('afar'))).toHaveLength(1)
    expect(await readState(server, token, id)).toMatchObject({ in: 1, out: 2, waiting: 0 })
  })

  test('shows the connection live: lost with the reason, and connected again by itself', async () => {
    const id = await create({ reports: 'all', mappings: [output] })
    await isConnected(id)
    await endMosquitto(mosquitto)
    await expect
      .poll(() => readState(server, token, id))
      .toMatchObject({ state: 'error', problem: { en: expect.stringContaining(`127.0.0.1:${port}`) } })
    await report(device, 'pole-1', { during: 1 })
    const stored = await callEntity(server, 'bridge', 'read', { token, params: { id } })
    expect(stored.data['status']).not.toBe('connected')
    mosquitto = await startMosquitto(directory, port)
    await isConnected(id)
    await expect.poll(() => readState(server, token, id)).toMatchObject({ waiting: 0, out: 1 })
  })

  test('reports a wrong password, and a port that speaks no MQTT', async () => {
    const closed = await create({ url: `mqtt://127.0.0.1:${await freePort()}`, mappings: [] })
    await expect
      .poll(() => readState(server, token, closed))
      .toMatchObject({ state: 'error', problem: { en: expect.stringContaining('MIMIC_OUTBOUND_ALLOWED') } })
    const passwordPort = port
    await endMosquitto(mosquitto)
    await writeFile(join(directory, 'passwords'), '')
    mosquitto = await startMosquitto(
      directory,
      passwordPort,
      `allow_anonymous false\npassword_file ${join(directory, 'passwords')}\n`,
    )
    const id = await create({ username: 'ann', password: 'wrong', mappings: [] })
    await expect
      .poll(() => readState(server, token, id))
      .toMatchObject({ state: 'error', problem: { en: expect.stringContaining('wrong user name or password') } })
    expect((await call(server, 'bridge.test', { token, params: { id } })).data).toMatchObject({
      isOk: false,
      message: expect.stringContaining('wrong user name or password'),
    })
    await endMosquitto(mosquitto)
    mosquitto = await startMosquitto(directory, port)
    await expect.poll(() => readState(server, token, id)).toMatchObject({ state: 'connected' })
    await updateBridge(server, token, id, { isEnabled: false })
    expect(await readState(server, token, id)).toMatchObject({ state: 'none' })
  })
})
