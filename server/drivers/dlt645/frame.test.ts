import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createConfig, createContext, createPoint } from '../../../tests/support/drivers/channel.ts'
import type { ChannelConfig, PointConfig } from '../driver.ts'
import { Dlt645Driver } from './dlt645Driver.ts'
import { createReadFrame, decodeData, encodeId, encodeMeter, findResponse } from './frame.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
const toText = (bytes: Buffer): string =>
  bytes
    .toString('hex')
    .toUpperCase()
    .replaceAll(/(..)(?=.)/g, '$1 ')

/** Answer of a meter with an identifier and its data, both in the order of the line. */
function createResponse(meter: string, id: string, data: string, control = 0x91): Buffer {
  const content = Buffer.from([...hex(id), ...hex(data)].map((byte) => (byte + 0x33) & 0xff))
  const frame = Buffer.concat([hex(`68 ${meter} 68`), Buffer.from([control, content.length]), content])
  const sum = frame.reduce((total, byte) => (total + byte) & 0xff, 0)
  return Buffer.concat([hex('FE FE'), frame, Buffer.from([sum, 0x16])])
}

describe('DL/T 645', () => {
  it.each([
    ['1997', 'AAAAAAAAAAAA', '9010', 'FE FE FE FE 68 AA AA AA AA AA AA 68 01 02 43 C3 D5 16'],
    ['2007', 'AAAAAAAAAAAA', '00010000', 'FE FE FE FE 68 AA AA AA AA AA AA 68 11 04 33 33 34 33 AE 16'],
    ['2007', '123456789012', '02010100', 'FE FE FE FE 68 12 90 78 56 34 12 68 11 04 33 34 34 35 6B 16'],
  ] as const)('-%s requests %s %s with the published frame', (edition, meter, id, frame) => {
    expect(toText(createReadFrame(encodeMeter(meter), encodeId(id, edition), edition))).toBe(frame)
  })

  it('reads the published answers', () => {
    const read = (text: string, id: string, edition: '1997' | '2007') => {
      const found = findResponse(hex(text), encodeMeter('AAAAAAAAAAAA'), encodeId(id, edition), edition)
      return found.kind === 'answer' ? found.answer : found.kind
    }
    // 1997: energy 1234.56 kWh of meter 000000000001.
    expect(
      decodeData(
        read('FE FE 68 01 00 00 00 00 00 68 81 06 43 C3 89 67 45 33 C6 16', '9010', '1997') as Buffer,
        2,
        false,
      ),
    ).toBe(1234.56)
    // 2007: voltage of phase A 220.5 V.
    expect(
      decodeData(
        toData(read(toText(createResponse('01 00 00 00 00 00', '00 01 01 02', '05 22')), '02010100', '2007')),
        1,
        false,
      ),
    ).toBe(220.5)
  })

  it('decodes negative power, and gives a missing phase no value', () => {
    expect(decodeData(hex('34 12 80'), 4, true)).toBe(-0.1234)
    expect(() => decodeData(hex('FF FF'), 1, false)).toThrow()
  })
})

const toData = (found: Buffer | string): Buffer => {
  if (typeof found === 'string') throw new Error(found)
  return found
}

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Meters behind a gateway: answers by `meter/identifier`, both in the order of the line. */
async function open(
  answers: Readonly<Record<string, Buffer>>,
  points: readonly PointConfig[],
  more: Partial<ChannelConfig> = {},
) {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        const at = bytes.indexOf(0x68)
        const id = Buffer.from(bytes.subarray(at + 10, -2).map((byte) => (byte - 0x33) & 0xff))
        const key = `${toText(bytes.subarray(at + 1, at + 7))}/${toText(id)}`
        requests.push(key)
        const answer = answers[key]
        // Gateways deliver frames in pieces.
        if (answer) for (const byte of [answer.subarray(0, 7), answer.subarray(7)]) socket.write(byte)
      })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { context } = createContext(
    createConfig({ kind: 'client', host: '127.0.0.1', port }, points, {
      protocol: 'dlt645-2007',
      answerMs: 150,
      ...more,
    }),
  )
  const driver = new Dlt645Driver(context)
  await driver.connect(new AbortController().signal)
  ends.push(async () => {
    await driver.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => server.close(done))
  })
  return { driver, requests }
}

describe('a meter', () => {
  const meter = '12 90 78 56 34 12'
  const station = '123456789012'

  it('is read by the names of quantities and by identifiers', async () => {
    const { driver } = await open(
      {
        [`${meter}/00 00 01 00`]: createResponse(meter, '00 00 01 00', '78 56 34 12'),
        [`${meter}/00 02 02 02`]: createResponse(meter, '00 02 02 02', '00 15 00'),
        [`${meter}/00 00 03 02`]: createResponse(meter, '00 00 03 02', '00 50 82'),
        [`${meter}/02 00 80 02`]: createResponse(meter, '02 00 80 02', '98 49'),
        [`${meter}/01 01 00 04`]: createResponse(meter, '01 01 00 04', '05'),
      },
      [
        createPoint('a', 'energy', { station }),
        createPoint('b', 'currentB', { station }),
        createPoint('c', 'power', { station, factor: 1000 }),
        createPoint('d', '02800002', { station }),
        createPoint('e', '04000101', { station, factor: 2 }),
      ],
    )
    expect((await driver.read([0, 1, 2, 3, 4])).map(({ value, code }) => code || value)).toEqual([
      123456.78, 1.5, -2500, 49.98, 10,
    ])
  })

  it('that reports an error or another address gives no value, and a silent one is asked once', async () => {
    const { driver, requests } = await open(
      {
        [`${meter}/00 00 01 00`]: createResponse(meter, '02', '', 0xd1),
        [`${meter}/00 01 01 02`]: createResponse('99 00 00 00 00 00', '00 01 01 02', '05 22'),
      },
      [
        createPoint('a', 'energy', { station }),
        createPoint('b', 'voltageA', { station }),
        createPoint('c', 'energy', { station: '1' }),
        createPoint('d', 'power', { station: '1' }),
        createPoint('e', 'energy', { station: 'x' }),
      ],
    )
    const readings = await driver.read([0, 1, 2, 3, 4])
    expect(readings.map(({ value, code }) => code || value)).toEqual([
      'meter 2',
      'unit',
      'timeout',
      'timeout',
      'address',
    ])
    expect(driver.describe('meter 2').words).toEqual({
      en: 'the meter has no such data (error 2)',
      zh: '无请求数据（错误信息字 2）',
    })
    expect(requests).toHaveLength(3)
  })
})
