import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Command } from '../../../contract/routes.ts'
import { ackTopic, commandTopic, encodeAck } from '../../../contract/telemetry/index.ts'
import { call, signIn } from '../../support/server/api.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

interface Device {
  readonly project: string
  readonly device: string
}

const token = 'the one credential of the gateways of this test'
const owner = { project: 'street', device: 'pole-001' }
let server: StartedServer
let admin: string
/** Connections for the commanded device, and for all others. */
let ownClient: MqttClient
let otherClient: MqttClient

beforeAll(async () => {
  server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token } })
  admin = await signIn(server)
  const connect = (name: string) =>
    connectAsync(server.mqttUrl, { username: name, password: token, clientId: name, reconnectPeriod: 0 })
  ownClient = await connect('owner')
  otherClient = await connect('other')
  await ownClient.subscribeAsync(commandTopic(owner), { qos: 1 })
})
afterAll(async () => {
  await ownClient?.endAsync(true)
  await otherClient?.endAsync(true)
  await server?.stop()
})

async function send(key: string): Promise<Command> {
  const received = new Promise<void>((done) => {
    ownClient.once('message', () => done())
  })
  const { status, data, text } = await call(server, 'command.send', {
    token: admin,
    body: { tag: 'street/pole-001/lamp', value: 1 },
    headers: { 'idempotency-key': key },
  })
  expect([status, text]).toEqual([200, expect.anything()])
  await received
  return data
}
const read = async (id: string): Promise<Command> =>
  (await call(server, 'command.read', { token: admin, params: { id } })).data
const acknowledge = (client: MqttClient, device: Device, id: string, ok = true) =>
  client.publishAsync(ackTopic(device), Buffer.from(encodeAck({ id, ok, at: Date.now() })), { qos: 1 })
/** Returns warnings about acknowledgements of this device in the server log. */
const warnings = ({ project, device }: Device): readonly Readonly<Record<string, unknown>>[] =>
  server
    .output()
    .split('\n')
    .flatMap((line): Readonly<Record<string, unknown>>[] =>
      line.startsWith('{') && line.includes('acknowledgement') ? [JSON.parse(line) as Record<string, unknown>] : [],
    )
    .filter((line) => line['project'] === project && line['device'] === device)

it.each([
  ['another device', { project: 'street', device: 'pole-002' }, true],
  ['another device that refuses it', { project: 'street', device: 'pole-003' }, false],
  ["a device with the beginning of its device's name", { project: 'street', device: 'pole-00' }, true],
  ['the device of the same name in another project', { project: 'tunnel', device: 'pole-001' }, true],
])('a command stays sent when %s acknowledges it, and the server logs the attempt', async (name, foreign, ok) => {
  const { id } = await send(name.replaceAll(/\W+/g, '-'))
  await acknowledge(otherClient, foreign, id, ok)
  await expect
    .poll(() => warnings(foreign))
    .toMatchObject([
      {
        level: 'warn',
        message: 'acknowledgement ignored: the command belongs to another device',
        ...foreign,
        command: id,
        tag: 'street/pole-001/lamp',
      },
    ])
  expect(await read(id)).toMatchObject({ state: 'sent', result: null })
  // The acknowledgement of the right device is still accepted.
  await acknowledge(ownClient, owner, id)
  await expect.poll(async () => (await read(id)).state).toBe('succeeded')
})

it('a device that keeps acknowledging a command of another device is logged once a minute', async () => {
  const flooding = { project: 'street', device: 'pole-004' }
  const later = { project: 'street', device: 'pole-005' }
  const { id } = await send('flooded')
  for (let count = 0; count < 50; count++) await acknowledge(otherClient, flooding, id)
  await acknowledge(otherClient, later, id)
  await expect.poll(() => warnings(later)).toHaveLength(1)
  expect(warnings(flooding)).toHaveLength(1)
  expect((await read(id)).state).toBe('sent')
})

it('an acknowledgement of a command that does not exist is logged', async () => {
  const device = { project: 'street', device: 'pole-006' }
  await acknowledge(otherClient, device, 'no-such-command')
  await expect
    .poll(() => warnings(device))
    .toMatchObject([{ level: 'warn', message: 'acknowledgement ignored: unknown command', command: 'no-such-command' }])
})
