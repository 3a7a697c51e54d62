import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelDetails } from '../../../contract/routes.ts'
import { createChecksum } from '../../../server/drivers/modbus/framing.ts'
import { callEntity, call, makeProject, readAuditLog, signIn } from '../../support/server/api.ts'
import { hasPymodbus, type ModbusDevice, startModbus } from '../../support/drivers/modbus.ts'
import { freePort } from '../../support/external/mosquitto.ts'
import { type StartedServer, startServer } from '../../support/server/server.ts'

type Values = Readonly<Record<string, unknown>>
interface Received {
  readonly at: number
  readonly v: Readonly<Record<string, number | string | null>>
  readonly q?: Readonly<Record<string, unknown>>
}

const project = 'driven'
let server: StartedServer
let admin: string
let reader: MqttClient
let ports: readonly number[]
/** Newest values by device. */
const values = new Map<string, Received>()

// Its own server: channels may connect to this computer only where the environment lists the port.
beforeAll(async () => {
  ports = await Promise.all(Array.from({ length: 6 }, freePort))
  server = await startServer({ env: { MIMIC_OUTBOUND_ALLOWED: ports.map((port) => `127.0.0.1:${port}`).join(',') } })
  admin = await signIn(server)
  await makeProject(server, admin, project)
  reader = await connectAsync(server.mqttUrl, { username: 'admin', password: admin, clientId: 'admin-reader' })
  reader.on('message', (topic, payload) =>
    values.set(topic.split('/')[3] ?? '', JSON.parse(payload.toString()) as Received),
  )
  await reader.subscribeAsync(`p/${project}/d/+/up/values`)
})
afterAll(async () => {
  await reader?.endAsync(true)
  await server?.stop()
})

async function create(channel: Values, nodes: readonly Values[]): Promise<string> {
  const { status, data, text } = await callEntity(server, 'accessChannel', 'create', {
    token: admin,
    body: {
      project,
      values: {
        transport: 'tcp-client',
        protocol: 'modbus-tcp',
        host: '127.0.0.1',
        intervalS: 1,
        answerMs: 500,
        isEnabled: true,
        nodes,
        ...channel,
      },
    },
  })
  if (status !== 200) throw new Error(text)
  return data.id
}
async function make(entity: string, row: Values): Promise<string> {
  const { data, status, text } = await callEntity(server, entity, 'create', {
    token: admin,
    body: { project, values: row, overwrite: true },
  })
  if (status !== 200) throw new Error(`${entity}: ${text}`)
  return data.id
}
async function change(id: string, changed: Values): Promise<void> {
  const { data } = await callEntity(server, 'accessChannel', 'read', { token: admin, params: { id } })
  const { status, text } = await callEntity(server, 'accessChannel', 'update', {
    token: admin,
    params: { id },
    headers: { 'if-match': String(data.revision) },
    body: { values: changed },
  })
  if (status !== 200) throw new Error(text)
}
const readState = async (id: string): Promise<ChannelDetails> =>
  (await call(server, 'accessChannelState.read', { token: admin, params: { id } })).data
const getValue = (device: string, point: string) => values.get(device)?.v[point]
async function command(tag: string, value: number): Promise<string> {
  const { data, status, bad } = await call(server, 'command.send', {
    token: admin,
    headers: { 'idempotency-key': randomUUID() },
    body: { tag, value },
  })
  if (status !== 200) return bad.error ?? String(status)
  let result = ''
  await expect
    .poll(async () => {
      const { data: now } = await call(server, 'command.read', { token: admin, params: { id: data.id } })
      result = `${now.state} ${now.result ?? ''}`.trim()
      return now.state
    })
    .not.toMatch(/queued|sent/)
  return result
}
/** Process ids of the channels of the server. */
const channelPids = (): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(server.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => /channel\.js|drivers\/runner\/program/.test(line))
    .map((line) => Number.parseInt(line, 10))

describe.runIf(hasPymodbus)('a Modbus channel', () => {
  let device: ModbusDevice
  let id: string
  beforeAll(async () => {
    device = await startModbus('socket', { port: ports[0] ?? 0 })
    id = await create({ name: 'Meter', port: ports[0] }, [
      { source: 'holding:10', tag: `${project}/meter/level`, isWritable: true },
      { source: '40012', tag: `${project}/meter/flow`, factor: 0.1 },
      { source: 'holding:500', tag: `${project}/meter/power`, type: 'float32' },
      { source: 'coil:1', tag: `${project}/meter/pump`, isWritable: true },
      { source: 'holding:1150', tag: `${project}/meter/missing` },
      { source: 'holding:1', tag: 'tunnel/lamp-001/power' },
    ])
  })
  afterAll(() => device?.kill())

  it('publishes and stores values with quality, and excludes tags of other projects', async () => {
    await expect.poll(() => values.get('meter')?.v).toMatchObject({ level: 10, flow: 1.1, power: 21.5, pump: 0 })
    expect(values.get('meter')?.v['missing']).toBeNull()
    await expect.poll(async () => (await readState(id)).faultCount).toBe(1)
    const state = await readState(id)
    expect(state).toMatchObject({
      state: 'connected',
      points: 5,
      faultCount: 1,
      excluded: [{ tag: 'tunnel/lamp-001/power' }],
    })
    expect(state.faults[0]).toMatchObject({
      tag: `${project}/meter/missing`,
      code: 'exception 2',
      words: { zh: '设备没有该地址（异常码 2）' },
    })
    expect(state.roundTripMs).toBeGreaterThan(0)
    const now = Date.now()
    const { data } = await call(server, 'history.read', {
      token: admin,
      query: { tags: `${project}/meter/level`, from: String(now - 60_000), to: String(now + 60_000) },
    })
    expect(JSON.stringify(data)).toContain('10')
  })

  it('writes commands to writable points and confirms them with the value of the device', async () => {
    expect(await command(`${project}/meter/level`, 77)).toBe('succeeded')
    await expect.poll(() => getValue('meter', 'level')).toBe(77)
    expect(await command(`${project}/meter/pump`, 1)).toBe('succeeded')
    await expect.poll(() => getValue('meter', 'pump')).toBe(1)
    expect(await command(`${project}/meter/level`, 70_000)).toBe('failed value')
    expect(await command(`${project}/meter/flow`, 1)).toBe('tag.readOnly')
  })

  it('records sent and received bytes while the raw log is on', async () => {
    await call(server, 'accessChannelState.log', { token: admin, params: { id }, body: { isEnabled: true } })
    await expect
      .poll(async () => (await readState(id)).log.map(({ data }) => data).join(' '))
      .toMatch(/00 00 00 06 01 03 .* 01 03 /)
    expect((await readState(id)).logUntil).toBeGreaterThan(Date.now() + 500_000)
    await call(server, 'accessChannelState.log', { token: admin, params: { id }, body: { isEnabled: false } })
    expect((await readState(id)).log).toEqual([])
    expect((await readAuditLog(server, admin, `accessChannel/${id}`)).map(({ action }) => action)).toContain('log')
  })

  it('continues after its process was killed, without affecting other channels', async () => {
    const second = await startModbus('socket', { port: ports[1] ?? 0 })
    const other = await create({ name: 'Other', port: ports[1] }, [
      { source: 'holding:5', tag: `${project}/other/level` },
    ])
    await expect.poll(async () => (await readState(other)).state).toBe('connected')
    const pids = channelPids()
    expect(pids).toHaveLength(2)
    const [first] = pids
    process.kill(first ?? 0, 'SIGKILL')
    await expect.poll(async () => (await readState(id)).restarts).toBe(1)
    const killedAt = Date.now()
    await expect.poll(() => values.get('meter')?.at).toBeGreaterThan(killedAt)
    expect(await readState(other)).toMatchObject({ restarts: 0, reconnects: 0, state: 'connected' })
    await second.kill()
    await callEntity(server, 'accessChannel', 'remove', { token: admin, params: { id: other } })
    await expect.poll(() => channelPids().length).toBe(1)
  })

  it('shows no good value after the device is gone, refuses commands, and connects again', async () => {
    await device.kill()
    await expect.poll(() => getValue('meter', 'level')).toBeNull()
    await expect.poll(async () => (await readState(id)).fault?.words.en).toBe('the device refuses the connection')
    expect(await command(`${project}/meter/level`, 1)).toBe('device.offline')
    device = await startModbus('socket', { port: ports[0] ?? 0 })
    await expect.poll(() => getValue('meter', 'level'), { timeout: 60_000 }).toBe(10)
  })

  it('stops when it is disabled, and can still be read once', async () => {
    await change(id, { isEnabled: false })
    await expect.poll(channelPids).toEqual([])
    expect((await readState(id)).state).toBe('off')
    const { data } = await call(server, 'accessChannelState.test', { token: admin, params: { id } })
    expect(data.readings.map(({ value, code }) => code || value)).toEqual([10, 1.1, 21.5, 0, 'exception 2'])
    expect(channelPids()).toEqual([])
  })
})

describe('a channel', () => {
  it('does not connect to this computer unless the address is listed', async () => {
    const id = await create({ name: 'Inside', port: Number(new URL(server.httpUrl).port), host: 'localhost' }, [])
    await expect.poll(async () => (await readState(id)).fault?.code).toBe('forbidden')
  })

  it('of a gateway waits for its registration packet and reads through the connection', async () => {
    const [, , port = 0] = ports
    const id = await create(
      {
        name: 'Gateway',
        transport: 'tcp-server',
        protocol: 'modbus-rtu',
        port,
        registration: 'DTU-7',
        heartbeat: 'hex:FE',
        host: null,
      },
      [{ source: 'holding:1', tag: `${project}/remote/a`, station: '3' }],
    )
    await expect.poll(async () => (await readState(id)).state).toBe('waiting')
    const stranger = connect(port, '127.0.0.1')
    const strangerClosed = new Promise((done) => stranger.once('close', done))
    stranger.on('error', () => undefined).write('DTU-8')
    await strangerClosed
    const gateway = connect(port, '127.0.0.1')
    gateway.write('DTU-')
    setTimeout(() => gateway.write('7'), 50)
    gateway.on('data', (request) => {
      const body = Buffer.from([request[0] ?? 0, 3, 2, 0, 42])
      gateway.write(Buffer.concat([Buffer.from([0xfe]), body, createChecksum(body)]))
    })
    await expect.poll(() => getValue('remote', 'a')).toBe(42)
    gateway.destroy()
    await expect.poll(() => getValue('remote', 'a')).toBeNull()
    await expect.poll(async () => (await readState(id)).state).toMatch(/waiting|failed/)
  })

  it('of a cabinet reads its loops, poles and sensors by protocol, communication channel, data type and encoding', async () => {
    const cabinet = await make('cabinet', { name: 'Yard', address: 'yard', communication: 1 })
    const area = await make('area', { name: 'Yard', number: 1 })
    const pole = { cabinet, area, kind: 1, workMode: 0, protocol: 2 }
    await make('loop', {
      name: 'North',
      kind: 2,
      address: '12',
      cabinet,
      group: 1,
      protocol: 2,
      workMode: 0,
      ratio: 1,
      device: 'loop-north',
    })
    await make('pole', { ...pole, name: 'One', address: '21', channel: 2, device: 'pole-one' })
    await make('pole', { ...pole, name: 'Two', address: '22', channel: 3, device: 'pole-two' })
    const sensor = { name: 'Lux', kind: 1, cabinet, protocol: 3, workMode: 2, dataType: 'uint32', encoding: 'cdab' }
    await make('sensor', { ...sensor, address: '3:40011', device: 'lux-1', point: 'lux' })
    const requests: string[] = []
    const meters = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', (request) => {
          // Function 3 of unit 3: registers 10 and 11.
          if (request[0] === 3) {
            const body = Buffer.from([3, 3, 4, 0, 5, 0, 1])
            return void socket.write(Buffer.concat([body, createChecksum(body)]))
          }
          const frame = request.subarray(request.indexOf(0x68))
          requests.push(Buffer.from(frame.subarray(1, 7)).reverse().toString('hex'))
          const id = frame.subarray(10, 14)
          const answer = Buffer.concat([
            frame.subarray(0, 8),
            Buffer.from([0x91, 8]),
            id,
            Buffer.from([0x56, 0x53, 0x33, 0x33]),
          ])
          const sum = answer.reduce((total, byte) => (total + byte) & 0xff, 0)
          socket.write(Buffer.concat([answer, Buffer.from([sum, 0x16])]))
        })
    })
    await new Promise<void>((done) => meters.listen(ports[3], '127.0.0.1', done))
    await create({ name: 'Meters', protocol: 'dlt645-2007', port: ports[3], cabinet, bus: 2 }, [])
    // 2023 in two bytes with one decimal, and in four bytes with two.
    await expect.poll(() => values.get('loop-north')?.v).toMatchObject({ voltageA: 202.3, energy: 20.23 })
    await expect.poll(() => values.get('pole-one')?.v).toMatchObject({ voltage: 202.3 })
    expect(new Set(requests)).toEqual(new Set(['000000000012', '000000000021']))
    await create({ name: 'Sensors', protocol: 'modbus-rtu', port: ports[3], cabinet }, [])
    await expect.poll(() => getValue('lux-1', 'lux')).toBe(65_541)
    meters.close()
  })

  it.runIf(hasPymodbus)(
    'of a cabinet reads and commands its Modbus loops and poles by the registers of the channel',
    async () => {
      const [, , , , port = 0] = ports
      const device = await startModbus('rtu', { port, units: [7, 8] })
      const cabinet = await make('cabinet', { name: 'Lane', address: 'lane', communication: 1 })
      const area = await make('area', { name: 'Lane', number: 2 })
      const pole = { cabinet, area, kind: 1, workMode: 0, protocol: 3, channel: 2 }
      await make('pole', { ...pole, name: 'Lamp 7', address: '7', device: 'lamp-7' })
      const lamp = await make('pole', { ...pole, name: 'Lamp 8', address: '8:100', device: 'lamp-8' })
      await make('pole', { ...pole, name: 'Radio lamp', address: '9', channel: 4, device: 'lamp-9' })
      await make('pole', { ...pole, name: 'Named lamp', address: 'L-10', device: 'lamp-10' })
      const loop = { kind: 1, cabinet, group: 1, protocol: 3, workMode: 0, ratio: 1 }
      const left = await make('loop', { ...loop, name: 'Left', address: '7:20', device: 'loop-left' })
      for (const [entity, row] of [
        ['pole', lamp],
        ['loop', left],
      ] as const)
        await callEntity(server, entity, 'install', { token: admin, params: { id: row }, body: {} })
      const id = await create(
        {
          name: 'Lamps',
          protocol: 'modbus-rtu',
          port,
          cabinet,
          bus: 2,
          registers: [
            { kind: 'pole', point: 'dimming', source: 'holding:10', isWritable: true },
            { kind: 'pole', point: 'voltage', source: '40012', factor: 0.1 },
            { kind: 'loop', point: 'switch', source: 'coil:0', isWritable: true },
          ],
        },
        [],
      )
      await expect.poll(() => values.get('lamp-7')?.v).toMatchObject({ dimming: 10, voltage: 1.1 })
      await expect.poll(() => values.get('lamp-8')?.v).toMatchObject({ dimming: 110, voltage: 11.1 })
      expect((await readState(id)).excluded).toEqual([
        {
          tag: `${project}/lamp-10`,
          words: expect.objectContaining({ en: expect.stringContaining('unit id') as string }) as unknown,
        },
      ])
      expect(values.has('lamp-9')).toBe(false)
      expect(await command(`${project}/lamp-8/dimming`, 60)).toBe('succeeded')
      await expect.poll(() => values.get('lamp-8')?.v['dimming']).toBe(60)
      expect(values.get('lamp-7')?.v['dimming']).toBe(10)
      expect(await command(`${project}/loop-left/switch`, 1)).toBe('succeeded')
      await expect.poll(() => values.get('loop-left')?.v['switch']).toBe(1)
      await device.kill()
    },
  )

  it('over MQTT cannot be enabled', async () => {
    await expect(create({ name: 'Mqtt', transport: 'mqtt', protocol: null, host: null }, [])).rejects.toThrow(
      'is not executed',
    )
  })
})
