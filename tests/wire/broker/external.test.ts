import type { ChildProcess } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BrokerRig, createFrame, startBroker } from '../../chaos/brokerRig.ts'
import { signIn, sqlIn } from '../../support/server/api.ts'
import { removeDirectory } from '../../support/directories.ts'
import { endMosquitto, freePort, mosquittoProgram, startMosquitto } from '../../support/external/mosquitto.ts'
import { type StartedServer, startServer } from '../../support/server/server.ts'

const pollOptions = { timeout: 20_000, interval: 20 }
const topic = 'p/street/d/pole-1/up/values'

describe.skipIf(mosquittoProgram === undefined)('with Mosquitto as the external broker', () => {
  let directory = ''
  let port = 0
  let mosquitto: ChildProcess
  let rig: BrokerRig
  let device: MqttClient

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'mimic-mosquitto-'))
    port = await freePort()
    mosquitto = await startMosquitto(directory, port)
    rig = await startBroker({ external: { url: `mqtt://127.0.0.1:${port}`, clientId: 'mimic-test' } })
    await isLinked()
    device = await connectAsync(`mqtt://127.0.0.1:${port}`, { clientId: 'device', reconnectPeriod: 100 })
  })
  afterEach(async () => {
    await device.endAsync(true)
    await rig.close()
    await endMosquitto(mosquitto)
    await removeDirectory(directory)
  })

  /** Connected and subscribed: device messages arrive. */
  const isLinked = () => vi.waitFor(() => expect(rig.broker.stats().external).toBe('connected'), pollOptions)

  async function waitForValue(values: Readonly<Record<string, number>>): Promise<void> {
    const [point = ''] = Object.keys(values)
    const isCommitted = (): boolean => rig.committed.some(({ points }) => points.includes(point))
    for (let round = 0; !isCommitted() && round < 200; round++) {
      await device.publishAsync(topic, createFrame(values), { qos: 1, retain: true })
      await pause(50)
    }
    expect(isCommitted()).toBe(true)
  }

  test('stores values sent there and delivers them to browsers, live and as the newest value', async () => {
    const ann = await rig.connect('ann')
    await ann.subscribe(['p/street/d/+/up/values'])
    await waitForValue({ a: 1 })
    await ann.next((packet) => packet.cmd === 'publish' && packet.topic === topic)
    const late = await rig.connect('ann', { clientId: 'late' })
    await late.subscribe([topic])
    await late.next((packet) => packet.cmd === 'publish' && packet.retain)
    const bob = await rig.connect('bob')
    expect(await bob.subscribe([topic])).toEqual([128])
  })

  test('sends a command to the device and receives its acknowledgement', async () => {
    const obeyed = new Promise<string>((done) => device.once('message', (_topic, payload) => done(payload.toString())))
    await device.subscribeAsync('p/street/d/pole-1/down/command', { qos: 1 })
    const acked = new Promise((done) => rig.broker.onAck(done))
    await rig.broker.publishCommand({
      project: 'street',
      device: 'pole-1',
      id: 'c1',
      point: 'lamp',
      value: 1,
      by: 'ann',
      expiresAt: Date.now() + 5000,
    })
    expect(JSON.parse(await obeyed)).toMatchObject({ id: 'c1', point: 'lamp', value: 1, by: 'ann' })
    await waitForValue({ a: 1 })
    await device.publishAsync('p/street/d/pole-1/up/ack', JSON.stringify({ id: 'c1', ok: true, at: Date.now() }), {
      qos: 1,
    })
    expect(await acked).toMatchObject({ project: 'street', device: 'pole-1', id: 'c1', ok: true })
  })

  test('the external broker dies and comes back: the link is lost, and returns by itself', async () => {
    await waitForValue({ before: 1 })
    await endMosquitto(mosquitto)
    await vi.waitFor(() => expect(rig.broker.stats().external).toBe('lost'), pollOptions)
    mosquitto = await startMosquitto(directory, port)
    await isLinked()
    await vi.waitFor(() => expect(device.connected).toBe(true), pollOptions)
    await waitForValue({ after: 1 })
  })

  test('does not acknowledge values that cannot be stored, and receives them again', async () => {
    let isBroken = false
    const stored: number[] = []
    await rig.close()
    rig = await startBroker({
      external: { url: `mqtt://127.0.0.1:${port}`, clientId: 'mimic-test' },
      commit: async (frames) => {
        if (isBroken) throw new Error('disk full')
        for (const { points, values } of frames) if (points[0] === 'n') stored.push(values[0] ?? NaN)
        rig.committed.push(...frames)
      },
    })
    await isLinked()
    await waitForValue({ a: 1 })
    isBroken = true
    const sent = Array.from({ length: 50 }, (_, index) => index)
    for (const n of sent) await device.publishAsync(topic, createFrame({ n }), { qos: 1 })
    await vi.waitFor(() => expect(rig.broker.stats().failedPoints).toBeGreaterThan(0), pollOptions)
    isBroken = false
    await vi.waitFor(() => expect([...new Set(stored)].toSorted((a, b) => a - b)).toEqual(sent), pollOptions)
  })

  test('a thousand messages in a row are stored without waiting for one another', async () => {
    await waitForValue({ a: 1 })
    let commits = 0
    rig.broker.onFrame(() => commits++)
    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: 1000 }, (_, n) => device.publishAsync(topic, createFrame({ n }), { qos: 1 })),
    )
    await vi.waitFor(() => expect(commits).toBe(1000), pollOptions)
    console.log(`external: 1,000 QoS 1 messages stored in ${(performance.now() - startedAt).toFixed(0)} ms`)
  })
})

describe.skipIf(mosquittoProgram === undefined)('the whole server beside Mosquitto', () => {
  test('a value that a device publishes there reaches a browser of this server, and history', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'mimic-mosquitto-'))
    const port = await freePort()
    const url = `mqtt://127.0.0.1:${port}`
    const mosquitto = await startMosquitto(directory, port)
    const clients: MqttClient[] = []
    let server: StartedServer | undefined
    try {
      server = await startServer({ env: { MQTT_URL: url } })
      const { mqttUrl } = server
      const browser = await connectAsync(mqttUrl, {
        clientId: 'browser',
        username: 'admin',
        password: await signIn(server),
        protocolVersion: 4,
      })
      clients.push(browser)
      const received: string[] = []
      browser.on('message', (name, payload) => {
        if (name === 'p/street/d/pole-001/up/values') received.push(payload.toString())
      })
      await browser.subscribeAsync('p/street/d/+/up/values')
      const device = await connectAsync(url, { clientId: 'pole-001' })
      clients.push(device)
      const frame = createFrame({ power: 42.5, voltage: 229.5 })
      await device.publishAsync('p/street/d/pole-001/up/values', frame, { qos: 1, retain: true })
      await vi.waitFor(() => expect(received).toContain(frame), pollOptions)
      const storedValues = `select value from tag_history where tag = (select id from tag where path = 'street/pole-001/power')`
      expect(await sqlIn(server, storedValues)).toEqual([{ value: 42.5 }])
    } finally {
      for (const client of clients) await client.endAsync(true)
      await server?.stop()
      await endMosquitto(mosquitto)
      await removeDirectory(directory)
    }
  })
})
