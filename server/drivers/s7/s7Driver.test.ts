import { afterEach, expect, it } from 'vitest'
import { createConfig, createContext, createPoint } from '../../../tests/support/drivers/channel.ts'
import { startS7 } from '../../../tests/support/drivers/s7.ts'
import type { ChannelConfig, PointConfig } from '../driver.ts'
import { parseAddress } from './address.ts'
import { S7Driver } from './s7Driver.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function start(...args: Parameters<typeof startS7>) {
  const controller = await startS7(...args)
  ends.push(() => controller.close())
  return controller
}
function open(port: number, points: readonly PointConfig[], more: Partial<ChannelConfig> = {}) {
  const config = createConfig({ kind: 'client', host: '127.0.0.1', port }, points, { protocol: 's7', slot: 1, ...more })
  const { context, lost, counts } = createContext(config)
  const driver = new S7Driver(context)
  ends.push(() => driver.close())
  return { driver, lost, counts, connect: () => driver.connect(new AbortController().signal) }
}
const readAll = async (driver: S7Driver, points: readonly PointConfig[]) =>
  (await driver.read(points.map((_, index) => index)))
    .toSorted((a, b) => a.point - b.point)
    .map(({ value, code }) => code || value)

it('reads types of data blocks and markers in few requests, and writes them back', async () => {
  const controller = await start()
  const block = Buffer.alloc(100)
  block.writeFloatBE(21.5, 0)
  block.writeInt16BE(-7, 4)
  block.writeUInt32BE(4_000_000_000, 6)
  block[10] = 0b0000_1000
  block[11] = 200
  block.writeDoubleBE(0.125, 12)
  Buffer.from([10, 4, ...Buffer.from('Pump')]).copy(block, 20)
  controller.blocks.set(5, block)
  const points = [
    createPoint('a', 'DB5.DBD0'),
    createPoint('b', 'DB5.DBW4', { factor: 0.1 }),
    createPoint('c', 'db5.dbd6', { type: 'uint32' }),
    createPoint('d', 'DB5.DBX10.3'),
    createPoint('e', 'DB5.DBB11'),
    createPoint('f', 'DB5.DBD12', { type: 'float64' }),
    createPoint('g', 'DB5.DBB20', { type: 'string', length: 10 }),
    createPoint('h', 'M3.7'),
    createPoint('i', 'MW8', { type: 'uint16' }),
  ]
  const { driver, connect } = open(controller.port, points)
  await connect()
  expect(await readAll(driver, points)).toEqual([21.5, -0.7, 4_000_000_000, 1, 200, 0.125, 'Pump', 0, 0])
  expect(controller.counts).toEqual({ requests: 1, items: 2 })
  const written: [point: number, value: number | string][] = [
    [0, -2.25],
    [1, 3.2],
    [2, 70_000],
    [3, 0],
    [4, 7],
    [5, 1e-9],
    [6, 'Fan'],
    [7, 1],
    [8, 65_535],
  ]
  for (const [point, value] of written) expect(await driver.write(point, value)).toMatchObject({ value, code: '' })
  expect(await readAll(driver, points)).toEqual([-2.25, 3.2, 70_000, 0, 7, 1e-9, 'Fan', 1, 65_535])
  await expect(driver.write(4, 300)).rejects.toMatchObject({ code: 'value' })
  await expect(driver.write(6, 'a text that is too long')).rejects.toMatchObject({ code: 'value' })
})

it('reads what fits into one answer with each request, and reads around addresses that do not exist', async () => {
  const controller = await start({ pduBytes: 240 })
  const block = Buffer.alloc(1_000)
  for (let at = 0; at < 1_000; at += 2) block.writeInt16BE(at, at)
  controller.blocks.set(1, block)
  const points = [
    ...Array.from({ length: 500 }, (_, index) => createPoint(`p${index}`, `DB1.DBW${index * 2}`)),
    createPoint('beyond', 'DB1.DBW1004'),
    createPoint('nowhere', 'DB9.DBW0'),
    createPoint('wrong', 'VW100'),
  ]
  const { driver, connect } = open(controller.port, points)
  await connect()
  const expected = [...Array.from({ length: 500 }, (_, index) => index * 2), 'item 5', 'item 10', 'address']
  for (let round = 0; round < 2; round++) expect(await readAll(driver, points)).toEqual(expected)
  controller.counts.requests = 0
  await readAll(driver, points)
  // 1,000 bytes in answers of at most 240 bytes.
  expect(controller.counts.requests).toBeLessThanOrEqual(7)
  expect(driver.describe('item 10')).toMatchObject({
    quality: 2,
    words: { en: 'the data block does not exist (item 10)' },
  })
})

it('explains a wrong slot, and reports the loss of the connection', async () => {
  const controller = await start({ slot: 2 })
  const wrong = open(controller.port, [])
  await expect(wrong.connect()).rejects.toMatchObject({ code: 'rejected' })
  expect(wrong.driver.describe('rejected').words.en).toContain('check rack and slot')
  const { driver, lost, connect } = open(controller.port, [createPoint('a', 'MB0')], { slot: 2 })
  await connect()
  await controller.close()
  await expect.poll(() => lost).toEqual(['link'])
  await expect(driver.read([0])).rejects.toMatchObject({ code: 'closed' })
})

it.each(['DB0.DBW0', 'DB1.DBX0', 'DB1.DBW0.1', 'M1', 'M1.8', 'MX1.1x', 'DB1.DBW65536', ''])(
  'rejects the address %j',
  (source) => {
    expect(() => parseAddress({ source, type: 'auto', length: 0 })).toThrow()
  },
)
