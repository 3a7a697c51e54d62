import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createConfig, createContext, createPoint } from '../../../tests/support/drivers/channel.ts'
import { hasPymodbus, type ModbusDevice, startModbus } from '../../../tests/support/drivers/modbus.ts'
import type { ChannelConfig, PointConfig } from '../driver.ts'
import { createChecksum } from './framing.ts'
import { ModbusDriver } from './modbusDriver.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function open(config: ChannelConfig) {
  const { context, lost, counts } = createContext(config)
  const driver = new ModbusDriver(context)
  ends.push(() => driver.close())
  await driver.connect(new AbortController().signal)
  return { driver, lost, counts }
}
async function start(...args: Parameters<typeof startModbus>): Promise<ModbusDevice> {
  const device = await startModbus(...args)
  ends.push(() => device.kill())
  return device
}
const onPort = (port: number, points: readonly PointConfig[], more: Partial<ChannelConfig> = {}): ChannelConfig =>
  createConfig({ kind: 'client', host: '127.0.0.1', port }, points, more)

/** A device that answers each request as the test decides; null: not at all. */
async function serve(answer: (request: Buffer, socket: Socket) => Buffer | null): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (request) => {
      const bytes = answer(request, socket)
      if (bytes) socket.write(bytes)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ends.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => server.close(done))
  })
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
/** An answer to function 3 with one register. */
const createResponse = (request: Buffer, value: number, unit = request[6] ?? 0): Buffer =>
  Buffer.from([request[0] ?? 0, request[1] ?? 0, 0, 0, 0, 5, unit, 3, 2, value >> 8, value & 0xff])

describe.runIf(hasPymodbus)('Modbus against pymodbus', () => {
  it.each(['socket', 'rtu'] as const)(
    'reads all tables and types, and writes them back, with %s framing',
    async (framer) => {
      const { port } = await start(framer)
      const points = [
        createPoint('a', 'holding:10'),
        createPoint('b', '40011', { factor: 0.1, offset: 1 }),
        createPoint('c', 'input:7', { type: 'int16' }),
        createPoint('d', 'coil:3'),
        createPoint('e', '10002'),
        createPoint('f', 'holding:500', { type: 'float32' }),
        createPoint('g', 'holding:502', { type: 'float32', order: 'CDAB' }),
        createPoint('h', 'holding:510', { type: 'string', length: 6 }),
        createPoint('i', 'holding:520', { type: 'bcd16' }),
        createPoint('j', 'holding:5.2'),
        createPoint('k', 'holding:600', { type: 'int64', order: 'DCBA' }),
        createPoint('l', 'holding:620', { type: 'float64' }),
      ]
      const { driver, counts } = await open(
        onPort(port, points, { protocol: framer === 'rtu' ? 'modbus-rtu' : 'modbus-tcp' }),
      )
      const all = points.map((_, index) => index)
      const readAll = async () =>
        (await driver.read(all)).toSorted((a, b) => a.point - b.point).map(({ value, code }) => code || value)
      expect((await readAll()).slice(0, 10)).toEqual([10, 2, 8, 0, 1, 21.5, 21.5, 'Pump', 1234, 1])
      expect(counts.sent).toBeLessThan(points.length)
      const written: [point: number, value: number | string][] = [
        [0, 65_535],
        [1, 5.5],
        [3, 1],
        [5, -2.25],
        [6, 1.5],
        [7, 'Fan'],
        [8, 9876],
        [9, 0],
        [10, -5_000_000_000],
        [11, 0.125],
      ]
      for (const [point, value] of written) expect(await driver.write(point, value)).toMatchObject({ value, code: '' })
      // Point 0 and 1 are the same register: 5.5 is (45) * 0.1 + 1.
      expect(await readAll()).toEqual([45, 5.5, 8, 1, 1, -2.25, 1.5, 'Fan', 9876, 0, -5_000_000_000, 0.125])
      await expect(driver.write(2, 1)).rejects.toMatchObject({ code: 'readOnly' })
      await expect(driver.write(0, 70_000)).rejects.toMatchObject({ code: 'value' })
    },
  )

  it('merges reads, and reads registers around a missing one', async () => {
    const { port } = await start()
    const points = [1098, 1099, 1150, 1200, 1201].map((address) => createPoint(`p${address}`, `holding:${address}`))
    const { driver, counts } = await open(onPort(port, points))
    const all = points.map((_, index) => index)
    const expected = [1098, 1099, 'exception 2', 1200, 1201]
    for (const requests of [3, 3]) {
      counts.sent = 0
      const readings = await driver.read(all)
      expect(readings.toSorted((a, b) => a.point - b.point).map(({ value, code }) => code || value)).toEqual(expected)
      expect(counts.sent).toBe(requests)
    }
    expect(driver.describe('exception 2').words.en).toBe('the device has no such address (exception 2)')
  })

  it('reports the loss of the connection and an unknown unit', async () => {
    const device = await start('socket', { units: [1, 2] })
    const { driver, lost } = await open(
      onPort(device.port, [createPoint('a', 'holding:1'), createPoint('b', 'holding:1', { station: '9' })]),
    )
    expect((await driver.read([0, 1])).map(({ code }) => code)).toEqual([
      '',
      expect.stringMatching(/timeout|exception/),
    ])
    await device.kill()
    await expect.poll(() => lost).toEqual(['link'])
    await expect(driver.read([0])).rejects.toMatchObject({ code: 'closed' })
  })
})

describe('a Modbus device', () => {
  it('that answers late does not answer the next request', async () => {
    let isLate = true
    const port = await serve((request, socket) => {
      if (!isLate) return createResponse(request, 2)
      isLate = false
      setTimeout(() => socket.write(createResponse(request, 1)), 300)
      return null
    })
    const { driver, counts } = await open(onPort(port, [createPoint('a', 'holding:1')], { answerMs: 200 }))
    expect(await driver.read([0])).toMatchObject([{ value: null, code: 'timeout' }])
    await expect.poll(() => counts.late).toBe(1)
    expect(await driver.read([0])).toMatchObject([{ value: 2, code: '' }])
  })

  it('behind an RTU gateway that answers late does not answer the next request', async () => {
    const frame = (value: number): Buffer => {
      const body = Buffer.from([1, 3, 2, 0, value])
      return Buffer.concat([body, createChecksum(body)])
    }
    let count = 0
    const port = await serve((_request, socket) => {
      count++
      if (count > 1) return frame(2)
      setTimeout(() => socket.write(frame(1)), 300)
      return null
    })
    const points = [createPoint('a', 'holding:1'), createPoint('b', 'holding:100')]
    const { driver } = await open(onPort(port, points, { answerMs: 200, protocol: 'modbus-rtu' }))
    expect((await driver.read([0, 1])).map(({ code }) => code)).toEqual(['timeout', 'timeout'])
    expect((await driver.read([0, 1])).map(({ value }) => value)).toEqual([2, 2])
  })

  it.each([
    ['another unit', (request: Buffer) => createResponse(request, 1, 7), 'unit'],
    ['too few registers', (request: Buffer) => Buffer.from([...request.subarray(0, 5), 4, 1, 3, 1, 0]), 'length'],
    ['another function', (request: Buffer) => Buffer.from([...request.subarray(0, 5), 4, 1, 4, 2, 0]), 'function'],
    ['half an answer', (request: Buffer) => createResponse(request, 1).subarray(0, 9), 'incomplete'],
    ['another protocol', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n'), 'header'],
    ['nothing', () => null, 'timeout'],
    ['an exception', (request: Buffer) => Buffer.from([...request.subarray(0, 5), 3, 1, 0x83, 6]), 'exception 6'],
  ])('that sends %s gives its point no value', async (_name, answer, code) => {
    const port = await serve(answer)
    const { driver } = await open(onPort(port, [createPoint('a', 'holding:1')], { answerMs: 200 }))
    expect(await driver.read([0])).toMatchObject([{ value: null, code }])
    expect(driver.describe(code)).toMatchObject({ quality: 2 })
  })

  it('that does not answer delays other units by one timeout only', async () => {
    let silent = 0
    const port = await serve((request) => {
      if (request[6] !== 1) return createResponse(request, 3)
      silent++
      return null
    })
    const points = [
      ...[0, 200, 400].map((address) => createPoint(`a${address}`, `holding:${address}`)),
      createPoint('b', 'holding:1', { station: '2' }),
    ]
    const { driver } = await open(onPort(port, points, { answerMs: 100 }))
    const readings = await driver.read([0, 1, 2, 3])
    expect(readings.map(({ value }) => value)).toEqual([null, null, null, 3])
    expect(silent).toBe(1)
  })

  it('that does not support single writes is written with the functions for several', async () => {
    const functions: number[] = []
    const port = await serve((request) => {
      const code = request[7] ?? 0
      functions.push(code)
      if (code === 5 || code === 6) return Buffer.from([...request.subarray(0, 5), 3, 1, code | 0x80, 1])
      if (code === 3) return createResponse(request, 9)
      if (code === 1) return Buffer.from([...request.subarray(0, 5), 4, 1, 1, 1, 1])
      return Buffer.from([...request.subarray(0, 5), 6, ...request.subarray(6, 12)])
    })
    const { driver } = await open(onPort(port, [createPoint('a', 'holding:1'), createPoint('b', 'coil:1')]))
    expect(await driver.write(0, 9)).toMatchObject({ value: 9, code: '' })
    expect(await driver.write(1, 1)).toMatchObject({ value: 1, code: '' })
    expect(functions).toEqual([6, 16, 3, 5, 15, 1])
  })
})
