// A single file, because all tests share topics, devices and gateways, which take longest to set up.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quality } from '@mimic/engine/bindings'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Feed } from '../../../workers/telemetry/feed.ts'
import { RawClient } from '../../chaos/rawClient.ts'
import { addAccount, callEntity, call, signIn, sqlIn } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import { endMosquitto, freePort, mosquittoProgram, startMosquitto } from '../../support/external/mosquitto.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const project = 'tunnel'
const token = 'the one credential of the gateways of this test'
const pollOptions = { timeout: 20_000, interval: 50 }
/** Excludes the device state that the server publishes within a second. */
const deviceTagsOnly = `point <> '$state'`
const properties = [
  {
    identifier: 'temperature',
    label: 'Temperature',
    type: 'decimal',
    unit: '°C',
    min: -40,
    max: 80,
    isWritable: false,
  },
  { identifier: 'lamp', label: 'Lamp', type: 'bool', isWritable: true },
  { identifier: 'setpoint', label: 'Setpoint', type: 'decimal', min: 5, max: 30, isWritable: true },
  { identifier: 'mode', label: 'Mode', type: 'string', isWritable: false },
]

interface World {
  readonly server: StartedServer
  readonly admin: string
  make(entity: string, values: Readonly<Record<string, unknown>>): Promise<string>
  change(entity: string, id: string, values: Readonly<Record<string, unknown>>): Promise<void>
  product(code: string): Promise<string>
  device(serial: string, product: string): Promise<string>
  newest(device: string, point: string): Promise<unknown>
  order(
    key: string,
    tag: string,
    value: number,
  ): Promise<{ readonly status: number; readonly id: string; readonly error: string | undefined }>
  leftOut(): Promise<{ readonly leftOut: number; readonly malformed: number }>
}

function createWorld(server: StartedServer, admin: string): World {
  const make: World['make'] = async (entity, values) => {
    const created = await callEntity(server, entity, 'create', {
      token: admin,
      body: { ...(entity === 'device' ? { project } : {}), values },
    })
    if (created.status !== 200) throw new Error(created.text)
    return created.data.id
  }
  return {
    server,
    admin,
    make,
    async change(entity, id, values) {
      const {
        data: { revision },
      } = await callEntity(server, entity, 'read', { token: admin, params: { id } })
      const done = await callEntity(server, entity, 'update', {
        token: admin,
        params: { id },
        headers: { 'if-match': `"${revision}"` },
        body: { values },
      })
      if (done.status !== 200) throw new Error(done.text)
    },
    product: (code) =>
      make('product', {
        name: `Meter ${code}`,
        code,
        category: 'sensor',
        nodeType: 'direct',
        transport: 'mqtt',
        properties,
      }),
    device: (serial, product) =>
      make('device', { name: serial, serial, product, plantDevice: `own-${serial.toLowerCase()}` }),
    newest: async (device, point) =>
      (
        await sqlIn(
          server,
          `select value, quality, text from tag_history where tag = (select id from tag where path = $1) order by at desc limit 1`,
          [`${project}/${device}/${point}`],
        )
      )[0],
    order: async (key, tag, value) => {
      const { status, data, bad } = await call(server, 'command.send', {
        token: admin,
        headers: { 'idempotency-key': key },
        body: { tag: `${project}/${tag}`, value },
      })
      return { status, id: status === 200 ? data.id : '', error: bad.error }
    },
    leftOut: async () => (await call(server, 'monitor.broker', { token: admin })).data,
  }
}

describe("own topics in the server's broker", () => {
  let world: World
  let packet = 0
  const open: RawClient[] = []

  beforeAll(async () => {
    const server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token } })
    world = createWorld(server, await signIn(server))
  })
  afterEach(() => {
    for (const client of open.splice(0)) client.socket.terminate()
  })
  afterAll(() => world?.server.stop())

  const gateway = async (clientId = 'yard', connect = {}): Promise<RawClient> => {
    const client = await RawClient.connect({
      url: world.server.mqttUrl,
      username: 'yard',
      password: token,
      clientId,
      connect,
    })
    open.push(client)
    return client
  }
  const person = async (clientId = 'screen'): Promise<RawClient> => {
    const client = await RawClient.connect({
      url: world.server.mqttUrl,
      username: 'admin',
      password: world.admin,
      clientId,
    })
    open.push(client)
    return client
  }
  /** Resolves when the server has acknowledged the message, after the commit. */
  const publish = async (client: RawClient, topic: string, message: unknown): Promise<void> => {
    const messageId = ++packet
    client.publish(topic, typeof message === 'string' ? message : JSON.stringify(message), 1, messageId)
    await client.next(({ cmd, messageId: id }) => cmd === 'puback' && id === messageId)
  }
  const getReceived = (client: RawClient, topic: string) =>
    client.publications.filter((each) => each.topic === topic).map(({ payload }): unknown => JSON.parse(payload))

  it('values published under a serial number are stored as tags with their quality, sent to browsers, and bring the device online', async () => {
    const product = await world.product('up-1')
    const id = await world.device('SN-1', product)
    await world.make('topic', { name: 'site/{device}/up', product, direction: 'up', everyS: 60 })
    const [yard, browser] = [await gateway(), await person()]
    await browser.subscribe([`p/${project}/d/+/up/values`])
    const at = Date.now() - 1_000
    await publish(yard, 'site/SN-1/up', { at, temperature: 21.5, lamp: true, mode: 'auto', unknown: 7 })
    expect(await world.newest('own-sn-1', 'temperature')).toEqual({ value: 21.5, quality: 0, text: null })
    expect(await world.newest('own-sn-1', 'lamp')).toEqual({ value: 1, quality: 0, text: null })
    expect(await world.newest('own-sn-1', 'mode')).toMatchObject({ text: 'auto' })
    expect(await world.newest('own-sn-1', 'unknown')).toBe(undefined)
    expect(getReceived(browser, `p/${project}/d/own-sn-1/up/values`)).toEqual([
      { at, every: 60_000, v: { temperature: 21.5, lamp: 1, mode: 'auto' } },
    ])
    await publish(yard, 'site/SN-1/up', { temperature: null, at: Math.floor(Date.now() / 1000) })
    expect(await world.newest('own-sn-1', 'temperature')).toMatchObject({ quality: 2 })
    await expect
      .poll(
        async () =>
          (await sqlIn(world.server, 'select status from platform_device where id = $1', [id]))[0]?.['status'],
        pollOptions,
      )
      .toBe(3)
    const late = await person()
    await late.subscribe([`p/${project}/d/own-sn-1/up/values`])
    await late.next((each) => each.cmd === 'publish' && each.retain)
  })

  it('the catalogue describes its tags as defined by the thing model', async () => {
    const product = await world.product('tags-1')
    await world.device('SN-T', product)
    await world.make('topic', { name: 'tags/{device}', product, direction: 'up' })
    const tags = () =>
      sqlIn(
        world.server,
        `select point, unit, kind, min, max, writable, en from tag where path like 'tunnel/own-sn-t/%' and ${deviceTagsOnly} order by point`,
      )
    await expect.poll(tags, pollOptions).toEqual([
      { point: 'lamp', unit: '', kind: 'flag', min: null, max: null, writable: true, en: 'Lamp' },
      { point: 'mode', unit: '', kind: 'text', min: null, max: null, writable: false, en: 'Mode' },
      { point: 'setpoint', unit: '', kind: 'number', min: 5, max: 30, writable: true, en: 'Setpoint' },
      { point: 'temperature', unit: '°C', kind: 'number', min: -40, max: 80, writable: false, en: 'Temperature' },
    ])
    await world.change('product', product, {
      properties: properties.map((each) =>
        each.identifier === 'setpoint' ? { ...each, label: 'Target', max: 25 } : each,
      ),
    })
    await expect.poll(async () => (await tags())[2], pollOptions).toMatchObject({ en: 'Target', max: 25 })
  })

  it('properties of a device from several topics and responses stay good for current and late subscribers, and are stored once', async () => {
    const product = await world.product('parts-1')
    await world.device('SN-P', product)
    await world.make('topic', { name: 'parts/{device}/climate', product, direction: 'up', everyS: 60 })
    await world.make('topic', { name: 'parts/{device}/light', product, direction: 'up' })
    await world.make('topic', { name: 'parts/{device}/set', product, direction: 'down' })
    await expect
      .poll(
        async () =>
          (
            await sqlIn(
              world.server,
              `select count(*)::int as count from tag where device = 'own-sn-p' and ${deviceTagsOnly}`,
            )
          )[0]?.['count'],
        pollOptions,
      )
      .toBe(4)
    const [yard, browser] = [await gateway(), await person()]
    const topic = `p/${project}/d/own-sn-p/up/values`
    await browser.subscribe([topic])
    await yard.subscribe(['parts/+/set'])
    const at = Date.now() - 10_000
    await publish(yard, 'parts/SN-P/climate', { at, temperature: 20 })
    await publish(yard, 'parts/SN-P/light', { at: at + 1_000, lamp: true })
    await publish(yard, 'parts/SN-P/climate', { at: at + 2_000, temperature: 21 })
    const { id } = await world.order('parts', 'own-sn-p/setpoint', 20)
    await yard.next((each) => each.cmd === 'publish')
    await publish(yard, 'parts/SN-P/light', { id, at: at + 3_000, setpoint: 20 })
    await expect
      .poll(
        async () => (await call(world.server, 'command.read', { token: world.admin, params: { id } })).data.state,
        pollOptions,
      )
      .toBe('succeeded')
    const whole = { temperature: 21, lamp: 1, setpoint: 20 }
    const times = { temperature: at + 2_000, lamp: at + 1_000 }
    await expect
      .poll(() => getReceived(browser, topic).at(-1), pollOptions)
      .toEqual({ at: at + 3_000, every: 60_000, v: whole, t: times })
    const late = await person('later')
    await late.subscribe([topic])
    await late.next((each) => each.cmd === 'publish' && each.retain)
    expect(getReceived(late, topic)).toEqual([{ at: at + 3_000, every: 60_000, v: whole, t: times }])
    for (const client of [browser, late]) {
      const feed = new Feed({ now: () => 0, wall: () => at + 3_000 })
      feed.watch(
        Object.keys(whole).map((point) => `${project}/own-sn-p/${point}`),
        Uint32Array.of(0, 1, 2),
      )
      feed.linkOpened()
      for (const { payload, retain } of client.publications) feed.message(topic, Buffer.from(payload), retain)
      const {
        ids,
        values,
        qualities,
        times: received,
      } = feed.take() ?? {
        ids: [],
        values: [],
        qualities: [],
        times: [],
      }
      expect(Object.fromEntries([...ids].map((tag, index) => [tag, received[index]]))).toEqual({
        0: times.temperature,
        1: times.lamp,
        2: at + 3_000,
      })
      expect(
        [...ids]
          .map((tag, index): unknown[] => [tag, values[index], qualities[index]])
          .toSorted(([a], [b]) => Number(a) - Number(b)),
      ).toEqual(Object.values(whole).map((value, tag) => [tag, value, quality.good]))
    }
    expect(
      await sqlIn(
        world.server,
        `select point, value from tag_history join tag on tag.id = tag where device = 'own-sn-p' order by tag_history.at`,
      ),
    ).toEqual([
      { point: 'temperature', value: 20 },
      { point: 'lamp', value: 1 },
      { point: 'temperature', value: 21 },
      { point: 'setpoint', value: 20 },
    ])
    // The thing model loses a property, so nothing reports any more whether its last value is valid.
    await world.change('product', product, {
      properties: properties.filter(({ identifier }) => identifier !== 'temperature'),
    })
    await publish(yard, 'parts/SN-P/light', { at: at + 4_000, lamp: false })
    await expect
      .poll(() => getReceived(browser, topic).at(-1), pollOptions)
      .toEqual({ at: at + 4_000, every: 60_000, v: { lamp: 0 } })
  })

  it('tags of other devices stay unchanged whatever a device row names, and only super administrators change rows for all projects', async () => {
    const product = await world.product('held-1')
    const manager = await addAccount(world.server, world.admin, 'manager', [{ id: 'factory', role: 'manager' }])
    const topic = { name: 'held/{device}', product, direction: 'up' }
    const byManager = (entity: string, action: string, request: Parameters<typeof callEntity>[3]) =>
      callEntity(world.server, entity, action, { token: manager.token, ...request })
    expect((await byManager('topic', 'create', { body: { values: topic } })).status).toBe(403)
    const row = await world.make('topic', topic)
    expect(
      (await byManager('subscription', 'create', { body: { values: { client: 'yard', topic: row, qos: 0 } } })).status,
    ).toBe(403)
    // One tag from a custom topic, and one from a built-in frame.
    await sqlIn(
      world.server,
      `insert into tag (path, project, device, point, unit, kind, min, max, writable, en, zh) values ('tunnel/fan-held/setpoint', 'tunnel', 'fan-held', 'setpoint', 'rpm', 'number', 100, 200, false, 'Speed', '转速')`,
    )
    const yard = await gateway()
    await publish(yard, `p/${project}/d/fan-held/up/values`, { at: Date.now(), v: { lamp: 0 } })
    await world.make('device', { name: 'Fan', serial: 'SN-H1', product, plantDevice: 'fan-held' })
    await world.device('SN-H2', product)
    const tags = (device: string) =>
      sqlIn(
        world.server,
        `select point, unit, kind, min, max, writable from tag where project = 'tunnel' and device = $1 and point in ('lamp', 'setpoint') order by point`,
        [device],
      )
    const described = [
      { point: 'lamp', unit: '', kind: 'flag', min: null, max: null, writable: true },
      { point: 'setpoint', unit: '', kind: 'number', min: 5, max: 30, writable: true },
    ]
    await expect.poll(() => tags('own-sn-h2'), pollOptions).toEqual(described)
    await expect
      .poll(
        async () =>
          (
            await sqlIn(
              world.server,
              `select count(*)::int as count from tag where device = 'fan-held' and ${deviceTagsOnly}`,
            )
          )[0]?.['count'],
        pollOptions,
      )
      .toBe(4)
    expect(await tags('fan-held')).toEqual([
      { point: 'lamp', unit: '', kind: 'number', min: null, max: null, writable: false },
      { point: 'setpoint', unit: 'rpm', kind: 'number', min: 100, max: 200, writable: false },
    ])
    const wider = properties.map((each) => ({ ...each, isWritable: true, max: 1_000 }))
    const {
      data: { revision: first },
    } = await callEntity(world.server, 'product', 'read', { token: manager.token, params: { id: product } })
    const {
      data: { revision },
    } = await callEntity(world.server, 'product', 'update', {
      token: world.admin,
      params: { id: product },
      headers: { 'if-match': `"${first}"` },
      body: { values: { ownerProject: 'factory' } },
    })
    const change = (values: unknown, count: number) =>
      byManager('product', 'update', {
        params: { id: product },
        headers: { 'if-match': `"${count}"` },
        body: { values },
      })
    const refused = await change({ properties: wider }, revision)
    expect([refused.status, refused.bad.problems?.map(({ path }) => path)]).toEqual([403, ['properties']])
    expect((await change({ manufacturer: 'Elsewhere', properties }, revision)).status).toBe(200)
    expect(await world.order('wide', 'own-sn-h2/setpoint', 500)).toMatchObject({ error: 'tag.range' })
    expect(await tags('own-sn-h2')).toEqual(described)
    await world.change('product', product, { properties: wider })
    await expect.poll(async () => (await tags('own-sn-h2'))[1], pollOptions).toMatchObject({ max: 1_000 })
  })

  it('bad messages, strangers, devices of another product and disabled ones are acknowledged, counted and left out', async () => {
    const [product, other] = [await world.product('bad-1'), await world.product('bad-2')]
    const id = await world.device('SN-B', product)
    await world.device('SN-O', other)
    await world.make('topic', { name: 'bad/{device}', product, direction: 'up' })
    const yard = await gateway()
    const before = await world.leftOut()
    for (const message of ['', '{', '[]', '{}', '{"unknown":1}', '{"temperature":1,"at":12}'])
      await publish(yard, 'bad/SN-B', message)
    await publish(yard, 'bad/SN-O', { temperature: 1 })
    await publish(yard, 'bad/SN-nobody', { temperature: 1 })
    await callEntity(world.server, 'device', 'disable', { token: world.admin, params: { id }, body: {} })
    await publish(yard, 'bad/SN-B', { temperature: 1 })
    const after = await world.leftOut()
    expect([after.malformed - before.malformed, after.leftOut - before.leftOut]).toEqual([6, 3])
    expect(
      await sqlIn(
        world.server,
        `select path from tag where path like 'tunnel/own-sn-b/%' and id in (select tag from tag_history)`,
      ),
    ).toEqual([])
    await callEntity(world.server, 'device', 'enable', { token: world.admin, params: { id }, body: {} })
    await publish(yard, 'bad/SN-B', { temperature: 2 })
    expect(await world.newest('own-sn-b', 'temperature')).toMatchObject({ value: 2 })
  })

  it("a serial number is one device's in all projects: a second is refused, and where there are two no value and no command crosses", async () => {
    const product = await world.product('serial-1')
    await world.device('SN-S', product)
    await world.make('topic', { name: 'serial/{device}/up', product, direction: 'up' })
    await world.make('topic', { name: 'serial/{device}/down', product, direction: 'down' })
    const other = (serial: string) => ({ name: 'Theirs', serial, product, plantDevice: 'theirs' })
    const manager = await addAccount(world.server, world.admin, 'manager', [{ id: 'factory', role: 'manager' }])
    const refused = await callEntity(world.server, 'device', 'create', {
      token: manager.token,
      body: { project: 'factory', values: other('SN-S') },
    })
    expect([refused.bad.error, refused.bad.problems?.map(({ path, code }) => [path, code])]).toEqual([
      'entity.taken',
      [['serial', 'taken']],
    ])
    expect(refused.text).not.toContain(project)
    const sheet = await callEntity<{ id: string }>(world.server, 'device', 'importCheck', {
      token: manager.token,
      body: { project: 'factory', rows: [{ name: 'Theirs', serial: 'SN-S', product: 'Meter serial-1' }] },
    })
    await callEntity(world.server, 'device', 'importStart', { token: manager.token, params: { id: sheet.data.id } })
    await expect
      .poll(
        async () =>
          (
            await callEntity<unknown>(world.server, 'device', 'importRead', {
              token: manager.token,
              params: { id: sheet.data.id },
            })
          ).data,
        pollOptions,
      )
      .toMatchObject({ state: 'failed', done: 0, faults: [{ row: 1, field: 'serial' }] })
    // Simulates data of an earlier version.
    const created = await callEntity(world.server, 'device', 'create', {
      token: world.admin,
      body: { project: 'factory', values: other('SN-S2') },
    })
    await sqlIn(world.server, `update platform_device set serial = 'SN-S' where id = $1`, [created.data.id])
    await world.change('device', created.data.id, { remark: 'read again' })
    const yard = await gateway()
    await yard.subscribe(['serial/+/down'])
    const before = await world.leftOut()
    await publish(yard, 'serial/SN-S/up', { temperature: 9 })
    expect((await world.leftOut()).leftOut - before.leftOut).toBe(1)
    expect(
      await sqlIn(
        world.server,
        `select path from tag where path in ('tunnel/own-sn-s/temperature', 'factory/theirs/temperature') and id in (select tag from tag_history)`,
      ),
    ).toEqual([])
    for (const tag of [`${project}/own-sn-s/lamp`, 'factory/theirs/lamp']) {
      await expect
        .poll(
          async () =>
            (
              await call(world.server, 'command.send', {
                token: world.admin,
                headers: { 'idempotency-key': tag.replaceAll('/', '-') },
                body: { tag, value: 1 },
              })
            ).bad.error,
          pollOptions,
        )
        .toBe('device.offline')
    }
    await callEntity(world.server, 'device', 'remove', { token: world.admin, params: { id: created.data.id } })
    await publish(yard, 'serial/SN-S/up', { temperature: 10 })
    expect(await world.newest('own-sn-s', 'temperature')).toMatchObject({ value: 10 })
    expect((await world.order('serial', 'own-sn-s/lamp', 1)).status).toBe(200)
    expect(await yard.next((each) => each.cmd === 'publish')).toMatchObject({ topic: 'serial/SN-S/down' })
  })

  it('a user can neither publish nor subscribe there, and a client that publishes on an undeclared topic is disconnected', async () => {
    const product = await world.product('right-1')
    await world.device('SN-R', product)
    await world.make('topic', { name: 'right/{device}/up', product, direction: 'up' })
    const down = await world.make('topic', { name: 'right/{device}/down', product, direction: 'down' })
    const browser = await person()
    expect(await browser.subscribe(['right/+/up', 'right/SN-R/down', 'right/#', '#'])).toEqual([128, 128, 128, 128])
    browser.publish('right/SN-R/up', JSON.stringify({ temperature: 1 }), 1)
    await browser.closed
    const yard = await gateway()
    expect(
      await yard.subscribe([
        'right/+/up',
        'right/SN-R/down',
        'right/+/down',
        'right/#',
        '+/SN-R/down',
        'right/+/other',
        '#',
      ]),
      // A filter outside the declared ones may be of a device with a mapping.
    ).toEqual([0, 0, 0, 0, 128, 0, 128])
    yard.publish('right/SN-R/down', '{}', 1)
    await yard.closed
    await callEntity(world.server, 'topic', 'remove', { token: world.admin, params: { id: down } })
    const again = await gateway()
    expect(await again.subscribe(['+/+/down'])).toEqual([128])
  })

  it('a command is sent there as JSON, acknowledged there, and not retained', async () => {
    const product = await world.product('down-1')
    await world.device('SN-C', product)
    await world.make('topic', { name: 'down/{device}/set', product, direction: 'down', qos: 1 })
    await world.make('topic', { name: 'down/{device}/up', product, direction: 'up' })
    await expect
      .poll(
        async () =>
          (
            await sqlIn(
              world.server,
              `select count(*)::int as count from tag where path like 'tunnel/own-sn-c/%' and ${deviceTagsOnly}`,
            )
          )[0]?.['count'],
        pollOptions,
      )
      .toBe(4)
    expect(await world.order('nobody', 'own-sn-c/lamp', 1)).toMatchObject({ error: 'device.offline' })
    expect(await world.order('range', 'own-sn-c/setpoint', 50)).toMatchObject({ error: 'tag.range' })
    expect(await world.order('read', 'own-sn-c/temperature', 20)).toMatchObject({ error: 'tag.readOnly' })
    const yard = await gateway()
    yard.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'down/+/set', qos: 1 }] })
    const { status, id } = await world.order('lamp', 'own-sn-c/lamp', 1)
    expect(status).toBe(200)
    const got = await yard.next((each) => each.cmd === 'publish')
    expect(got).toMatchObject({ topic: 'down/SN-C/set', qos: 1, retain: false })
    expect(getReceived(yard, 'down/SN-C/set')).toEqual([
      { id, at: expect.any(Number), expiresAt: expect.any(Number), lamp: true },
    ])
    await publish(yard, 'down/SN-C/up', { id, lamp: true })
    await expect
      .poll(
        async () => (await call(world.server, 'command.read', { token: world.admin, params: { id } })).data.state,
        pollOptions,
      )
      .toBe('succeeded')
    const refused = await world.order('setpoint', 'own-sn-c/setpoint', 20)
    await publish(yard, 'down/SN-C/up', { id: refused.id, ok: false, code: 'device.busy' })
    await expect
      .poll(
        async () => (await call(world.server, 'command.read', { token: world.admin, params: { id: refused.id } })).data,
        pollOptions,
      )
      .toMatchObject({ state: 'failed', result: 'device.busy' })
    const late = await gateway('yard-2')
    await late.subscribe(['down/+/set'])
    await late.ping()
    expect(late.publications).toEqual([])
  })

  it('a command is retained if its row enables it, and no longer than that', async () => {
    const product = await world.product('keep-1')
    await world.device('SN-K', product)
    const topic = await world.make('topic', {
      name: 'keep/{device}',
      product,
      direction: 'down',
      qos: 2,
      isRetained: true,
    })
    await expect.poll(async () => (await world.order('keep', 'own-sn-k/lamp', 0)).status, pollOptions).toBe(200)
    const late = await gateway()
    late.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'keep/SN-K', qos: 2 }] })
    expect(await late.next((each) => each.cmd === 'publish')).toMatchObject({ topic: 'keep/SN-K', retain: true })
    await world.change('topic', topic, { isRetained: false })
    await world.change('topic', topic, { isRetained: true })
    const later = await gateway('yard-2')
    await later.subscribe(['keep/SN-K'])
    await later.ping()
    expect(later.publications).toEqual([])
  })

  it("a topic that could be the house's own, or has no place for the device, is refused in both languages", async () => {
    const product = await world.product('names-1')
    for (const name of [
      'site/up',
      'p/tunnel/d/{device}/up/values',
      'mimic/{device}',
      'a/+/{device}',
      'a/#/{device}',
      '$SYS/{device}',
      `{device}${'/a'.repeat(32)}`,
      '{device}/beacon',
    ]) {
      const { status, bad } = await callEntity(world.server, 'topic', 'create', {
        token: world.admin,
        body: { values: { name, product, direction: 'up' } },
      })
      expect([name, status, bad.problems?.[0]?.path]).toEqual([name, 400, 'name'])
    }
  })

  it('a client receives the topics of its subscription row, from its connection or a change of the row until the row is disabled', async () => {
    const product = await world.product('meant-1')
    await world.device('SN-M', product)
    const up = await world.make('topic', { name: 'meant/{device}/up', product, direction: 'up' })
    const down = await world.make('topic', { name: 'meant/{device}/down', product, direction: 'down' })
    const filters = async (clientId: string) =>
      (await call(world.server, 'monitor.broker', { token: world.admin, query: { search: clientId } })).data.rows[0]
        ?.filters
    const row = await world.make('subscription', { client: 'yard-7', topic: up, qos: 1 })
    const [yard, reader, other] = [await gateway(), await gateway('yard-7'), await gateway('yard-8')]
    await expect.poll(() => filters('yard-7'), pollOptions).toEqual(['meant/+/up'])
    await publish(yard, 'meant/SN-M/up', { temperature: 3, extra: 'as it came' })
    expect(await reader.next((each) => each.cmd === 'publish')).toMatchObject({ topic: 'meant/SN-M/up', qos: 1 })
    expect(getReceived(reader, 'meant/SN-M/up')).toEqual([{ temperature: 3, extra: 'as it came' }])
    await world.make('subscription', { client: 'yard-7', topic: down, qos: 0 })
    await expect.poll(() => filters('yard-7'), pollOptions).toEqual(['meant/+/up', 'meant/+/down'])
    await world.change('subscription', row, { isEnabled: false })
    await expect.poll(() => filters('yard-7'), pollOptions).toEqual(['meant/+/down'])
    await publish(yard, 'meant/SN-M/up', { temperature: 4 })
    await reader.ping()
    expect(getReceived(reader, 'meant/SN-M/up')).toHaveLength(1)
    expect([other.publications, await filters('yard-8')]).toEqual([[], []])
    // The client's own subscription remains when the row is removed.
    await world.change('subscription', row, { isEnabled: true })
    await reader.subscribe(['meant/+/up'], 9)
    await world.change('subscription', row, { isEnabled: false })
    await publish(yard, 'meant/SN-M/up', { temperature: 5 })
    await reader.ping()
    expect(getReceived(reader, 'meant/SN-M/up')).toHaveLength(2)
  })

  it('a client that unsubscribes still receives the topics of its subscription row, and no others', async () => {
    const product = await world.product('left-1')
    await world.device('SN-L', product)
    const up = await world.make('topic', { name: 'left/{device}/up', product, direction: 'up' })
    await world.make('topic', { name: 'left/{device}/more', product, direction: 'up' })
    const row = await world.make('subscription', { client: 'yard-9', topic: up, qos: 1 })
    const filters = async () =>
      (await call(world.server, 'monitor.broker', { token: world.admin, query: { search: 'yard-9' } })).data.rows[0]
        ?.filters
    const [yard, reader] = [await gateway(), await gateway('yard-9')]
    await reader.subscribe(['left/+/up', 'left/+/more'], 7)
    for (const messageId of [8, 9]) {
      reader.send({ cmd: 'unsubscribe', messageId, unsubscriptions: ['left/+/up', 'left/+/more'] })
      await reader.next((each) => each.cmd === 'unsuback' && each.messageId === messageId)
      await expect.poll(filters, pollOptions).toEqual(['left/+/up'])
    }
    await publish(yard, 'left/SN-L/more', { temperature: 1 })
    await publish(yard, 'left/SN-L/up', { temperature: 2 })
    expect(await reader.next((each) => each.cmd === 'publish')).toMatchObject({ topic: 'left/SN-L/up', qos: 1 })
    await world.change('subscription', row, { isEnabled: false })
    await expect.poll(filters, pollOptions).toEqual([])
    await publish(yard, 'left/SN-L/up', { temperature: 3 })
    await reader.ping()
    expect(getReceived(reader, 'left/SN-L/up')).toHaveLength(1)
  })

  it("a person's browser under the same client id hears nothing of it", async () => {
    const product = await world.product('meant-2')
    const topic = await world.make('topic', { name: 'meant2/{device}/up', product, direction: 'up' })
    await world.make('subscription', { client: 'screen', topic, qos: 0 })
    await person()
    expect(
      (await call(world.server, 'monitor.broker', { token: world.admin, query: { search: 'screen' } })).data.rows[0]
        ?.filters,
    ).toEqual([])
  })
})

describe.skipIf(mosquittoProgram === undefined)('own topics at an external broker', { tags: 'full' }, () => {
  it('are received there as soon as they are created, and commands are sent there as the row defines', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'mimic-mosquitto-'))
    const port = await freePort()
    const url = `mqtt://127.0.0.1:${port}`
    const mosquitto = await startMosquitto(directory, port)
    let server: StartedServer | undefined
    let device: MqttClient | undefined
    try {
      server = await startServer({ env: { MQTT_URL: url } })
      const world = createWorld(server, await signIn(server))
      const connected = (device = await connectAsync(url, { clientId: 'SN-X' }))
      const product = await world.product('ext-1')
      await world.device('SN-X', product)
      const up = await world.make('topic', { name: 'ext/{device}/up', product, direction: 'up', qos: 1 })
      await expect
        .poll(async () => {
          await connected.publishAsync('ext/SN-X/up', JSON.stringify({ temperature: 8 }), { qos: 1 })
          return world.newest('own-sn-x', 'temperature')
        }, pollOptions)
        .toMatchObject({ value: 8 })
      await world.make('topic', { name: 'ext/{device}/down', product, direction: 'down', qos: 1, isRetained: true })
      const obeyed: unknown[] = []
      connected.on('message', (_topic, payload, { retain, qos }) =>
        obeyed.push([JSON.parse(payload.toString()), retain, qos]),
      )
      const { id } = await world.order('ext', 'own-sn-x/setpoint', 18)
      await connected.subscribeAsync('ext/SN-X/down', { qos: 1 })
      await expect.poll(() => obeyed, pollOptions).toEqual([[expect.objectContaining({ id, setpoint: 18 }), true, 1]])
      await callEntity(server, 'topic', 'remove', { token: world.admin, params: { id: up } })
      await connected.publishAsync('ext/SN-X/up', JSON.stringify({ temperature: 9 }), { qos: 1 })
      await world.make('topic', { name: 'ext/{device}/again', product, direction: 'up', qos: 1 })
      await expect
        .poll(async () => {
          await connected.publishAsync('ext/SN-X/again', JSON.stringify({ temperature: 10 }), { qos: 1 })
          return world.newest('own-sn-x', 'temperature')
        }, pollOptions)
        .toMatchObject({ value: 10 })
      expect(
        await sqlIn(
          server,
          `select value from tag_history where value = 9 and tag = (select id from tag where path = 'tunnel/own-sn-x/temperature')`,
        ),
      ).toEqual([])
    } finally {
      await device?.endAsync(true)
      await server?.stop()
      await endMosquitto(mosquitto)
      await removeDirectory(directory)
    }
  })
})
