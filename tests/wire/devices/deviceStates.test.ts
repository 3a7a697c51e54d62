import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeComponent, newDrawing } from '@mimic/engine/document'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceStates as states, statusTopic } from '../../../contract/telemetry/index.ts'
import { addAccount, callEntity, call, signIn } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const project = 'tunnel'
const token = 'the one credential of the gateways of this test'
const pollOptions = { timeout: 30_000, interval: 50 }
const soonMs = 1_000
const env = { MIMIC_GATEWAY_TOKEN: token }
let dataDir: string
let server: StartedServer
let admin: string
let watcher: MqttClient
let product: string
const clients: MqttClient[] = []
/** The last and previous state of each device received by an administrator's page. */
const statesByTopic = new Map<string, (number | null)[]>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-states-'))
  await begin()
  product = (
    await callEntity(server, 'product', 'create', {
      token: admin,
      body: { values: { name: 'Meter', code: 'meter', category: 'sensor', nodeType: 'direct', transport: 'mqtt' } },
    })
  ).data.id
})
afterAll(async () => {
  await end()
  if (dataDir) await removeDirectory(dataDir)
})

async function begin(): Promise<void> {
  server = await startServer({ env, dataDir })
  admin = await signIn(server)
  watcher = await connected('admin', admin, 'watcher')
  watcher.on('message', (topic, payload) => {
    const payloadState: { readonly state: number | null } = JSON.parse(payload.toString())
    statesByTopic.set(topic, [...(statesByTopic.get(topic) ?? []), payloadState.state])
  })
}
async function end(): Promise<void> {
  for (const client of clients.splice(0)) await client.endAsync(true)
  await server?.stop()
}
async function connected(
  username: string,
  password: string,
  clientId: string,
  willDevice?: string,
): Promise<MqttClient> {
  const will =
    willDevice === undefined
      ? {}
      : {
          will: {
            topic: `p/${project}/d/${willDevice}/up/state`,
            payload: Buffer.from(JSON.stringify({ online: false, at: 0 })),
            qos: 1 as const,
            retain: true,
          },
        }
  const client = await connectAsync(server.mqttUrl, {
    clientId,
    username,
    password,
    protocolVersion: 4,
    reconnectPeriod: 0,
    ...will,
  })
  clients.push(client)
  return client
}
/** Connects a device with its Will. */
async function arrive(device: string): Promise<MqttClient> {
  const client = await connected('yard', token, `yard-${device}`, device)
  await client.publishAsync(`p/${project}/d/${device}/up/state`, JSON.stringify({ online: true, at: Date.now() }), {
    qos: 1,
  })
  await client.publishAsync(
    `p/${project}/d/${device}/up/values`,
    JSON.stringify({ at: Date.now(), every: 60_000, v: { power: 1 } }),
    { qos: 1 },
  )
  return client
}
async function make(plantDevice: string, where = project): Promise<string> {
  const created = await callEntity(server, 'device', 'create', {
    token: admin,
    body: { project: where, values: { name: plantDevice, serial: `SN-${plantDevice}`, product, plantDevice } },
  })
  if (created.status !== 200) throw new Error(created.text)
  return created.data.id
}
async function watch(device: string): Promise<void> {
  await watcher.subscribeAsync(statusTopic({ project, device }), { qos: 1 })
}
const getLastState = (device: string): number | null | undefined =>
  statesByTopic.get(statusTopic({ project, device }))?.at(-1)
/** Returns the milliseconds until the page receives this state. */
async function waitForState(device: string, state: number | null, cause: () => unknown): Promise<number> {
  const from = performance.now()
  await cause()
  await expect.poll(() => getLastState(device), pollOptions).toBe(state)
  return performance.now() - from
}

describe('the state of a device', () => {
  it('is sent to every subscriber within a second of a change: connected, disconnected, disabled and enabled', async () => {
    const id = await make('meter-a')
    await waitForState('meter-a', states.notActivated, () => watch('meter-a'))
    let device = await connected('yard', token, 'yard-hello')
    expect(
      await waitForState('meter-a', states.online, async () => {
        device = await arrive('meter-a')
      }),
    ).toBeLessThan(soonMs)
    expect(
      await waitForState('meter-a', states.offline, () => {
        device.stream.destroy()
      }),
    ).toBeLessThan(soonMs)
    expect(
      await waitForState('meter-a', states.online, async () => {
        device = await arrive('meter-a')
      }),
    ).toBeLessThan(soonMs)
    expect(
      await waitForState('meter-a', states.disabled, () =>
        callEntity(server, 'device', 'disable', { token: admin, params: { id }, body: {} }),
      ),
    ).toBeLessThan(soonMs)
    expect(
      await waitForState('meter-a', states.online, () =>
        callEntity(server, 'device', 'enable', { token: admin, params: { id }, body: {} }),
      ),
    ).toBeLessThan(soonMs)
    expect(statesByTopic.get(statusTopic({ project, device: 'meter-a' }))).toEqual([1, 3, 4, 3, 2, 3])
  })

  it('is in the catalogue of points for every device, also one that never spoke, with words in both languages, and cannot be operated', async () => {
    await make('meter-b')
    const found = async (search: string) =>
      (await call(server, 'tag.list', { token: admin, query: { project, search } })).data.rows
    await expect
      .poll(async () => (await found('meter-b')).map(({ path }) => path), pollOptions)
      .toEqual([`${project}/meter-b/$state`])
    expect(await found('lamp-001 $state')).toEqual([
      expect.objectContaining({
        path: `${project}/lamp-001/$state`,
        writable: false,
        words: { en: 'Device state', zh: '设备状态' },
      }),
    ])
    expect((await found('lamp-001 设备状态')).length).toBe(1)
    const sent = await call(server, 'command.send', {
      token: admin,
      headers: { 'idempotency-key': 'state' },
      body: { tag: `${project}/lamp-001/$state`, value: 3 },
    })
    expect(sent.bad.error).toBe('tag.readOnly')
  })

  it('cannot be published by a device or a gateway: not on its topic, as a Will or as a point', async () => {
    await make('meter-c')
    await waitForState('meter-c', states.notActivated, () => watch('meter-c'))
    const topic = statusTopic({ project, device: 'meter-c' })
    const forged = JSON.stringify({ state: states.online, at: Date.now() })
    const forger = await connected('yard', token, 'yard-forger')
    const closed = new Promise((done) => {
      forger.once('close', () => done(undefined))
    })
    forger.publish(topic, forged, { qos: 1, retain: true })
    await closed
    await expect(
      connectAsync(server.mqttUrl, {
        clientId: 'yard-will',
        username: 'yard',
        password: token,
        protocolVersion: 4,
        reconnectPeriod: 0,
        will: { topic, payload: Buffer.from(forged), qos: 1, retain: true },
      }),
    ).rejects.toThrow()
    const liar = await connected('yard', token, 'yard-liar')
    await liar.publishAsync(
      `p/${project}/d/meter-c/up/values`,
      JSON.stringify({ at: Date.now(), every: 60_000, v: { $state: 2, power: 1 } }),
      { qos: 1 },
    )
    await watcher.unsubscribeAsync(topic)
    await watch('meter-c')
    await waitForState('meter-c', states.online, () => arrive('meter-c'))
    expect(new Set(statesByTopic.get(topic))).toEqual(new Set([states.notActivated, states.online]))
  })

  it('is not visible in other projects, directly, by a wildcard or in the catalogue', async () => {
    await make('pole-001', 'street')
    const stranger = await addAccount(server, admin, 'operator', [{ id: 'street', role: 'operator' }])
    const client = await connected(stranger.name, stranger.token, 'stranger')
    const received: string[] = []
    client.on('message', (topic) => {
      received.push(topic)
    })
    for (const filter of [statusTopic({ project, device: 'lamp-001' }), `p/${project}/d/+/status`, 'p/+/d/+/status']) {
      const answer = new Promise((done) => {
        client.on('packetreceive', (packet) => {
          if (packet.cmd === 'suback') done(packet.granted[0])
        })
      })
      await client.subscribeAsync(filter).catch(() => undefined)
      expect([filter, await answer]).toEqual([filter, 0x80])
    }
    await client.subscribeAsync('p/street/d/+/status')
    await expect.poll(() => received.length, pollOptions).toBeGreaterThan(0)
    expect(received.filter((topic) => !topic.startsWith('p/street/'))).toEqual([])
    expect(
      (
        await call(server, 'tag.list', { token: stranger.token, query: { search: '$state', pageSize: '50' } })
      ).data.rows.filter(({ path }) => !path.startsWith('street/')),
    ).toEqual([])
  })

  it('is shown by a share link without an account, if the drawing contains it', async () => {
    const tag = `${project}/meter-a/$state`
    const lamp = makeComponent({
      type: 'lamp',
      name: 'Meter',
      props: { stateType: 'device' },
      bindings: [{ prop: 'value', tag, via: { kind: 'value' } }],
    })
    const {
      data: { id },
    } = await call(server, 'drawing.create', {
      token: admin,
      body: { project, name: 'Meters', drawing: { ...newDrawing('Meters'), components: [lamp] } },
    })
    const {
      data: { id: share },
    } = await call(server, 'share.create', { token: admin, params: { id }, body: { password: null, expiresAt: null } })
    const {
      data: { token: guest },
    } = await call(server, 'share.open', { body: { share } })
    expect((await call(server, 'share.drawing', { body: { token: guest } })).data.tags).toEqual([tag])
    expect((await call(server, 'share.values', { body: { token: guest, seen: 0 } })).data.values).toEqual([
      [0, states.online, 0, expect.any(Number), null],
    ])
  })

  it(
    'is known after a restart for disabled, never connected and offline devices, and for online ones only after their next message',
    { tags: 'full' },
    async () => {
      const ids = { off: await make('meter-off'), out: await make('meter-out'), fresh: await make('meter-new') }
      const offline = await arrive('meter-off')
      const readStatus = async (id: string) =>
        (await callEntity<Record<string, unknown>>(server, 'device', 'read', { token: admin, params: { id } })).data[
          'status'
        ]
      await expect.poll(() => readStatus(ids.off), pollOptions).toBe(states.online)
      offline.stream.destroy()
      await expect.poll(() => readStatus(ids.off), pollOptions).toBe(states.offline)
      await callEntity(server, 'device', 'disable', { token: admin, params: { id: ids.out }, body: {} })
      await end()
      statesByTopic.clear()
      await begin()
      for (const device of ['meter-off', 'meter-out', 'meter-new', 'meter-a', 'nothing-of-that-name'])
        await watch(device)
      await expect
        .poll(
          () => ['meter-off', 'meter-out', 'meter-new', 'meter-a', 'nothing-of-that-name'].map(getLastState),
          pollOptions,
        )
        .toEqual([states.offline, states.disabled, states.notActivated, null, null])
      expect(await waitForState('meter-a', states.online, () => arrive('meter-a'))).toBeLessThan(soonMs)
    },
  )

  it('is removed with the device, and does not block the removal of its project', async () => {
    expect(
      (await callEntity(server, 'project', 'create', { token: admin, body: { values: { key: 'quay', name: 'Quay' } } }))
        .status,
    ).toBe(200)
    const created = await callEntity(server, 'device', 'create', {
      token: admin,
      body: { project: 'quay', values: { name: 'crane', serial: 'SN-crane', product, plantDevice: 'crane' } },
    })
    const tags = async () =>
      (await call(server, 'tag.list', { token: admin, query: { project: 'quay' } })).data.rows.map(({ path }) => path)
    await expect.poll(tags, pollOptions).toEqual(['quay/crane/$state'])
    await callEntity(server, 'device', 'remove', { token: admin, params: { id: created.data.id } })
    await expect.poll(tags, pollOptions).toEqual([])
    expect((await callEntity(server, 'project', 'remove', { token: admin, params: { id: 'quay' } })).status).toBe(200)
  })
})
