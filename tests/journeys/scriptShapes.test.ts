import type { ChildProcess } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Journey, startJourney } from '../support/browser/journey.ts'
import { openSignedIn } from '../support/browser/pages.ts'
import type { Tab } from '../support/browser/tab.ts'
import { removeDirectory } from '../support/directories.ts'
import { connectGateway, createBridge, type HttpSink, startHttpSink } from '../support/external/bridgeWorld.ts'
import { endMosquitto, freePort, mosquittoProgram, startMosquitto } from '../support/external/mosquitto.ts'
import { hasTestPostgres, startTestPostgres, type TestPostgres } from '../support/external/testPostgres.ts'
import { shapes } from '../support/scripts/shapes.ts'
import { callEntity, signIn, sqlIn } from '../support/server/api.ts'

const project = 'tunnel'
const gatewayToken = 'a-gateway-credential-of-the-script-shapes-journey'
const pollOptions = { timeout: 20_000, interval: 50 }
const database = 'postgres'

let journey: Journey
let sink: HttpSink
let gateway: MqttClient
let mqttPort = 0
let postgresPort = 0
let mosquitto: { readonly broker: ChildProcess; readonly client: MqttClient; readonly directory: string } | undefined
let postgres: { readonly server: TestPostgres; readonly client: Client } | undefined
/** Messages of the other broker. */
const received: string[] = []
/** Commands to devices, by device. */
const commands = new Map<string, unknown>()

beforeAll(async () => {
  sink = await startHttpSink()
  mqttPort = await freePort()
  postgresPort = await freePort()
  journey = await startJourney({
    own: {
      why: 'its environment allows the addresses of the receivers',
      env: {
        MIMIC_GATEWAY_TOKEN: gatewayToken,
        MIMIC_OUTBOUND_ALLOWED: [sink.port, mqttPort, postgresPort].map((port) => `127.0.0.1:${port}`).join(','),
      },
    },
  })
  gateway = await connectGateway(journey.server, gatewayToken)
  gateway.on('message', (topic, payload) => {
    const { id, value } = JSON.parse(payload.toString()) as { readonly id: string; readonly value: number }
    commands.set(topic.split('/')[3] ?? '', value)
    const answer = JSON.stringify({ id, ok: true, at: Date.now() })
    void gateway.publishAsync(topic.replace('down/command', 'up/ack'), answer, { qos: 1 })
  })
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(async () => {
  await gateway?.endAsync(true)
  await journey?.end()
  await sink?.close()
  if (mosquitto) {
    await mosquitto.client.endAsync(true)
    await endMosquitto(mosquitto.broker)
    await removeDirectory(mosquitto.directory)
  }
  await postgres?.client.end()
  await postgres?.server.close()
})

/** Device of a shape, which reports on a topic of its own, so that a failed test does not affect the others. */
interface ShapeDevice {
  readonly code: string
  readonly serial: string
  readonly product: string
  readonly topic: string
}

interface ShapeRun {
  readonly shape: string
  /** Option of the field "Action"; absent: Forward. */
  readonly action?: string
  /** Creates the bridge that the script uses. */
  readonly createAccessPoint?: (token: string, name: string) => Promise<unknown>
  /** Name of the linkage that the script starts. It sends this number to the device. */
  readonly linkage?: string
  readonly payload: string
  /** Text that the verification shows. */
  readonly verified: (device: ShapeDevice) => RegExp
  /** Reads the effect at the receiver. */
  readonly read: (device: ShapeDevice) => unknown
  readonly expected: unknown
  readonly isDaily?: true
  readonly isPossible?: boolean
}

const createPush = (body: string) => (token: string, name: string) =>
  createBridge(journey.server, token, {
    name,
    kind: 3,
    direction: 2,
    url: `http://127.0.0.1:${sink.port}/${name}`,
    body,
  })

async function createBrokerBridge(token: string, name: string): Promise<unknown> {
  const directory = await mkdtemp(join(tmpdir(), 'mimic-mosquitto-'))
  const broker = await startMosquitto(directory, mqttPort)
  const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`)
  mosquitto = { broker, client, directory }
  client.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`))
  await client.subscribeAsync('#', { qos: 1 })
  const mapping = { direction: 'out', filter: '#', localPrefix: '/out/', remotePrefix: 'far/', qos: 1 }
  return createBridge(journey.server, token, {
    name,
    kind: 4,
    url: `mqtt://127.0.0.1:${mqttPort}`,
    mappings: [{ ...mapping, isRetained: false }],
  })
}

async function createDatabaseBridge(token: string, name: string): Promise<unknown> {
  const server = postgres?.server ?? (await startTestPostgres({ isOwn: true, port: postgresPort }))
  const client = postgres?.client ?? (await server.connect(database))
  postgres = { server, client }
  await client.query(`create table ${name} (serial text, temperature float8)`)
  return createBridge(journey.server, token, {
    name,
    kind: 5,
    url: `postgresql://127.0.0.1:${postgresPort}/${database}`,
    username: server.user,
    password: server.password,
    statement: `insert into ${name} values (\${serialNumber}, \${temperature})`,
  })
}

const readPoint =
  (point: string) =>
  async ({ code }: ShapeDevice): Promise<unknown> =>
    (
      await sqlIn(
        journey.server,
        `select h.value from tag_history h join tag t on t.id = h.tag where t.project = $1 and t.device = $2 and t.point = $3 order by h.at desc, h.value desc limit 1`,
        [project, code, point],
      )
    )[0]?.['value']
const readBodies = ({ code }: ShapeDevice): readonly unknown[] =>
  sink.requests.filter(({ path }) => path === `/${code}`).map(({ body }) => JSON.parse(body))
const readRows = async ({ code }: ShapeDevice): Promise<unknown> =>
  (await postgres?.client.query(`select temperature from ${code}`))?.rows
const readCommand = ({ code }: ShapeDevice): unknown => commands.get(code)

const runs: readonly ShapeRun[] = [
  {
    shape: 'scaling of values',
    payload: '[{"id":"level","value":"7.5"}]',
    verified: ({ topic }) => new RegExp(`Forward\\s*${topic}\\s+\\[\\{"id":"level","value":15(\\.0)?\\}\\]`),
    read: readPoint('level'),
    expected: 15,
    isDaily: true,
  },
  {
    shape: 'HTTP push',
    action: 'HTTP push',
    createAccessPoint: createPush('{"level":${level},"product":${productId}}'),
    payload: '{"temperature":23.5}',
    verified: ({ code }) =>
      new RegExp(`Bridge\\s*${code}: POST http://127\\.0\\.0\\.1:\\d+/${code}\\s+\\{"level":"high"`),
    read: readBodies,
    expected: [{ level: 'high', product: expect.any(String) }],
    isDaily: true,
  },
  {
    shape: 'template that passes the message on',
    payload: '{"temperature":3.5}',
    verified: ({ topic }) => new RegExp(`INFO topic ${topic} payload \\{"temperature":3\\.5\\}`),
    read: readPoint('temperature'),
    expected: 3.5,
  },
  {
    shape: 'flat object into a list of id and value',
    payload: '{"temperature":4.25}',
    verified: () => /INFO read temperature = 4\.25/,
    read: readPoint('temperature'),
    expected: 4.25,
  },
  {
    shape: 'trigger of a scene',
    linkage: '3',
    payload: '{"sceneId":3}',
    verified: () => /Start linkage\s*3/,
    read: readCommand,
    expected: 3,
  },
  {
    shape: 'action of a scene',
    linkage: '7',
    payload: '{}',
    verified: () => /Start linkage\s*7/,
    read: readCommand,
    expected: 7,
  },
  {
    shape: 'own values for templates',
    action: 'HTTP push',
    createAccessPoint: createPush('{"area":${area},"name":"${name}"}'),
    payload: '{"temperature":1}',
    verified: ({ code, serial }) => new RegExp(`"area":"${code.toUpperCase()}","name":"${serial}-${serial}"`),
    read: readBodies,
    expected: [{ area: 'SHAPE7', name: 'S-7-S-7' }],
  },
  {
    shape: 'MQTT bridge',
    action: 'MQTT bridge',
    createAccessPoint: createBrokerBridge,
    payload: '{"temperature":5}',
    verified: ({ code }) => new RegExp(`Bridge\\s*${code}: `),
    read: () => received.at(-1),
    expected: 'far/S-8 {"temperature":5}',
    isPossible: mosquittoProgram !== undefined,
  },
  {
    shape: 'database storage',
    action: 'Database storage',
    createAccessPoint: createDatabaseBridge,
    payload: '{"temperature":6.5}',
    verified: () => /temperature = 6\.5/,
    read: readRows,
    expected: [{ temperature: 6.5 }],
    isPossible: hasTestPostgres,
  },
  {
    shape: 'database storage, older form',
    action: 'Database storage',
    createAccessPoint: createDatabaseBridge,
    payload: '{"temperature":7}',
    verified: ({ code }) => new RegExp(`Bridge\\s*${code}: `),
    read: readRows,
    expected: [{ temperature: null }],
    isPossible: hasTestPostgres,
  },
]

/** Creates product, device, topic and linkage of a shape, and subscribes the gateway to commands. */
async function createDevice(token: string, { linkage }: ShapeRun, number: number): Promise<ShapeDevice> {
  const { server } = journey
  const [code, serial] = [`shape${number}`, `S-${number}`]
  const make = async (entity: string, values: Readonly<Record<string, unknown>>, at?: string): Promise<string> => {
    const created = await callEntity(server, entity, 'create', {
      token,
      body: { values, ...(at === undefined ? {} : { project: at }) },
    })
    if (created.status !== 200) throw new Error(created.text)
    return created.data.id
  }
  const product = await make('product', {
    name: `Product ${code}`,
    code,
    category: 'sensor',
    nodeType: 'direct',
    transport: 'mqtt',
    properties: ['temperature', 'level', 'pump'].map((identifier) => ({
      identifier,
      label: identifier,
      type: 'decimal',
      isWritable: identifier === 'pump',
    })),
  })
  await make('device', { name: `Device ${code}`, serial, product, plantDevice: code }, project)
  await make('topic', { name: `${code}/{device}/up`, product, direction: 'up' })
  if (linkage !== undefined) {
    const action = { kind: 'facility', facility: code, identifier: 'pump', value: linkage }
    const values = { name: linkage, triggers: [{ source: 'custom' }], actions: [action] }
    const id = await make('linkage', values, project)
    await callEntity(server, 'linkage', 'enable', { token, params: { id }, body: {} })
  }
  await gateway.subscribeAsync(`p/${project}/d/${code}/down/command`, { qos: 1 })
  const topic = `${code}/${serial}/up`
  await gateway.publishAsync(topic, '{"pump":0}', { qos: 1 })
  return { code, serial, product: `Product ${code}`, topic }
}

async function writeScript(tab: Tab, { shape, action, createAccessPoint }: ShapeRun, device: ShapeDevice) {
  await tab.press('Add rule script')
  await tab.fill('Script ID', device.code, 'textbox', 'dialog')
  await tab.fill('Name', shape, 'textbox', 'dialog')
  await tab.choose('Product', device.product, 'dialog')
  if (action !== undefined) await tab.choose('Action', action, 'dialog')
  if (createAccessPoint) {
    // The button has the name of its field.
    await tab.press('Access point', 'button', 'dialog')
    await tab.press(device.code, 'cell', 'dialog')
    await tab.press('Select', 'button', 'dialog')
  }
  await tab.page.waitForSelector('.cm-content')
  await tab.page.evaluate(() => document.querySelector<HTMLElement>('.cm-content')?.focus())
  await tab.page.keyboard.sendCharacter(shapes.find(({ name }) => name === shape)?.source ?? '')
}

/** Writes, verifies, saves and enables a script, and publishes a message of its device. */
async function runShape(run: ShapeRun, number: number): Promise<void> {
  const { shape, action = 'Forward', payload } = run
  const token = await signIn(journey.server)
  const device = await createDevice(token, run, number)
  await run.createAccessPoint?.(token, device.code)
  // The verification uses the topic of the last message.
  await gateway.publishAsync(device.topic, payload, { qos: 1 })
  const tab = await journey.open()
  await openSignedIn(tab, '/rules/scripts', { password: journey.server.adminPassword })
  await writeScript(tab, run, device)
  await tab.press('Verify', 'button', 'dialog')
  // Last messages are stored at most every half second.
  await tab.press('Own message', 'radio', 'dialog')
  await tab.fill('Payload', payload, 'textbox', 'dialog')
  await tab.press('Run', 'button', 'dialog')
  await tab.read(/Done in [\d.]+ ms/)
  await tab.read(run.verified(device))
  await tab.show(`scriptShapes-${device.code}`)
  await tab.press('Back to the script', 'button', 'dialog')
  await tab.press('Save', 'button', 'dialog')
  await tab.press(`More for ${shape}`)
  await tab.press('Enable', 'menuitem')
  await tab.press('Enable', 'button', 'dialog')
  await tab.read(new RegExp(`${shape}\\s+${device.product}\\s+Device report\\s+(?:${action}\\s+)?Enabled`))
  await gateway.publishAsync(device.topic, payload, { qos: 1 })
  await expect.poll(() => run.read(device), pollOptions).toEqual(run.expected)
}

for (const [index, run] of runs.entries())
  it.skipIf(run.isPossible === false)(
    `a script is written, verified and enabled, and its effect is visible at the receiver: ${run.shape}`,
    { tags: run.isDaily ? [] : ['full'] },
    () => runShape(run, index + 1),
  )
