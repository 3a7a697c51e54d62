import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeSparkplug, decodeSparkplug, sparkplugTypes } from '../../../contract/mapping/sparkplug/index.ts'
import { call, signIn } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import { createMappingWorld, type MappingWorld } from '../../support/mapping/world.ts'
import { endMosquitto, freePort, mosquittoProgram, startMosquitto } from '../../support/external/mosquitto.ts'
import { startServer, type StartedServer } from '../../support/server/server.ts'

const pollOptions = { timeout: 20_000, interval: 50 }
const token = 'the shared gateway credential of this test'

describe('Sparkplug B', () => {
  let server: StartedServer
  let world: MappingWorld
  let node: MqttClient
  const received: { readonly topic: string; readonly payload: Buffer }[] = []
  let seq = 0

  beforeAll(async () => {
    server = await startServer({ env: { MIMIC_GATEWAY_TOKEN: token } })
    world = createMappingWorld(server, await signIn(server))
    node = await connectAsync(server.mqttUrl, { username: 'yard', password: token, clientId: 'yard-node' })
    node.on('message', (topic, payload) => received.push({ topic, payload }))
    await node.subscribeAsync(['spBv1.0/plant/NCMD/edge1', 'spBv1.0/plant/DCMD/edge1/+', 'spBv1.0/STATE/+'])
  })
  afterAll(async () => {
    await node?.endAsync(true)
    await server?.stop()
  })

  const send = (topic: string, metrics: Parameters<typeof encodeSparkplug>[0]['metrics'], isFirst = false) => {
    seq = isFirst ? 0 : (seq + 1) % 256
    return node.publishAsync(topic, Buffer.from(encodeSparkplug({ timestamp: Date.now(), metrics, seq })), { qos: 1 })
  }
  const speed = { name: 'Speed', alias: 1n, datatype: sparkplugTypes.double, value: 1480 }
  const running = { name: 'Running', alias: 2n, datatype: sparkplugTypes.boolean, value: true }

  it('requests a birth, reads values by alias, and follows the death of the edge node', async () => {
    const pump = await world.connect({ protocol: 'sparkplug' }, 'plant/edge1/pump', [])
    await expect
      .poll(
        () =>
          received
            .filter(({ topic }) => topic.startsWith('spBv1.0/STATE/mimic-'))
            .at(-1)
            ?.payload.toString(),
        pollOptions,
      )
      .toMatch(/"online":true/)
    await send('spBv1.0/plant/DDATA/edge1/pump', [{ ...speed, name: undefined }])
    await expect
      .poll(() => received.find(({ topic }) => topic === 'spBv1.0/plant/NCMD/edge1')?.payload, pollOptions)
      .toBeDefined()
    const request = received.find(({ topic }) => topic === 'spBv1.0/plant/NCMD/edge1')
    expect(decodeSparkplug(request?.payload ?? Buffer.alloc(0))?.metrics[0]).toMatchObject({
      name: 'Node Control/Rebirth',
      value: true,
    })
    await send('spBv1.0/plant/NBIRTH/edge1', [{ name: 'bdSeq', datatype: sparkplugTypes.uint64, value: 0n }], true)
    await send('spBv1.0/plant/DBIRTH/edge1/pump', [speed, running])
    expect(await world.readNewest(pump, 'Speed')).toMatchObject({ value: 1480, quality: 0 })
    await send('spBv1.0/plant/DDATA/edge1/pump', [{ alias: 1n, datatype: sparkplugTypes.double, value: 1500 }])
    expect(await world.readNewest(pump, 'Speed')).toMatchObject({ value: 1500, quality: 0 })
    await expect.poll(() => world.readStatus(pump), pollOptions).toBe(3)

    await expect.poll(() => world.isWritable(pump, 'Running'), pollOptions).toBe(true)
    const { id } = await world.order(pump, 'Running', 0)
    await expect
      .poll(() => received.find(({ topic }) => topic === 'spBv1.0/plant/DCMD/edge1/pump')?.payload, pollOptions)
      .toBeDefined()
    const command = received.find(({ topic }) => topic === 'spBv1.0/plant/DCMD/edge1/pump')
    expect(decodeSparkplug(command?.payload ?? Buffer.alloc(0))?.metrics[0]).toMatchObject({ alias: 2n, value: false })
    await send('spBv1.0/plant/DDATA/edge1/pump', [{ alias: 2n, datatype: sparkplugTypes.boolean, value: false }])
    await expect.poll(() => world.readState(id), pollOptions).toBe('succeeded')

    await send('spBv1.0/plant/NDEATH/edge1', [{ name: 'bdSeq', datatype: sparkplugTypes.uint64, value: 0n }])
    await expect.poll(() => world.readStatus(pump), pollOptions).toBe(4)
  })

  it(
    'a device that is silent for longer than its mapping allows is offline, and online with the next message',
    { tags: 'full' },
    async () => {
      const silent = await world.connect(
        {
          mapping: {
            version: 1,
            topics: [{ id: 'all', topic: 'quiet/{device}' }],
            points: [{ point: 'level', type: 'decimal', sources: [{ topic: 'all', path: 'level' }] }],
            presence: { silenceS: 2 },
          },
        },
        'well-1',
      )
      const publishLevel = () => void node.publishAsync('quiet/well-1', '{"level":3}', { qos: 1 })
      const first = setInterval(publishLevel, 500)
      await expect.poll(() => world.readStatus(silent), pollOptions).toBe(3)
      clearInterval(first)
      await expect.poll(() => world.readStatus(silent), pollOptions).toBe(4)
      const second = setInterval(publishLevel, 500)
      await expect.poll(() => world.readStatus(silent), pollOptions).toBe(3)
      clearInterval(second)
    },
  )
})

describe.skipIf(mosquittoProgram === undefined)('devices at an external broker', () => {
  let directory: string
  let mosquitto: Awaited<ReturnType<typeof startMosquitto>>
  let server: StartedServer
  let admin: string
  let world: MappingWorld
  let device: MqttClient

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'mimic-mosquitto-'))
    const port = await freePort()
    mosquitto = await startMosquitto(directory, port)
    server = await startServer({ env: { MQTT_URL: `mqtt://127.0.0.1:${port}` } })
    admin = await signIn(server)
    world = createMappingWorld(server, admin)
    device = await connectAsync(`mqtt://127.0.0.1:${port}`, { clientId: 'any-device' })
  })
  afterAll(async () => {
    await device?.endAsync(true)
    await server?.stop()
    if (mosquitto) await endMosquitto(mosquitto)
    if (directory) await removeDirectory(directory)
  })

  it('a mapping subscribes there, values are stored, and a command goes out and is confirmed', async () => {
    const plug = await world.connect({ template: 'tasmota' }, 'far_plug')
    const publish = () => device.publishAsync('stat/far_plug/POWER', 'OFF', { qos: 1 })
    await expect
      .poll(async () => {
        await publish()
        return (await world.readNewest(plug, 'relay'))?.value
      }, pollOptions)
      .toBe(0)
    device.on('message', (_topic, payload) => void device.publishAsync('stat/far_plug/POWER', payload, { qos: 1 }))
    await device.subscribeAsync('cmnd/far_plug/POWER')
    await expect.poll(() => world.isWritable(plug, 'relay'), pollOptions).toBe(true)
    const { id } = await world.order(plug, 'relay', 1)
    await expect.poll(() => world.readState(id), pollOptions).toBe('succeeded')
  })

  it('a page that listens to a filter sees messages that no mapping declares', async () => {
    const listen = async () =>
      (await call(server, 'mapping.messages', { token: admin, query: { filter: 'lab/#' } })).data.map(
        ({ topic, payload }) => `${topic} ${atob(payload)}`,
      )
    await expect
      .poll(async () => {
        const messages = await listen()
        await device.publishAsync('lab/scale/1', '0.75', { qos: 1 })
        return messages
      }, pollOptions)
      .toEqual(['lab/scale/1 0.75'])
  })
})
