import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { callEntity, call, readAuditLog, signIn, sqlIn } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import { createMappingWorld, type MappingWorld, project } from '../../support/mapping/world.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const token = 'the shared gateway credential of this test'
const pollOptions = { timeout: 20_000, interval: 50 }
const confirm = { by: 'report', timeoutS: 2 } as const
const mapping = {
  version: 1,
  topics: [{ id: 'state', topic: 'stat/{device}/RESULT', format: 'json' }],
  points: [
    {
      point: 'label',
      type: 'string',
      sources: [{ topic: 'state', path: 'Label' }],
      command: {
        topic: 'cmnd/{device}/Label',
        payload: { kind: 'json', json: { Label: '{value}', Id: '{id}' } },
        confirm,
      },
    },
    {
      point: 'mode',
      type: 'enum',
      conversion: {
        values: [
          { from: 'A', to: 'auto' },
          { from: 'H', to: 'heat' },
        ],
      },
      sources: [{ topic: 'state', path: 'Mode' }],
      command: { topic: 'cmnd/{device}/Mode', payload: { kind: 'text', text: '{value}' }, confirm },
    },
    {
      point: 'stage',
      type: 'enum',
      conversion: {
        values: [
          { from: 'low', to: 1 },
          { from: 'high', to: 2 },
        ],
      },
      sources: [{ topic: 'state', path: 'Stage' }],
      command: { topic: 'cmnd/{device}/Stage', payload: { kind: 'text', text: '{value}' }, confirm },
    },
    { point: 'note', type: 'string', sources: [{ topic: 'state', path: 'Note' }] },
  ],
}

let dataDir = ''
let server: StartedServer
let admin: string
let world: MappingWorld
let device: MqttClient
let name = ''
/** Commands that the device has received, by topic. */
const received = new Map<string, string>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-texts-'))
  server = await startServer({ dataDir, env: { MIMIC_GATEWAY_TOKEN: token } })
  admin = await signIn(server)
  world = createMappingWorld(server, admin)
  name = await world.connect({ mapping }, 'panel', [])
  device = await connectAsync(server.mqttUrl, { username: 'yard', password: token, clientId: 'yard-panel' })
  device.on('message', (topic, payload) => received.set(topic, payload.toString()))
  await device.subscribeAsync('cmnd/panel/#')
  await vi.waitUntil(() => world.isWritable(name, 'label'), pollOptions)
})
afterAll(async () => {
  await device?.endAsync(true)
  await server?.kill('SIGTERM')
  await removeDirectory(dataDir)
})

const report = (values: object) => device.publishAsync('stat/panel/RESULT', JSON.stringify(values), { qos: 1 })
const send = (point: string, value: string | number) =>
  call(server, 'command.send', {
    token: admin,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { tag: `${project}/${name}/${point}`, value },
  })

describe('a text command', () => {
  it('is sent as its template declares, confirmed by the reported text, and logged', async () => {
    const text = 'Hall "3", 暖 {value}'
    const { id, value } = await world.order(name, 'label', text)
    expect(value).toBe(text)
    await expect.poll(() => received.get('cmnd/panel/Label'), pollOptions).toBe(JSON.stringify({ Label: text, Id: id }))
    expect(await world.readState(id)).toBe('sent')
    await report({ Label: 'another text' })
    await report({ Label: text })
    await expect.poll(() => world.readState(id), pollOptions).toBe('succeeded')
    const [entry] = await readAuditLog(server, admin, `tag/${project}/${name}/label`)
    expect(entry?.content).toContain('Hall')
  })

  it('is not confirmed if the device does not report the text in time', async () => {
    const { id } = await world.order(name, 'label', 'unheard')
    await report({ Label: 'still another text' })
    await expect.poll(() => world.readState(id), pollOptions).toBe('unknown')
  })

  it('names a value of an enumeration, whose values the tag lists', async () => {
    const { data } = await call(server, 'tag.list', { token: admin, query: { search: `${project}/${name}/` } })
    expect(data.rows.map(({ point, options }) => [point, options?.map(({ value, label }) => [value, label])])).toEqual(
      expect.arrayContaining([
        [
          'mode',
          [
            ['auto', 'auto'],
            ['heat', 'heat'],
          ],
        ],
        [
          'stage',
          [
            [1, 'low'],
            [2, 'high'],
          ],
        ],
        ['label', undefined],
      ]),
    )
    const { id } = await world.order(name, 'mode', 'heat')
    await expect.poll(() => received.get('cmnd/panel/Mode'), pollOptions).toBe('H')
    await report({ Mode: 'H' })
    await expect.poll(() => world.readState(id), pollOptions).toBe('succeeded')
    const stage = await world.order(name, 'stage', 'high')
    expect(stage.value).toBe(2)
    await expect.poll(() => received.get('cmnd/panel/Stage'), pollOptions).toBe('high')
    await report({ Stage: 'high' })
    await expect.poll(() => world.readState(stage.id), pollOptions).toBe('succeeded')
  })

  it('can be sent by a rule script', async () => {
    const [row] = await sqlIn(server, `select product from platform_device where plant_device = $1`, [name])
    const script = await world.create('script', {
      identifier: 'announce',
      name: 'Announce',
      product: row?.['product'],
      event: 1,
      action: 1,
      language: 'groovy',
      order: 1,
      source: 'devices.command("MAPPED-1-0", "label", "from a script")',
    })
    await callEntity(server, 'script', 'enable', { token: admin, params: { id: script }, body: {} })
    await report({ Note: 'trigger' })
    await expect.poll(() => received.get('cmnd/panel/Label'), pollOptions).toContain('"from a script"')
    await callEntity(server, 'script', 'disable', { token: admin, params: { id: script }, body: {} })
  })

  it('can be sent by a linkage, as text or as the name of a value', async () => {
    const [row] = await sqlIn(server, `select id from platform_device where plant_device = $1`, [name])
    const createAction = (identifier: string, value: string) => ({
      kind: 'device',
      device: row?.['id'],
      identifier,
      value,
    })
    const linkage = await callEntity(server, 'linkage', 'create', {
      token: admin,
      body: {
        project,
        values: {
          name: 'Warm the hall',
          triggers: [{ source: 'custom' }],
          actions: [createAction('label', '07'), createAction('stage', 'low'), createAction('mode', 'heat')],
          execution: 'parallel',
        },
      },
    })
    expect(linkage.text).toContain('Warm the hall')
    received.clear()
    await callEntity(server, 'linkage', 'runOnce', { token: admin, params: { id: linkage.data.id }, body: {} })
    await expect
      .poll(() => [received.get('cmnd/panel/Stage'), received.get('cmnd/panel/Mode')], pollOptions)
      .toEqual(['low', 'H'])
    await expect.poll(() => received.get('cmnd/panel/Label'), pollOptions).toContain('"Label":"07"')
  })

  it.each([
    ['a number for a text', 'label', 5, 'must be a text'],
    ['a text that is no value of the enumeration', 'mode', 'cool', 'must be one of auto, heat'],
    ['a text beyond the limit', 'label', 'x'.repeat(1025), 'value'],
    ['control characters', 'label', 'a\u0000b', 'value'],
    ['a read-only text', 'note', 'x', 'read-only'],
  ])('is rejected: %s', async (_, point, value, reason) => {
    const { status, text } = await send(point, value)
    expect(status).toBe(400)
    expect(text).toContain(reason)
  })
})

it('a message that is the bytes of a value alone is decoded as the sensor of its device declares', async () => {
  const { data: cabinet } = await callEntity(server, 'cabinet', 'create', {
    token: admin,
    body: { project: 'street', values: { name: 'Raw 1', address: 'raw-1', communication: 1 } },
  })
  const sensor = await callEntity(server, 'sensor', 'create', {
    token: admin,
    body: {
      project: 'street',
      values: {
        name: 'Lux',
        kind: 1,
        address: '1',
        cabinet: cabinet.id,
        protocol: 3,
        dataType: 'uint16',
        encoding: 'dcba',
        device: 'lux-raw',
        point: 'lux',
      },
    },
  })
  expect(sensor.status).toBe(200)
  const readNewest = async () =>
    (await call(server, 'tag.list', { token: admin, query: { search: 'street/lux-raw/' } })).data.rows.map(
      ({ point }) => point,
    )
  await device.publishAsync('p/street/d/lux-raw/up/values', Buffer.from([0x2c, 0x01]), { qos: 1 })
  await expect.poll(readNewest, pollOptions).toEqual(['lux'])
  const [row] = await sqlIn(
    server,
    `select h.value from tag_history h join tag t on t.id = h.tag where t.path = 'street/lux-raw/lux'`,
    [],
  )
  expect(row?.['value']).toBe(300)
})

it('commands stored before an upgrade keep their numbers, and texts can be sent afterwards', async () => {
  const { id } = await world.order(name, 'stage', 1)
  await device.endAsync(true)
  await sqlIn(
    server,
    `alter table command drop constraint command_has_one_value; delete from command where text is not null;
    alter table command drop column text, alter column value set not null; alter table tag drop column options;
    update tag set writable = false where kind = 'text';
    delete from kysely_migration where name = '20261128_2310_text_commands'`,
  )
  await server.kill('SIGTERM')
  const upgraded = await startServer({ dataDir, env: { MIMIC_GATEWAY_TOKEN: token } })
  try {
    const again = await signIn(upgraded)
    expect((await call(upgraded, 'command.read', { token: again, params: { id } })).data.value).toBe(1)
    await expect
      .poll(
        async () =>
          (await sqlIn(upgraded, `select writable from tag where path = $1`, [`${project}/${name}/label`]))[0],
        pollOptions,
      )
      .toEqual({ writable: true })
  } finally {
    await upgraded.kill('SIGTERM')
  }
})
