import type { CodeMeaning, Driver, DriverContext, PointConfig, Reading } from '../driver.ts'
import { DriverFault } from '../driver.ts'
import { Exchange } from '../links/exchange.ts'
import { toRaw, toScaled } from '../scale.ts'
import type { Address } from './address.ts'
import { parseAddress } from './address.ts'
import { describeModbus } from './codes.ts'
import { RtuFraming, TcpFraming } from './framing.ts'
import type { Pdu } from './pdu.ts'
import { createCoilWrite, createRead, createRegisterWrite, readResponse } from './pdu.ts'
import type { Block } from './readPlan.ts'
import { planReads, splitBlock } from './readPlan.ts'
import { decodeValue, encodeValue } from '../binaryValues.ts'

/** Codes after which the other registers of a block may still be readable. */
const splittable = new Set(['exception 2', 'exception 3', 'exception 4'])
/** The device does not support the function for a single value. */
const unsupported = 'exception 1'
/** Codes that mean that a unit does not answer, so its other blocks need not be tried in the same cycle. */
const silent = new Set(['timeout', 'incomplete', 'unit', 'exception 10', 'exception 11'])

/** Modbus TCP, and Modbus RTU through a transparent serial gateway. */
export class ModbusDriver implements Driver {
  readonly #points: readonly PointConfig[]
  readonly #exchange: Exchange
  readonly #framing: TcpFraming | RtuFraming
  readonly #addresses: readonly (Address | null)[]
  #plan: { readonly key: string; blocks: readonly Block[] } = { key: '', blocks: [] }

  constructor(context: DriverContext) {
    const { protocol, points } = context.config
    this.#points = points
    this.#framing = protocol === 'modbus-tcp' ? new TcpFraming() : new RtuFraming()
    this.#exchange = new Exchange(context, { settles: protocol === 'modbus-rtu' })
    this.#addresses = points.map((point) => {
      try {
        return parseAddress(point)
      } catch {
        return null // reported for the point at each reading
      }
    })
  }

  connect(signal: AbortSignal): Promise<void> {
    return this.#exchange.open(signal)
  }

  async read(points: readonly number[]): Promise<readonly Reading[]> {
    const key = points.join(',')
    if (this.#plan.key !== key) this.#plan = { key, blocks: planReads(this.#list(points)) }
    const readings: Reading[] = points
      .filter((point) => this.#addresses[point] === null)
      .map((point) => ({ point, value: null, at: Date.now(), code: 'address' }))
    const silentUnits = new Map<number, string>()
    const blocks: Block[] = []
    for (const block of this.#plan.blocks) {
      const silence = silentUnits.get(block.unit)
      if (silence !== undefined) {
        readings.push(...fail(block, silence))
        blocks.push(block)
        continue
      }
      const result = await this.#readBlock(block)
      readings.push(...result.readings)
      blocks.push(...result.blocks)
      const [first] = result.readings
      if (first && silent.has(first.code)) silentUnits.set(block.unit, first.code)
    }
    this.#plan = { key, blocks }
    return readings
  }

  async write(point: number, value: number | string): Promise<Reading> {
    const config = this.#points[point]
    const address = this.#addresses[point]
    if (!config || !address) throw new DriverFault('address')
    const { unit, table, start, bit } = address
    if (table !== 'coil' && table !== 'holding') throw new DriverFault('readOnly')
    const raw = typeof value === 'number' ? toRaw(value, config) : value
    if (table === 'coil') await this.#writeOnce(unit, (many) => createCoilWrite(start, raw !== 0, many))
    else {
      const bytes =
        bit === null
          ? encodeValue(raw, config.type, config.order, config.length)
          : await this.#setBit(address, raw !== 0)
      await this.#writeOnce(unit, (many) => createRegisterWrite(start, bytes, many))
    }
    const [reading] = (
      await this.#readBlock({ unit, table, start, count: address.count, points: [{ point, address }] }, true)
    ).readings
    if (!reading) throw new DriverFault('address')
    return reading
  }

  describe(code: string): CodeMeaning {
    return describeModbus(code)
  }

  close(): Promise<void> {
    return this.#exchange.close()
  }

  #list(points: readonly number[]) {
    return points.flatMap((point) => {
      const address = this.#addresses[point]
      return address ? [{ point, address }] : []
    })
  }

  async #send(unit: number, pdu: Pdu, isUrgent = false): Promise<Buffer> {
    return readResponse(pdu, await this.#exchange.request(this.#framing.wrap(unit, pdu), isUrgent))
  }

  /** Some devices support only the functions for several values. */
  async #writeOnce(unit: number, create: (isMultiple: boolean) => Pdu): Promise<void> {
    try {
      await this.#send(unit, create(false), true)
    } catch (cause) {
      if (!(cause instanceof DriverFault) || cause.code !== unsupported) throw cause
      await this.#send(unit, create(true), true)
    }
  }

  /** Reads the register and returns it with one bit changed. */
  async #setBit({ unit, start, bit }: Address, isOn: boolean): Promise<Buffer> {
    const before = (await this.#send(unit, createRead('holding', start, 1), true)).readUInt16BE()
    const mask = 1 << (bit ?? 0)
    const after = Buffer.alloc(2)
    after.writeUInt16BE(isOn ? before | mask : before & ~mask & 0xffff)
    return after
  }

  /** Reads a block; one that the device rejects is split, and the parts are read separately from then on. */
  async #readBlock(
    block: Block,
    isUrgent = false,
  ): Promise<{ readonly readings: readonly Reading[]; readonly blocks: readonly Block[] }> {
    try {
      const data = await this.#send(block.unit, createRead(block.table, block.start, block.count), isUrgent)
      const at = Date.now()
      return {
        readings: block.points.map(({ point, address }) => this.#decode(point, address, block, data, at)),
        blocks: [block],
      }
    } catch (cause) {
      if (!(cause instanceof DriverFault)) throw cause
      if (cause.code === 'closed' || cause.code === 'link') throw cause
      if (block.points.length === 1 || !splittable.has(cause.code))
        return { readings: fail(block, cause.code), blocks: [block] }
      const parts = []
      for (const part of splitBlock(block)) parts.push(await this.#readBlock(part, isUrgent))
      return { readings: parts.flatMap(({ readings }) => readings), blocks: parts.flatMap(({ blocks }) => blocks) }
    }
  }

  #decode(point: number, address: Address, block: Block, data: Buffer, at: number): Reading {
    const config = this.#points[point]
    const offset = address.start - block.start
    if (!config) throw new DriverFault('address')
    if (address.table === 'coil' || address.table === 'discrete')
      return { point, value: toScaled(((data[offset >> 3] ?? 0) >> (offset & 7)) & 1, config), at, code: '' }
    if (address.bit !== null) return { point, value: (data.readUInt16BE(offset * 2) >> address.bit) & 1, at, code: '' }
    try {
      const bytes = data.subarray(offset * 2, (offset + address.count) * 2)
      return { point, ...toReading(decodeValue(bytes, config.type, config.order), config), at }
    } catch (cause) {
      return { point, value: null, at, code: cause instanceof DriverFault ? cause.code : 'value' }
    }
  }
}

const fail = (block: Block, code: string): Reading[] =>
  block.points.map(({ point }) => ({ point, value: null, at: Date.now(), code }))

function toReading(value: number | string, config: PointConfig): Pick<Reading, 'value' | 'code'> {
  if (typeof value === 'string') return { value, code: '' }
  return Number.isFinite(value) ? { value: toScaled(value, config), code: '' } : { value: null, code: 'value' }
}
