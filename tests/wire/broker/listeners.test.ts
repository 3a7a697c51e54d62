import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterEach, expect, test, vi } from 'vitest'
import type { DeviceIdentity, Grant } from '../../../server/broker/index.ts'
import { type BrokerRig, createFrame, startBroker } from '../../chaos/brokerRig.ts'
import { hasMosquittoClients, mosquittoPub, mosquittoSub } from '../../support/external/mosquittoClients.ts'

let rig: BrokerRig
const clients: MqttClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true)
  await rig.close()
})

/** Credentials as the service of device credentials grants them. */
const credentials: Readonly<Record<string, Grant>> = {
  'street.pole-7': {
    kind: 'device',
    account: 'street.pole-7',
    name: 'pole-7',
    projects: ['street'],
    credential: 'c1',
  },
  'street.box': {
    kind: 'gateway',
    account: 'street.box',
    name: 'box',
    projects: ['street'],
    devices: new Set(['box', 'pole-7', 'pole-8']),
    credential: 'c2',
  },
  yard: { kind: 'gateway', account: 'yard', projects: ['street'] },
  ann: { kind: 'user', account: 'ann', projects: ['street'] },
}
const start = (options: Parameters<typeof startBroker>[0] = {}) =>
  startBroker({
    tcp: { port: 0 },
    authenticate: async (_clientId, username, password) =>
      password === 'right' ? (credentials[username] ?? null) : null,
    ...options,
  })
const tcpUrl = (): string => rig.broker.listeners.find(({ protocol }) => protocol === 'mqtt')?.url ?? ''
const tcpPort = (): string => new URL(tcpUrl()).port

async function connect(username: string, options: IClientOptions = {}, url = tcpUrl()): Promise<MqttClient> {
  const client = await connectAsync(
    url,
    { username, password: 'right', protocolVersion: 4, reconnectPeriod: 0, ...options },
    false,
  )
  clients.push(client)
  return client
}
const findClient = (account: string) => rig.broker.clients().find((client) => client.account === account)
/** Publishes with `mosquitto_pub` over TCP. */
const publishAsPole = (values: Readonly<Record<string, number>>, ...options: readonly string[]) =>
  mosquittoPub(
    ['-p', tcpPort(), '-u', 'street.pole-7', '-P', 'right', '-t', valuesOf('pole-7'), '-m', createFrame(values)].concat(
      options,
    ),
  )
const valuesOf = (device: string): string => `p/street/d/${device}/up/values`

test.skipIf(!hasMosquittoClients)(
  'mosquitto_pub and mosquitto_sub work over TCP, without a client id, and an exit follows the commit',
  async () => {
    rig = await start()
    const reader = mosquittoSub(['-p', tcpPort(), '-u', 'ann', '-P', 'right', '-t', valuesOf('pole-7'), '-C', '1'])
    await vi.waitFor(() => expect(findClient('ann')?.filters).toEqual([valuesOf('pole-7')]), 10_000)
    const published = await publishAsPole({ level: 4 }, '-q', '1')
    expect(published).toEqual({ code: 0, output: '' })
    expect(rig.committed.map(({ device, points }) => ({ device, points }))).toEqual([
      { device: 'pole-7', points: ['level'] },
    ])
    await reader.ended
    expect(reader.output()).toContain('"level":4')
  },
)

test.skipIf(!hasMosquittoClients)('processes a message with QoS 0 although the client closes at once', async () => {
  rig = await start()
  for (let round = 0; round < 5; round++) await publishAsPole({ level: round })
  await vi.waitFor(() => expect(rig.committed.length).toBe(5))
})

test.each(['ws', 'mqtt'])('%s: a device publishes for itself only, and stays connected', async (protocol) => {
  rig = await start()
  const url = rig.broker.listeners.find((listener) => listener.protocol === protocol)?.url ?? ''
  const reader = await connect('ann', {}, url)
  const topics: string[] = []
  reader.on('message', (topic) => topics.push(topic))
  await reader.subscribeAsync('p/street/d/+/up/values')
  const device = await connect('street.pole-7', { clientId: 'DVES_1A2B3C' }, url)
  await device.publishAsync(valuesOf('pole-8'), createFrame({ level: 1 }), { qos: 1 })
  await device.publishAsync('p/tunnel/d/pole-7/up/values', createFrame({ level: 1 }), { qos: 1 })
  expect(findClient('street.pole-7')?.lastRefusal).toMatchObject({
    reason: 'topicDenied',
    detail: 'p/tunnel/d/pole-7/up/values',
  })
  await device.publishAsync(valuesOf('pole-7'), createFrame({ level: 1 }), { qos: 1 })
  await vi.waitFor(() => expect(topics).toEqual([valuesOf('pole-7')]))
  expect(rig.committed.map((frame) => frame.device)).toEqual(['pole-7'])
  expect(device.connected).toBe(true)
})

test('a device receives its own commands only', async () => {
  rig = await start()
  const device = await connect('street.pole-7')
  const granted = await device.subscribeAsync(['p/street/d/pole-7/down/command'])
  expect(granted.map(({ qos }) => qos)).toEqual([0])
  await expect(device.subscribeAsync('p/street/d/pole-8/down/command')).rejects.toThrow()
  expect(findClient('street.pole-7')?.lastRefusal).toMatchObject({ reason: 'filterDenied' })
  const gateway = await connect('street.box')
  const received: string[] = []
  gateway.on('message', (topic) => received.push(topic))
  await gateway.subscribeAsync('p/street/d/+/down/command')
  const command = { id: 'c', point: 'on', value: 1, by: 'ann', project: 'street', expiresAt: Date.now() + 9000 }
  await rig.broker.publishCommand({ ...command, device: 'pole-9' })
  await rig.broker.publishCommand({ ...command, device: 'pole-8' })
  await vi.waitFor(() => expect(received).toEqual(['p/street/d/pole-8/down/command']))
})

test('an acknowledgement counts only from the device that was commanded', async () => {
  rig = await start()
  const acknowledged: string[] = []
  rig.broker.onAck(({ device, id }) => acknowledged.push(`${device} ${id}`))
  const [pole, gateway] = [await connect('street.pole-7'), await connect('street.box')]
  const acknowledge = (client: MqttClient, device: string, id: string) =>
    client.publishAsync(`p/street/d/${device}/up/ack`, JSON.stringify({ id, ok: true, at: Date.now() }), { qos: 1 })
  await acknowledge(pole, 'pole-8', 'first')
  await acknowledge(gateway, 'pole-9', 'second')
  await acknowledge(gateway, 'pole-8', 'third')
  expect(acknowledged).toEqual(['pole-8 third'])
})

test('a gateway cannot report a device of others as offline', async () => {
  rig = await start()
  const gateway = await connect('street.box')
  const report = (devices: readonly string[]) =>
    gateway.publishAsync('p/street/g/box/state', JSON.stringify({ online: false, devices, at: Date.now() }), { qos: 1 })
  await report(['pole-8', 'pole-9'])
  expect(rig.broker.isOnline({ project: 'street', device: 'pole-9' })).toBeUndefined()
  await report(['pole-8'])
  expect(rig.broker.isOnline({ project: 'street', device: 'pole-8' })).toBe(false)
})

test('ignores and counts a message on an undeclared topic, and the connection stays open', async () => {
  rig = await start()
  const device = await connect('street.pole-7')
  await device.publishAsync('tele/pole-7/SENSOR', '{"ENERGY":{"Power":3}}', { qos: 1 })
  expect(rig.broker.stats().undeclaredTopics).toBe(1)
  expect(findClient('street.pole-7')?.lastRefusal).toMatchObject({
    reason: 'undeclaredTopic',
    detail: 'tele/pole-7/SENSOR',
  })
  expect(device.connected).toBe(true)
})

test('passes undeclared topics, subscriptions and Wills to the mappings with the identity of the device', async () => {
  const seen: { readonly identity: DeviceIdentity; readonly topic: string; readonly text: string }[] = []
  rig = await start({
    mappedTopics: {
      publish: async (identity, topic, payload) => {
        seen.push({ identity, topic, text: Buffer.from(payload).toString() })
        return 'accepted'
      },
      maySubscribe: (identity, filter) => identity.devices !== 'all' && filter.startsWith('cmnd/'),
      messagesFor: ({ device, value }) => [
        { topic: `cmnd/${device}/POWER`, payload: Buffer.from(value ? 'ON' : 'OFF'), qos: 0, retain: false },
      ],
    },
  })
  const will = { topic: 'tele/pole-7/LWT', payload: Buffer.from('Offline'), qos: 1, retain: true } as const
  const device = await connect('street.pole-7', { will })
  const received: string[] = []
  device.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`))
  await device.subscribeAsync('cmnd/pole-7/#')
  await expect(device.subscribeAsync('stat/#')).rejects.toThrow()
  await device.publishAsync('tele/pole-7/STATE', 'x', { qos: 1 })
  await rig.broker.publishCommand({
    project: 'street',
    device: 'pole-7',
    point: 'power',
    value: 1,
    id: 'c',
    by: 'ann',
    expiresAt: Date.now() + 9000,
  })
  await vi.waitFor(() => expect(received).toEqual(['cmnd/pole-7/POWER ON']))
  device.stream.destroy()
  await vi.waitFor(() => expect(seen.map(({ topic }) => topic)).toEqual(['tele/pole-7/STATE', 'tele/pole-7/LWT']))
  expect(seen[1]?.text).toBe('Offline')
  expect(seen[0]?.identity).toEqual({
    account: 'street.pole-7',
    credential: 'c1',
    projects: ['street'],
    devices: new Set(['pole-7']),
  })
})

test('a Will on a built-in topic of another device is rejected, one of its own reports it offline', async () => {
  rig = await start()
  const will = (device: string) => ({
    topic: `p/street/d/${device}/up/state`,
    payload: Buffer.from(JSON.stringify({ online: false, at: Date.now() })),
    qos: 1 as const,
    retain: true,
  })
  await expect(connect('street.pole-7', { will: will('pole-8') })).rejects.toThrow()
  expect(rig.broker.rejectedClients()).toMatchObject([{ account: 'street.pole-7', reason: 'willDenied', count: 1 }])
  const device = await connect('street.pole-7', { will: will('pole-7') })
  device.stream.destroy()
  await vi.waitFor(() => expect(rig.broker.isOnline({ project: 'street', device: 'pole-7' })).toBe(false))
  expect(rig.broker.rejectedClients()).toEqual([])
})

test('two devices with one credential both stay connected unless they use the same client id', async () => {
  rig = await start()
  const first = await connect('street.pole-7', { clientId: 'a' })
  const second = await connect('street.pole-7', { clientId: 'b' })
  await first.publishAsync(valuesOf('pole-7'), createFrame({ level: 1 }), { qos: 1 })
  await second.publishAsync(valuesOf('pole-7'), createFrame({ level: 2 }), { qos: 1 })
  expect([first.connected, second.connected]).toEqual([true, true])
  // Another credential with the same client id takes over neither.
  await connect('street.box', { clientId: 'a' })
  expect(first.connected).toBe(true)
  const closed = new Promise<void>((done) => first.once('close', () => done()))
  await connect('street.pole-7', { clientId: 'a' })
  await closed
})

test('closes the connections of a disabled credential at once, and applies a changed device list', async () => {
  rig = await start()
  const device = await connect('street.pole-7')
  const gateway = await connect('street.box')
  const box = credentials['street.box']
  if (!box) throw new Error('missing')
  rig.broker.updateCredentials(new Map([['c2', { ...box, devices: new Set(['box']) }]]))
  await gateway.publishAsync(valuesOf('pole-8'), createFrame({ level: 1 }), { qos: 1 })
  expect(rig.committed).toEqual([])
  const closed = new Promise<void>((done) => device.once('close', () => done()))
  rig.broker.disconnectCredentials(['c1'])
  await closed
  expect(rig.broker.openCredentials()).toEqual(['c2'])
})

test('a flood of one device over TCP does not delay another', async () => {
  rig = await start()
  const flood = await connect('street.pole-7')
  const other = await connect('street.box')
  const payload = createFrame({ level: 1 })
  for (let count = 0; count < 20_000; count++) flood.publish(valuesOf('pole-7'), payload, { qos: 0 })
  const from = performance.now()
  for (let count = 0; count < 20; count++)
    await other.publishAsync(valuesOf('pole-8'), createFrame({ level: count }), { qos: 1 })
  expect(performance.now() - from).toBeLessThan(5_000)
  expect(rig.committed.filter(({ device }) => device === 'pole-8').length).toBe(20)
  await vi.waitFor(() => expect(rig.broker.stats().throttled).toBeGreaterThan(0), 10_000)
  expect(findClient('street.pole-7')?.lastRefusal).toMatchObject({ reason: 'rateLimit' })
})

test('a client that does not read is disconnected and stalls nobody', async () => {
  rig = await start({ outbox: { softBytes: 1e6, overMs: 100, hardBytes: 4e6, drainMs: 1000, frameBytes: 16_384 } })
  const gateway = await connect('yard')
  const reader = await connect('ann', { keepalive: 0 })
  await reader.subscribeAsync('p/street/d/+/up/values')
  reader.stream.pause()
  const text = 'x'.repeat(100_000)
  for (let count = 0; count < 200; count++)
    await gateway.publishAsync(valuesOf(`pole-${count}`), JSON.stringify({ at: Date.now(), v: { text } }), { qos: 1 })
  expect(rig.committed.length).toBe(200)
  await vi.waitFor(() => expect(rig.broker.stats().cut).toBe(1), 10_000)
  expect(gateway.connected).toBe(true)
})

test.skipIf(!hasMosquittoClients)('answers MQTT 5 with the reason 0x84, and the client may use 3.1.1', async () => {
  rig = await start()
  const { code, output } = await publishAsPole({ a: 1 }, '-V', '5')
  expect(code).not.toBe(0)
  expect(output.toLowerCase()).toContain('unsupported protocol version')
  expect(await publishAsPole({ a: 1 }, '-V', '311')).toEqual({ code: 0, output: '' })
  expect(await publishAsPole({ a: 1 }, '-V', '31')).toEqual({ code: 0, output: '' })
})
