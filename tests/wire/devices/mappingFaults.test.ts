import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mappingTemplates, valueReasons } from '../../../contract/mapping/index.ts'
import { decodeSparkplug, encodeSparkplug, sparkplugTypes } from '../../../contract/mapping/sparkplug/index.ts'
import { call, signIn } from '../../support/server/api.ts'
import { createMappingWorld, type MappingWorld, project } from '../../support/mapping/world.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const token = 'the shared gateway credential of this test'
const pollOptions = { timeout: 20_000, interval: 50 }
/** Data of an EM300-TH: battery 100 %, 27.2 °C, 69 % humidity. */
const milesightBytes = Buffer.from('0175640367100104688a', 'hex')

let server: StartedServer
let admin: string
let world: MappingWorld
let yard: MqttClient

beforeAll(async () => {
  server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token } })
  admin = await signIn(server)
  world = createMappingWorld(server, admin)
  yard = await connectAsync(server.mqttUrl, { username: 'yard', password: token, clientId: 'yard' })
})
afterAll(async () => {
  await yard?.endAsync(true)
  await server?.stop()
})

const readReasons = async (device: string) =>
  (await call(server, 'mapping.reasons', { token: admin, params: { project, device } })).data
const listRejected = async (filter: string) =>
  (await call(server, 'mapping.rejections', { token: admin, query: { filter } })).data.map(({ problem }) => problem?.en)
const readConnections = async (search: string) =>
  (await call(server, 'connection.read', { token: admin, query: { search } })).data.rows

it('a gap in the sequence of a Sparkplug node makes its values uncertain until the requested birth', async () => {
  const pump = await world.connect({ protocol: 'sparkplug' }, 'mill/edge7/pump', [])
  const requests: string[] = []
  yard.on('message', (topic, payload) => {
    if (topic === 'spBv1.0/mill/NCMD/edge7') requests.push(decodeSparkplug(payload)?.metrics[0]?.name ?? '')
  })
  await yard.subscribeAsync('spBv1.0/mill/NCMD/edge7')
  const send = (topic: string, seq: number, metrics: Parameters<typeof encodeSparkplug>[0]['metrics']) =>
    yard.publishAsync(topic, Buffer.from(encodeSparkplug({ timestamp: Date.now(), metrics, seq })), { qos: 1 })
  const speed = (value: number) => ({ alias: 1n, datatype: sparkplugTypes.double, value })
  const bearBirth = async (value: number): Promise<void> => {
    await send('spBv1.0/mill/NBIRTH/edge7', 0, [{ name: 'bdSeq', datatype: sparkplugTypes.uint64, value: 0n }])
    await send('spBv1.0/mill/DBIRTH/edge7/pump', 1, [{ ...speed(value), name: 'Speed' }])
  }
  await bearBirth(1000)
  await send('spBv1.0/mill/DDATA/edge7/pump', 2, [speed(1100)])
  expect(await world.readNewest(pump, 'Speed')).toMatchObject({ value: 1100, quality: 0 })
  await send('spBv1.0/mill/DDATA/edge7/pump', 5, [speed(1200)])
  expect(await world.readNewest(pump, 'Speed')).toMatchObject({ value: 1200, quality: 1 })
  expect(await readReasons(pump)).toMatchObject([{ point: 'Speed', words: valueReasons.sequence }])
  await expect.poll(() => requests, pollOptions).toEqual(['Node Control/Rebirth'])
  await bearBirth(1300)
  await send('spBv1.0/mill/DDATA/edge7/pump', 2, [speed(1400)])
  expect(await world.readNewest(pump, 'Speed')).toMatchObject({ value: 1400, quality: 0 })
  expect(await readReasons(pump)).toEqual([])
})

it('a mapped device that floods is throttled and named, and other devices are stored as before', async () => {
  const flooding = await world.connect({ template: 'tasmota' }, 'flooding_plug')
  const calm = await world.connect({ template: 'tasmota' }, 'calm_plug')
  const [floodCredential, calmCredential] = [await world.issue(flooding), await world.issue(calm)]
  const flood = await connectAsync(server.mqttUrl, { ...floodCredential, reconnectPeriod: 0 })
  const device = await connectAsync(server.mqttUrl, { ...calmCredential, reconnectPeriod: 0 })
  try {
    // Messages with values are slowed down by their storage; unreadable ones are not.
    flood.publish('tele/flooding_plug/SENSOR', JSON.stringify({ ENERGY: { Power: 5 } }), { qos: 0 })
    for (let count = 0; count < 5000; count++) flood.publish('tele/flooding_plug/SENSOR', 'no JSON', { qos: 0 })
    await device.publishAsync('stat/calm_plug/POWER', 'ON', { qos: 1 })
    expect(await world.readNewest(calm, 'relay')).toMatchObject({ value: 1, quality: 0 })
    await expect
      .poll(async () => (await readConnections(floodCredential.username))[0]?.lastRefusal?.reason, pollOptions)
      .toBe('rateLimit')
    expect((await readConnections(calmCredential.username))[0]?.lastRefusal).toBeNull()
  } finally {
    await Promise.all([flood.endAsync(true), device.endAsync(true)])
  }
})

it('a second device with the credential of another one stores nothing, and both connections are listed', async () => {
  const first = await world.connect({ template: 'tasmota' }, 'first_plug', [], 'second_plug')
  const second = first.replace(/-0$/, '-1')
  const credential = await world.issue(first)
  const own = await connectAsync(server.mqttUrl, { ...credential, clientId: 'DVES_1', reconnectPeriod: 0 })
  const other = await connectAsync(server.mqttUrl, { ...credential, clientId: 'DVES_2', reconnectPeriod: 0 })
  try {
    await other.publishAsync('tele/second_plug/SENSOR', JSON.stringify({ ENERGY: { Power: 7 } }), { qos: 1 })
    await own.publishAsync('tele/first_plug/SENSOR', JSON.stringify({ ENERGY: { Power: 8 } }), { qos: 1 })
    expect(await world.readNewest(first, 'power')).toMatchObject({ value: 8, quality: 0 })
    expect(await world.readNewest(second, 'power')).toBeUndefined()
    expect(await listRejected('tele/second_plug/#')).toEqual(['No device with the name in messages: second_plug'])
    expect((await readConnections(credential.username)).map(({ clientId, device }) => [clientId, device])).toEqual([
      ['DVES_1', first],
      ['DVES_2', first],
    ])
  } finally {
    await Promise.all([own.endAsync(true), other.endAsync(true)])
  }
})

describe('decoders', () => {
  const source = `const bytes = msgContext.getData('bytes')
if (msgContext.getData('port') !== 85) throw new Error('port ' + msgContext.getData('port'))
const points = {}
for (let at = 0; at < bytes.length; ) {
  const channel = (bytes[at] << 8) | bytes[at + 1]
  if (channel === 0x0175) { points.battery = bytes[at + 2]; at += 3 }
  else if (channel === 0x0367) { points.temperature = ((bytes[at + 3] << 8) | bytes[at + 2]) / 10; at += 4 }
  else if (channel === 0x0468) { points.humidity = bytes[at + 2] / 2; at += 3 }
  else break
}
return points`
  const chirpStack = mappingTemplates.find(({ id }) => id === 'chirpStackV4')
  const createMapping = (decoder: object) => {
    if (chirpStack?.kind !== 'mapping') throw new Error('the template has no mapping')
    const topics = chirpStack.mapping.topics.map((topic) =>
      topic.id === 'up'
        ? { ...topic, decoder: { path: 'data', port: 'fPort', encoding: 'base64', ...decoder } }
        : topic,
    )
    const points = ['temperature', 'humidity', 'battery'].map((point) => ({
      point,
      type: 'decimal',
      sources: [{ topic: 'up', path: `$decoded.${point}` }],
    }))
    return { ...chirpStack.mapping, topics, points }
  }

  it.each([
    ['a script', { kind: 'script', language: 'javascript', source }, '24e124136b502001'],
    ['the built-in decoder', { kind: 'codec', codec: 'milesight' }, '24e124136b502002'],
  ])('%s reads the bytes of a Milesight sensor behind ChirpStack', async (_, decoder, device) => {
    const name = await world.connect({ mapping: createMapping(decoder) }, device)
    const publish = (data: Buffer, fPort = 85) =>
      yard.publishAsync(
        `application/6f0c/device/${device}/event/up`,
        JSON.stringify({ deviceInfo: { devEui: device }, fCnt: 1, fPort, data: data.toString('base64') }),
        { qos: 1 },
      )
    await publish(milesightBytes)
    expect(await world.readNewest(name, 'temperature')).toMatchObject({ value: 27.2, quality: 0 })
    expect(await world.readNewest(name, 'humidity')).toMatchObject({ value: 69, quality: 0 })
    expect(await world.readNewest(name, 'battery')).toMatchObject({ value: 100, quality: 0 })
  })

  const tryOut = async (language: 'javascript' | 'groovy', text: string, port: number | null = 85) =>
    (
      await call(server, 'mapping.decode', {
        token: admin,
        body: { language, source: text, bytes: milesightBytes.toString('base64'), port, device: null, topic: 'up' },
      })
    ).data

  it('can be tried out on bytes: the result, or the error with its line', async () => {
    expect(await tryOut('javascript', source)).toEqual({
      points: [
        { name: 'battery', value: 100 },
        { name: 'temperature', value: 27.2 },
        { name: 'humidity', value: 69 },
      ],
      problem: null,
      lines: [],
    })
    expect((await tryOut('javascript', source, 2)).problem).toMatchObject({ line: 2 })
    expect((await tryOut('groovy', 'def b = msgContext.data.bytes\nreturn [size: b.size(')).problem?.line).toBe(2)
    expect((await tryOut('groovy', 'return [battery: msgContext.data.bytes[2]]')).points).toEqual([
      { name: 'battery', value: 100 },
    ])
    expect((await tryOut('javascript', 'return 5')).problem?.words.en).toContain('must return')
    expect((await tryOut('javascript', 'while (true) {}')).problem).not.toBeNull()
  })
})
