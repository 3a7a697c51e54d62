// One server for all scripts: each has its own product, device and topic.
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scriptTemplates } from '../../../console/script/editor/templates.ts'
import { scriptActions } from '../../../contract/scada/ruleScript.ts'
import { callEntity, call, signIn, sqlIn } from '../../support/server/api.ts'
import {
  connectGateway,
  createBridge,
  type HttpSink,
  readState,
  startHttpSink,
} from '../../support/external/bridgeWorld.ts'
import { count } from '../../support/counts.ts'
import { removeDirectory } from '../../support/directories.ts'
import { endMosquitto, freePort, mosquittoProgram, startMosquitto } from '../../support/external/mosquitto.ts'
import { shapes } from '../../support/scripts/shapes.ts'
import { type StartedServer, startServer } from '../../support/server/server.ts'
import { hasTestPostgres, startTestPostgres, type TestPostgres } from '../../support/external/testPostgres.ts'

const project = 'tunnel'
const gatewayToken = 'a-gateway-credential-of-the-script-shapes'
const pollOptions = { timeout: 20_000, interval: 50 }
const properties = [
  { identifier: 'temperature', label: 'Temperature', type: 'decimal', isWritable: false },
  { identifier: 'level', label: 'Level', type: 'decimal', isWritable: false },
  { identifier: 'pump', label: 'Pump', type: 'decimal', isWritable: true },
]

let server: StartedServer
let admin = ''
let yard: MqttClient
let sink: HttpSink
let directory = ''
let mosquitto: ChildProcess | undefined
let mqttPort = 0
let postgres: TestPostgres | undefined
let database = ''
let far: Client | undefined
let number = 0

beforeAll(async () => {
  sink = await startHttpSink()
  mqttPort = await freePort()
  if (mosquittoProgram !== undefined) {
    directory = await mkdtemp(join(tmpdir(), 'mimic-mosquitto-'))
    mosquitto = await startMosquitto(directory, mqttPort)
  }
  if (hasTestPostgres) {
    postgres = await startTestPostgres()
    database = `shapes_${randomBytes(6).toString('hex')}`
    await postgres.query(`create database ${database}`)
    far = await postgres.connect(database)
  }
  const ports = [sink.port, mqttPort, ...(postgres ? [postgres.port] : [])]
  server = await startServer({
    env: {
      MIMIC_GATEWAY_TOKEN: gatewayToken,
      MIMIC_OUTBOUND_ALLOWED: ports.map((port) => `127.0.0.1:${port}`).join(','),
    },
  })
  admin = await signIn(server)
  yard = await connectGateway(server, gatewayToken)
})
afterAll(async () => {
  await yard?.endAsync(true)
  await server?.stop()
  await sink?.close()
  if (mosquitto) await endMosquitto(mosquitto)
  if (directory !== '') await removeDirectory(directory)
  await far?.end()
  await postgres?.query(`drop database ${database} with (force)`)
  await postgres?.close()
})

interface TestDevice {
  readonly product: string
  readonly serial: string
  readonly device: string
  readonly topic: string
}

/** Creates a product with a device that publishes on a topic of its own. */
async function makeDevice(): Promise<TestDevice> {
  const code = `shape${++number}`
  const make = async (entity: string, values: Readonly<Record<string, unknown>>): Promise<string> => {
    const created = await callEntity(server, entity, 'create', {
      token: admin,
      body: { ...(entity === 'device' ? { project } : {}), values },
    })
    expect(created.text).toContain('"code":200')
    return created.data.id
  }
  const basics = { category: 'sensor', nodeType: 'direct', transport: 'mqtt', properties }
  const product = await make('product', { name: `Shape ${code}`, code, ...basics })
  const serial = `S-${code}`
  await make('device', { name: serial, serial, product, plantDevice: code })
  await make('topic', { name: `hall/${code}/{device}/up`, product, direction: 'up' })
  return { product, serial, device: code, topic: `hall/${code}/${serial}/up` }
}

type Source = { readonly language: 'groovy' | 'javascript'; readonly source: string }

/** Verifies a script on a message, saves and enables it as a user does in the editor, and reports the same message. */
async function runScript(
  { product, device, topic }: TestDevice,
  source: Source,
  payload: unknown,
  values: { readonly action?: number; readonly bridge?: string } = {},
) {
  const script = { ...source, event: 1, action: scriptActions.forward, product, ...values }
  const text = JSON.stringify(payload)
  const verified = await call(server, 'script.verify', {
    token: admin,
    body: { script, message: { topic, payload: text, device: `${project}/${device}` } },
  })
  expect([verified.data.problems, verified.data.run?.error]).toEqual([[], null])
  const identifier = `shape${++number}`
  const created = await callEntity(server, 'script', 'create', {
    token: admin,
    body: { values: { identifier, name: identifier, order: 1, ...script } },
  })
  expect(created.text).toContain('"code":200')
  const { id } = created.data
  const enabled = await callEntity(server, 'script', 'enable', { token: admin, params: { id }, body: {} })
  expect(enabled.status).toBe(200)
  await yard.publishAsync(topic, text, { qos: 1 })
  return verified.data.run
}

const readValues = async ({ device }: TestDevice) =>
  Object.fromEntries(
    (
      await sqlIn(
        server,
        `select t.point, coalesce(h.text, h.value::text) as value from tag_history h join tag t on t.id = h.tag where t.project = $1 and t.device = $2 order by h.at`,
        [project, device],
      )
    ).map(({ point, value }) => [point, value]),
  )

/** The JavaScript variants of the templates run in the full tests. */
const languages = (['groovy', 'javascript'] as const).slice(0, count({ daily: 1, full: 2 }))
function getTemplate(id: string, language: Source['language']): Source {
  const template = scriptTemplates.find((each) => each.id === id)
  if (!template) throw new Error(`no template ${id}`)
  return { language, source: template[language] }
}
function getShape(name: string): Source {
  const shape = shapes.find((each) => each.name === name)
  if (!shape) throw new Error(`no shape ${name}`)
  return { language: 'groovy', source: shape.source }
}

/** Each script with its payload, and the values that are stored for the device. */
const forwards: readonly (readonly [string, Source, unknown, Readonly<Record<string, string>>])[] = [
  ...languages.flatMap((language) => [
    [
      `template pass, ${language}`,
      getTemplate('pass', language),
      { temperature: 21.5 },
      { temperature: '21.5' },
    ] as const,
    [
      `template list, ${language}`,
      getTemplate('list', language),
      { temperature: 21.5, level: 4 },
      { temperature: '21.5', level: '4' },
    ] as const,
    [
      `template scale, ${language}`,
      getTemplate('scale', language),
      [{ id: 'temperature', value: 10.5 }],
      { temperature: '21' },
    ] as const,
  ]),
  [
    'pasted: pass the message on',
    getShape('template that passes the message on'),
    { temperature: 3 },
    { temperature: '3' },
  ],
  [
    'pasted: object into a list',
    getShape('flat object into a list of id and value'),
    { temperature: 3.25 },
    { temperature: '3.25' },
  ],
  ['pasted: scaling', getShape('scaling of values'), [{ id: 'level', value: '7' }], { level: '14' }],
]

it.each(forwards)('a forwarding script changes what is stored: %s', async (_name, source, payload, expected) => {
  const device = await makeDevice()
  await runScript(device, source, payload)
  expect(await readValues(device)).toEqual(expected)
})

describe('HTTP push', () => {
  const push = async (body: string): Promise<string> =>
    (
      await createBridge(server, admin, {
        name: `HTTP ${++number}`,
        kind: 3,
        direction: 2,
        url: `http://127.0.0.1:${sink.port}/shape${number}`,
        body,
      })
    ).id
  const readBody = async (): Promise<unknown> => {
    await expect.poll(() => sink.requests.length, pollOptions).toBe(1)
    return JSON.parse(sink.requests.splice(0)[0]?.body ?? '')
  }

  it.each([
    ...languages.map((language) => [`template, ${language}`, getTemplate('http', language)] as const),
    ['pasted', getShape('HTTP push')] as const,
  ])('a script hands its own values to the body: %s', async (_name, source) => {
    const device = await makeDevice()
    const bridge = await push('{"level":${level},"topic":${topic},"payload":${payload},"product":${productId}}')
    const run = await runScript(device, source, { temperature: 23 }, { action: scriptActions.http, bridge })
    expect(run?.effects).toMatchObject([
      {
        kind: 'bridge',
        target: expect.stringMatching(/^HTTP \d+: POST http:\/\/127\.0\.0\.1:\d+\/shape\d+$/),
        content: expect.stringContaining('{"level":"high",'),
        isPermitted: true,
      },
    ])
    expect(await readBody()).toEqual({
      level: 'high',
      topic: device.topic,
      payload: { temperature: 23 },
      product: device.product,
    })
  })

  it.each([
    ...languages.map((language) => [`template, ${language}`, getTemplate('own', language), { area: 'hall' }] as const),
    ['pasted', getShape('own values for templates'), { area: 'HALL' }] as const,
  ])('own values fill the placeholders of a bridge: %s', async (_name, source, expected) => {
    const device = await makeDevice()
    const bridge = await push('{"area":${area},"serial":"${serialNumber}"}')
    await runScript(device, source, { temperature: 23 }, { action: scriptActions.http, bridge })
    expect(await readBody()).toEqual({ ...expected, serial: device.serial })
  })

  it.each(languages)('a script sends only the messages for which it does not return false: %s', async (language) => {
    const device = await makeDevice()
    const bridge = await push('{"payload":${payload}}')
    const values = { action: scriptActions.http, bridge }
    const run = await runScript(device, getTemplate('filter', language), { temperature: 50 }, values)
    expect(run?.effects).toEqual([])
    await yard.publishAsync(device.topic, '{"temperature":70}', { qos: 1 })
    expect(await readBody()).toEqual({ payload: { temperature: 70 } })
    await expect.poll(() => readState(server, admin, bridge), pollOptions).toMatchObject({ out: 1, waiting: 0 })
  })
})

describe.skipIf(mosquittoProgram === undefined)('MQTT bridge to Mosquitto', () => {
  it.each([
    ...languages.map((language) => [`template, ${language}`, getTemplate('mqtt', language), 'out/'] as const),
    ['pasted', getShape('MQTT bridge'), '/out/'] as const,
  ])('a script publishes on a topic of its own at the other broker: %s', async (_name, source, localPrefix) => {
    const device = await makeDevice()
    const { id: bridge } = await createBridge(server, admin, {
      name: `MQTT ${++number}`,
      kind: 4,
      url: `mqtt://127.0.0.1:${mqttPort}`,
      mappings: [
        { direction: 'out', filter: '#', localPrefix, remotePrefix: `far${number}/`, qos: 1, isRetained: false },
      ],
    })
    const listener = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { clientId: `listener${number}` })
    const received: string[] = []
    listener.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`))
    await listener.subscribeAsync(`far${number}/#`, { qos: 1 })
    const expected = `far${number}/${device.serial} {"temperature":5}`
    const run = await runScript(device, source, { temperature: 5 }, { action: scriptActions.mqtt, bridge })
    expect(run?.effects).toMatchObject([
      { target: expect.stringContaining(`127.0.0.1:${mqttPort} far`), content: '{"temperature":5}', isPermitted: true },
    ])
    await expect.poll(() => received, pollOptions).toEqual([expected])
    await listener.endAsync(true)
    await expect
      .poll(() => readState(server, admin, bridge), pollOptions)
      .toMatchObject({ state: 'connected', out: 1, failed: 0 })
  })
})

describe.skipIf(!hasTestPostgres)('database storage in PostgreSQL', () => {
  it.each([
    ...languages.map((language) => [`template, ${language}`, getTemplate('database', language), 23.5] as const),
    ['pasted', getShape('database storage'), 23.5] as const,
    ['pasted, older form', getShape('database storage, older form'), null] as const,
  ])('a script stores its own values in a table: %s', async (_name, source, temperature) => {
    const device = await makeDevice()
    const table = `reading${++number}`
    await far?.query(`create table ${table} (at timestamptz, serial text, temperature float8, payload text)`)
    const { id: bridge } = await createBridge(server, admin, {
      name: table,
      kind: 5,
      url: `postgresql://127.0.0.1:${postgres?.port}/${database}`,
      username: postgres?.user,
      password: postgres?.password,
      statement: `insert into ${table} values (\${time}, \${serialNumber}, \${temperature}, \${payload})`,
    })
    const run = await runScript(device, source, { temperature: 23.5 }, { action: scriptActions.database, bridge })
    expect(run?.effects).toMatchObject([
      {
        target: expect.stringContaining(`/${database}`),
        content: expect.stringContaining(`temperature = ${temperature}`),
      },
    ])
    const read = async () =>
      (await far?.query(`select serial, temperature, payload, at > now() - interval '1 hour' as fresh from ${table}`))
        ?.rows
    await expect
      .poll(read, pollOptions)
      .toEqual([{ serial: device.serial, temperature, payload: '{"temperature":23.5}', fresh: true }])
  })
})

it.each(languages)('a script raises an alarm of the device and clears it: %s', async (language) => {
  const device = await makeDevice()
  await yard.publishAsync(device.topic, '{"temperature":80}', { qos: 1 })
  await runScript(device, getTemplate('alarm', language), { temperature: 90 })
  const readAlarms = () =>
    sqlIn(server, `select level, cleared_at from lighting_alarm where device = $1 and fault = 'script'`, [
      device.device,
    ])
  await expect.poll(readAlarms, pollOptions).toMatchObject([{ level: 3, cleared_at: null }])
  for (let n = 0; n < 6; n++) await yard.publishAsync(device.topic, '{"temperature":0}', { qos: 1 })
  await expect.poll(readAlarms, pollOptions).toMatchObject([{ cleared_at: expect.anything() }])
})

it.each(languages)('a script commands the device when a value is low: %s', async (language) => {
  const device = await makeDevice()
  const commands: unknown[] = []
  await yard.subscribeAsync(`p/${project}/d/${device.device}/down/command`, { qos: 1 })
  yard.on('message', (topic, payload) => {
    if (topic.includes(`/${device.device}/`)) commands.push(JSON.parse(payload.toString()))
  })
  await yard.publishAsync(device.topic, '{"level":10,"pump":0}', { qos: 1 })
  await runScript(device, getTemplate('command', language), { level: 10 })
  await expect.poll(() => commands, pollOptions).toMatchObject([{ point: 'pump', value: 1 }])
})

it.each([
  ['trigger of a scene', '3', { sceneId: 3 }],
  ['action of a scene', '7', {}],
] as const)('a script starts a linkage with a custom trigger: %s', async (name, title, payload) => {
  const device = await makeDevice()
  const commands: unknown[] = []
  await yard.subscribeAsync(`p/${project}/d/${device.device}/down/command`, { qos: 1 })
  yard.on('message', (topic, message) => {
    if (!topic.includes(`/${device.device}/`)) return
    const command = JSON.parse(message.toString()) as { readonly id: string }
    commands.push(command)
    const answer = JSON.stringify({ id: command.id, ok: true, at: Date.now() })
    void yard.publishAsync(`p/${project}/d/${device.device}/up/ack`, answer, { qos: 1 })
  })
  await yard.publishAsync(device.topic, '{"pump":0}', { qos: 1 })
  const linkage = await callEntity(server, 'linkage', 'create', {
    token: admin,
    body: {
      project,
      values: {
        name: title,
        triggers: [{ source: 'custom' }],
        actions: [{ kind: 'facility', facility: device.device, identifier: 'pump', value: '1' }],
      },
    },
  })
  expect(linkage.text).toContain('"code":200')
  const { id } = linkage.data
  const before = await call(server, 'script.verify', {
    token: admin,
    body: {
      script: { ...getShape(name), event: 1, action: 1, product: device.product },
      message: { topic: device.topic, payload: JSON.stringify(payload), device: `${project}/${device.device}` },
    },
  })
  expect(before.data.run?.effects).toEqual([])
  await callEntity(server, 'linkage', 'enable', { token: admin, params: { id }, body: {} })
  const run = await runScript(device, getShape(name), payload)
  expect(run?.effects).toMatchObject([{ kind: 'scene', target: title, isPermitted: true }])
  await expect.poll(() => commands, pollOptions).toMatchObject([{ point: 'pump', value: 1 }])
  const runs = () => sqlIn(server, `select cause, device from scada_linkage_run where linkage = $1`, [id])
  await expect
    .poll(runs, pollOptions)
    .toMatchObject([{ device: device.device, cause: expect.stringContaining('Started by script') }])
})

it('a script takes effect once it is enabled, and none once it is disabled; a disabled access point is named', async () => {
  const device = await makeDevice()
  const { id: bridge } = await createBridge(server, admin, {
    name: 'Switched',
    kind: 3,
    direction: 2,
    url: `http://127.0.0.1:${sink.port}/switched`,
    isEnabled: false,
  })
  const script = { ...getTemplate('scale', 'groovy'), event: 1, action: scriptActions.forward, product: device.product }
  const payload = '[{"id":"temperature","value":4}]'
  const { data } = await call(server, 'script.verify', {
    token: admin,
    body: { script: { ...script, action: scriptActions.http, bridge }, message: { topic: device.topic, payload } },
  })
  expect(data.run?.effects).toMatchObject([{ isPermitted: false, detail: { en: 'the access point is disabled' } }])
  const created = await callEntity(server, 'script', 'create', {
    token: admin,
    body: { values: { identifier: 'switched', name: 'Switched', order: 1, ...script } },
  })
  const move = (action: string) =>
    callEntity(server, 'script', action, { token: admin, params: { id: created.data.id }, body: {} })
  const send = async (): Promise<unknown> => {
    await yard.publishAsync(device.topic, payload, { qos: 1 })
    return (await readValues(device))['temperature']
  }
  expect(await send()).toBe('4')
  await move('enable')
  expect(await send()).toBe('8')
  await move('disable')
  expect(await send()).toBe('4')
})
