// A single file: all tests share the server and the products of the makes.
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valueReasons, type ValueReason } from '../../../contract/mapping/index.ts'
import { callEntity, call, signIn, sqlIn } from '../../support/server/api.ts'
import { createMappingWorld, type MappingWorld, project } from '../../support/mapping/world.ts'
import makesFile from '../../support/mapping/makes.json' with { type: 'json' }
import { startServer, type StartedServer } from '../../support/server/server.ts'

const token = 'the shared gateway credential of this test'
interface Make {
  readonly make: string
  readonly template?: string
  readonly mapping?: unknown
  /** Name of the device in messages. */
  readonly device: string
  readonly messages: readonly {
    readonly topic: string
    readonly payload: unknown
    /** By point: the value, or the value with the reason why it is bad. */
    readonly values: Readonly<Record<string, unknown>>
    /** Source time; absent: the time of receipt. */
    readonly at?: string
  }[]
}
const manufacturers: readonly Make[] = makesFile
const pollOptions = { timeout: 20_000, interval: 50 }

let server: StartedServer
let admin: string
let world: MappingWorld
let yard: MqttClient
let screen: MqttClient
/** Messages that the browser has received, newest last. */
const received: { readonly topic: string; readonly payload: string }[] = []

beforeAll(async () => {
  server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token } })
  admin = await signIn(server)
  world = createMappingWorld(server, admin)
  yard = await connectAsync(server.mqttUrl, { username: 'yard', password: token, clientId: 'yard' })
  screen = await connectAsync(server.mqttUrl, { username: 'admin', password: admin, clientId: 'admin-screen' })
  screen.on('message', (topic, payload) => received.push({ topic, payload: payload.toString() }))
  await screen.subscribeAsync(`p/${project}/d/+/up/values`)
})
afterAll(async () => {
  await Promise.all([yard?.endAsync(true), screen?.endAsync(true)])
  await server?.stop()
})

const publish = (topic: string, payload: unknown) =>
  yard.publishAsync(
    topic,
    typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
    {
      qos: 1,
    },
  )

const readReasons = async (device: string) =>
  Object.fromEntries(
    (await call(server, 'mapping.reasons', { token: admin, params: { project, device } })).data.map(
      ({ point, words }) => [point, words],
    ),
  )
const lastFrame = (device: string): { readonly v: Record<string, unknown>; readonly q?: Record<string, string> } =>
  JSON.parse(received.findLast(({ topic }) => topic === `p/${project}/d/${device}/up/values`)?.payload ?? '{"v":{}}')
const readStatus = async (device: string) =>
  (await sqlIn(server, `select status from platform_device where plant_device = $1`, [device]))[0]?.['status']

describe('messages of makes', () => {
  it.each(manufacturers)(
    '$make arrives with its values, qualities and times',
    async ({ template, mapping, device, messages }) => {
      const name = await world.connect({ template, mapping }, device)
      for (const { topic, payload, values, ...more } of messages) {
        await publish(topic, payload)
        for (const [point, expected] of Object.entries(values)) {
          const [value, reason] = Array.isArray(expected) ? expected : [expected, null]
          const stored = await world.readNewest(name, point)
          expect({ point, value: stored?.value ?? null, quality: stored?.quality }).toEqual({
            point,
            value,
            quality: reason === null ? 0 : 2,
          })
          if (more.at !== undefined && reason === null) expect(stored?.at).toEqual(new Date(more.at))
          if (reason !== null) expect((await readReasons(name))[point]).toEqual(valueReasons[reason as ValueReason])
          await expect.poll(() => lastFrame(name).v[point], pollOptions).toEqual(value)
          expect(lastFrame(name).q?.[point]).toBe(reason === null ? undefined : 'bad')
        }
      }
    },
  )

  it('the tag catalogue describes the points of a mapping', async () => {
    const name = await world.connect({ template: 'tasmota' }, 'catalogue_plug')
    const readTag = async () =>
      (await sqlIn(server, `select unit, kind, writable, en from tag where path = $1`, [`${project}/${name}/relay`]))[0]
    await expect.poll(readTag, pollOptions).toEqual({ unit: '', kind: 'flag', writable: true, en: 'Relay' })
  })

  it('values of several topics stay together for browsers', async () => {
    const name = await world.connect({ template: 'tasmota' }, 'parts_plug')
    await publish('stat/parts_plug/POWER', 'OFF')
    await publish('tele/parts_plug/SENSOR', { Time: new Date().toISOString(), ENERGY: { Power: 5 } })
    await expect.poll(() => lastFrame(name).v, pollOptions).toMatchObject({ relay: 0, power: 5 })
  })
})

it('the signal of a mapped device is stored in its row', async () => {
  const name = await world.connect({ template: 'tasmota' }, 'signal_plug')
  await publish('tele/signal_plug/STATE', { POWER: 'ON', Wifi: { RSSI: 72, Signal: -64 } })
  const readSignal = async () =>
    (await sqlIn(server, `select signal from platform_device where plant_device = $1`, [name]))[0]?.['signal']
  await expect.poll(readSignal, pollOptions).toBe(-64)
})

describe('presence', () => {
  it('by topic and words: an offline device is offline at once', { tags: 'full' }, async () => {
    const name = await world.connect({ template: 'tasmota' }, 'presence_plug')
    await publish('tele/presence_plug/LWT', 'Online')
    await publish('stat/presence_plug/POWER', 'ON')
    await expect.poll(() => readStatus(name), pollOptions).toBe(3)
    await publish('tele/presence_plug/LWT', 'Offline')
    await expect.poll(() => readStatus(name), pollOptions).toBe(4)
  })
})

describe('credentials of devices', () => {
  it('a device reports itself only, and its end makes it offline if its mapping says so', async () => {
    const mapping = {
      version: 1,
      topics: [{ id: 'all', topic: 'own/{device}' }],
      points: [{ point: 'level', type: 'decimal', sources: [{ topic: 'all', path: '' }] }],
      presence: { will: true },
    }
    const name = await world.connect({ mapping }, 'tank-a', [], 'tank-b')
    const other = name.replace(/-0$/, '-1')
    const credential = await world.issue(name)
    const device = await connectAsync(server.mqttUrl, { ...credential, clientId: 'any client id' })
    await device.publishAsync('own/tank-a', '3.5', { qos: 1 })
    await device.publishAsync('own/tank-b', '4.5', { qos: 1 })
    expect(await world.readNewest(name, 'level')).toMatchObject({ value: 3.5, quality: 0 })
    expect(await world.readNewest(other, 'level')).toBeUndefined()
    await expect.poll(() => world.readStatus(name), pollOptions).toBe(3)
    device.stream.destroy()
    device.end(true)
    await expect.poll(() => world.readStatus(name), pollOptions).toBe(4)
  })

  it('a device receives its own commands, not those of others', async () => {
    const name = await world.connect({ template: 'tasmota' }, 'own_plug', [], 'other_plug')
    const credential = await world.issue(name)
    const device = await connectAsync(server.mqttUrl, { ...credential, clientId: 'DVES_7F3A10' })
    try {
      const granted = await device.subscribeAsync(['cmnd/own_plug/#', 'cmnd/other_plug/#'], { qos: 1 }).catch(() => [])
      const topics: string[] = []
      device.on('message', (topic) => topics.push(topic))
      await expect.poll(() => world.isWritable(name, 'relay'), pollOptions).toBe(true)
      await world.order(name, 'relay', 1)
      await expect.poll(() => topics, pollOptions).toEqual(['cmnd/own_plug/POWER'])
      expect(granted.filter(({ qos }) => qos !== 128).map(({ topic }) => topic)).not.toContain('cmnd/other_plug/#')
    } finally {
      await device.endAsync(true)
    }
  })
})

describe('commands', () => {
  it('go out as the template says and are confirmed by the reported value', async () => {
    const name = await world.connect({ template: 'tasmota' }, 'switched_plug')
    const plug = await connectAsync(server.mqttUrl, { username: 'yard', password: token, clientId: 'yard-plug' })
    try {
      const commands: string[] = []
      plug.on('message', (topic, payload) => {
        commands.push(`${topic} ${payload.toString()}`)
        void plug.publishAsync('stat/switched_plug/POWER', payload, { qos: 1 })
      })
      await plug.subscribeAsync('cmnd/switched_plug/POWER')
      await publish('stat/switched_plug/POWER', 'OFF')
      await expect
        .poll(
          async () =>
            (await sqlIn(server, `select writable from tag where path = $1`, [`${project}/${name}/relay`]))[0],
          pollOptions,
        )
        .toEqual({ writable: true })
      const { id } = await world.order(name, 'relay', 1)
      await expect.poll(() => world.readState(id), pollOptions).toBe('succeeded')
      expect(commands).toEqual(['cmnd/switched_plug/POWER ON'])
    } finally {
      await plug.endAsync(true)
    }
  })

  it('are not confirmed if the device reports nothing in time', async () => {
    const name = await world.connect(
      {
        mapping: {
          version: 1,
          topics: [{ id: 'state', topic: 'valves/{device}' }],
          points: [
            {
              point: 'open',
              type: 'bool',
              sources: [{ topic: 'state', path: 'open' }],
              command: {
                topic: 'valves/{device}/set',
                payload: { kind: 'json', json: { open: '{value}' } },
                confirm: { by: 'report', timeoutS: 1 },
              },
            },
          ],
        },
      },
      'valve-1',
    )
    await yard.subscribeAsync('valves/valve-1/set')
    await publish('valves/valve-1', { open: false })
    await expect
      .poll(
        async () => (await sqlIn(server, `select writable from tag where path = $1`, [`${project}/${name}/open`]))[0],
        pollOptions,
      )
      .toEqual({ writable: true })
    const { id } = await world.order(name, 'open', 1)
    await expect.poll(() => world.readState(id), pollOptions).toBe('unknown')
  })
})

describe('rejected messages', () => {
  const listRejected = async (filter: string) =>
    (await call(server, 'mapping.rejections', { token: admin, query: { filter } })).data.map(
      ({ topic, problem }) => `${topic}: ${problem?.en}`,
    )

  it('are listed with the reason, and the connection stays open', async () => {
    await world.connect({ template: 'tasmota' }, 'known_plug')
    await publish('tele/unknown_plug/SENSOR', { ENERGY: { Power: 1 } })
    await publish('tele/known_plug/SENSOR', 'no JSON')
    await publish('nobody/declares/this', '1')
    expect(await listRejected('#')).toEqual(
      expect.arrayContaining([
        'tele/unknown_plug/SENSOR: No device with the name in messages: unknown_plug',
        'tele/known_plug/SENSOR: The payload is not valid JSON',
        'nobody/declares/this: No mapping declares this topic',
      ]),
    )
    const listed = (await call(server, 'mapping.messages', { token: admin, query: { filter: 'nobody/#' } })).data
    expect(listed.map(({ payload }) => atob(payload))).toEqual(['1'])
    expect(yard.connected).toBe(true)
  })

  it('a definition with faults is refused with the place of each', async () => {
    const product = await world.create('product', {
      name: 'Faulty',
      code: 'faulty',
      category: 'sensor',
      nodeType: 'direct',
      transport: 'mqtt',
    })
    const definition = JSON.stringify({ version: 1, topics: [{ id: 'a', topic: 'x/+' }], points: [] })
    const refused = await callEntity(server, 'mapping', 'create', {
      token: admin,
      body: { values: { name: 'Faulty', product, protocol: 'mapping', definition } },
    })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('topics.0.device')
  })
})

describe('hostile payloads', () => {
  it('affect no other device', async () => {
    const name = await world.connect({ template: 'tasmota' }, 'bystander')
    const victim = await world.connect({ template: 'tasmota' }, 'victim')
    const topic = 'tele/victim/SENSOR'
    await publish(topic, Buffer.alloc(0))
    await publish(topic, Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))
    await publish(topic, '['.repeat(10_000))
    await publish(topic, '{"ENERGY":{"Power":1e400}}')
    await publish(topic, '{"__proto__":{"polluted":true},"ENERGY":{"__proto__":{"Power":7}}}')
    const flood = await connectAsync(server.mqttUrl, {
      username: 'yard',
      password: token,
      clientId: 'yard-flood',
      reconnectPeriod: 0,
    })
    const isClosed = new Promise<void>((resolve) => flood.once('close', () => resolve()))
    flood.on('error', () => undefined)
    flood.publish(topic, Buffer.alloc(10 * 1024 * 1024, 0x31), { qos: 0 })
    await isClosed
    expect(await world.readNewest(victim, 'power')).toMatchObject({ value: null, quality: 2 })
    await publish('stat/bystander/POWER', 'ON')
    expect(await world.readNewest(name, 'relay')).toMatchObject({ value: 1, quality: 0 })
    const empty = (await call(server, 'mapping.rejections', { token: admin, query: { filter: topic } })).data
    expect(new Set(empty.map(({ problem }) => problem?.en))).toEqual(
      new Set([
        'The payload is empty',
        'The payload is not valid UTF-8 text',
        'The payload is not valid JSON',
        'The message contains none of the declared points',
      ]),
    )
  })
})

describe('types of the own frame', () => {
  it('a value of another type than the thing model declares is bad, in history and for browsers', async () => {
    const name = await world.connect({}, 'typed', [
      { identifier: 'level', label: 'Level', type: 'decimal', isWritable: false },
      { identifier: 'running', label: 'Running', type: 'bool', isWritable: false },
      { identifier: 'count', label: 'Count', type: 'integer', isWritable: false },
      { identifier: 'mode', label: 'Mode', type: 'string', isWritable: false },
    ])
    await publish(`p/${project}/d/${name}/up/values`, {
      at: Date.now(),
      v: { level: '12,5', running: 'ON', count: 3.7, mode: 'auto', undeclared: 'text' },
    })
    const qualities = await Promise.all(
      ['level', 'running', 'count', 'mode', 'undeclared'].map(
        async (point) => (await world.readNewest(name, point))?.quality,
      ),
    )
    expect(qualities).toEqual([2, 2, 2, 0, 0])
    await expect.poll(() => lastFrame(name).q, pollOptions).toEqual({ level: 'bad', running: 'bad', count: 'bad' })
    expect(lastFrame(name).v).toEqual({ level: null, running: null, count: null, mode: 'auto', undeclared: 'text' })
    expect(await readReasons(name)).toEqual({
      level: valueReasons.notNumber,
      running: valueReasons.notOnOff,
      count: valueReasons.notInteger,
    })
  })
})
