// A single file, because all tests share the topics, devices and gateways of one server.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { RawClient } from '../chaos/rawClient.ts'
import { ask, call, signIn, sqlIn } from '../support/api.ts'
import { type StartedServer, startServer } from '../support/server.ts'

const project = 'tunnel'
const token = 'the one credential of the gateways of this test'
const pollOptions = { timeout: 20_000, interval: 100 }
const properties = [
  { identifier: 'temperature', label: 'Temperature', type: 'decimal', isWritable: false },
  { identifier: 'setpoint', label: 'Setpoint', type: 'decimal', isWritable: true },
]

let server: StartedServer
let admin: string
let packet = 0
const open: RawClient[] = []

beforeAll(async () => {
  server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token } })
  admin = await signIn(server)
})
afterEach(() => {
  for (const client of open.splice(0)) client.socket.terminate()
})
afterAll(() => server?.stop())

async function make(entity: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  const body = { ...(entity === 'device' ? { project } : {}), values }
  const created = await ask(server, entity, 'create', { token: admin, body })
  if (created.status !== 200) throw new Error(created.text)
  return created.data.id
}

/** A product with a device `script-<code>` that publishes on `rs/<code>/{device}/up` and listens on `…/down`. */
async function makeDevice(code: string): Promise<{ product: string; serial: string; device: string; topic: string }> {
  const product = await make('product', {
    name: `Meter ${code}`,
    code,
    category: 'sensor',
    nodeType: 'direct',
    transport: 'mqtt',
    properties,
  })
  const serial = `RS-${code}`
  const device = `script-${code}`
  await make('device', { name: serial, serial, product, plantDevice: device })
  await make('topic', { name: `rs/${code}/{device}/up`, product, direction: 'up' })
  await make('topic', { name: `rs/${code}/{device}/down`, product, direction: 'down' })
  return { product, serial, device, topic: `rs/${code}/${serial}/up` }
}

let scripts = 0
/** Creates and enables a script that forwards reports of a product in Groovy, unless `values` say otherwise. */
async function makeScript(product: string, source: string, values: Readonly<Record<string, unknown>> = {}) {
  const identifier = `rs${++scripts}`
  const id = await make('script', {
    identifier,
    name: `Script ${identifier}`,
    product,
    event: 1,
    action: 1,
    language: 'groovy',
    order: 1,
    source,
    ...values,
  })
  const enabled = await ask(server, 'script', 'enable', { token: admin, params: { id }, body: {} })
  if (enabled.status !== 200) throw new Error(enabled.text)
  return id
}

async function connect(): Promise<RawClient> {
  const clientId = `yard-${++packet}`
  const client = await RawClient.connect({ url: server.mqttUrl, username: 'yard', password: token, clientId })
  open.push(client)
  return client
}

/** Resolves when the server has acknowledged the message. */
async function publish(client: RawClient, topic: string, message: unknown): Promise<void> {
  const messageId = ++packet
  client.publish(topic, typeof message === 'string' ? message : JSON.stringify(message), 1, messageId)
  await client.next(({ cmd, messageId: id }) => cmd === 'puback' && id === messageId)
}

const readValues = async (device: string, point = 'temperature') =>
  (
    await sqlIn(
      server,
      `select value from tag_history where tag = (select id from tag where path = $1) order by at, value`,
      [`${project}/${device}/${point}`],
    )
  ).map(({ value }) => value)
const readRuns = (script: string) =>
  sqlIn(server, `select * from scada_script_log where script = $1 order by at, id`, [script])
const readScript = async (id: string) =>
  (await ask<Record<string, unknown>>(server, 'script', 'read', { token: admin, params: { id } })).data

const double = `JSONArray source = JSONUtil.parseArray(msgContext.getPayload());
JSONArray target = new JSONArray();
for (int i = 0; i < source.size(); i++) {
    JSONObject item = source.getJSONObject(i);
    JSONObject scaled = new JSONObject();
    scaled.put("id", item.getStr("id"));
    scaled.put("value", item.getBigDecimal("value") * 2);
    target.add(scaled);
}
msgContext.setPayload(target.toString());
msgContext.logger.info("scaled {}", source.size())`

it('a script that forwards rewrites reports before they are stored, and its run is in the log', async () => {
  const { product, device, topic } = await makeDevice('scale')
  const script = await makeScript(product, double)
  const yard = await connect()
  for (const value of [1, 2, 3]) await publish(yard, topic, [{ id: 'temperature', value }])
  expect(await readValues(device)).toEqual([2, 4, 6])
  await expect.poll(async () => (await readRuns(script)).length, pollOptions).toBe(3)
  const [run] = await readRuns(script)
  expect(run).toMatchObject({ device: `${project}/${device}`, outcome: 'done', level: 'info', error: null })
  expect(run?.['output']).toContain('INFO scaled 1')
  expect(run?.['output']).toContain(`forward ${topic}: [{"id":"temperature","value":2}]`)
  expect(await readScript(script)).toMatchObject({ lastOutcome: 'done', problem: null })
})
