import type { CodeMeaning, Driver, DriverContext, PointConfig, Reading } from '../driver.ts'
import { DriverFault } from '../driver.ts'
import { Exchange } from '../links/exchange.ts'
import { decodeValue, encodeValue } from '../binaryValues.ts'
import { toRaw, toScaled } from '../scale.ts'
import type { Address } from './address.ts'
import { parseAddress } from './address.ts'
import { describeS7 } from './codes.ts'
import { checkWrite, createConnect, createRead, createSetup, createWrite, readItems, readSetup } from './frames.ts'
import type { ItemResult } from './frames.ts'
import type { Block } from './readPlan.ts'
import { groupBlocks, planBlocks, splitBlock } from './readPlan.ts'

const smallestPdu = 64
const stringHeader = 2
/** Codes after which the remaining requests of a cycle are not sent. */
const silent = new Set(['timeout', 'incomplete'])

/** Siemens S7-300, -400, -1200 and -1500 controllers and LOGO! over ISO-on-TCP (S7 communication). */
export class S7Driver implements Driver {
  readonly #context: DriverContext
  readonly #points: readonly PointConfig[]
  readonly #exchange: Exchange
  readonly #addresses: readonly (Address | null)[]
  #reference = 0
  #pduBytes = smallestPdu
  /** Blocks of the last list of points. */
  #plan: { readonly key: string; readonly blocks: readonly Block[] } | undefined

  constructor(context: DriverContext) {
    this.#context = context
    this.#points = context.config.points
    this.#exchange = new Exchange(context, { settles: false })
    this.#addresses = this.#points.map((point) => {
      try {
        return parseAddress(point)
      } catch {
        return null // reported for the point at each reading
      }
    })
  }

  async connect(signal: AbortSignal): Promise<void> {
    const { rack, slot } = this.#context.config
    await this.#exchange.open(signal)
    await this.#exchange.request(createConnect(rack, slot))
    const pduBytes = readSetup(await this.#exchange.request(createSetup(this.#next())))
    if (pduBytes < smallestPdu) throw new DriverFault('header', `PDU of ${pduBytes} bytes`)
    this.#pduBytes = pduBytes
    this.#plan = undefined
  }

  async read(points: readonly number[]): Promise<readonly Reading[]> {
    const key = points.join(',')
    const blocks = this.#plan?.key === key ? this.#plan.blocks : planBlocks(this.#list(points), this.#pduBytes)
    const readings = points
      .filter((point) => this.#addresses[point] === null)
      .map((point): Reading => fail(point, 'address'))
    const readable: Block[] = []
    let waiting = blocks
    while (waiting.length > 0) {
      const parts: Block[] = []
      for (const { block, result } of await this.#readBlocks(waiting)) {
        // An address that does not exist must not hide its neighbours.
        if (typeof result === 'number' && block.points.length > 1) parts.push(...splitBlock(block, this.#pduBytes))
        else {
          readable.push(block)
          readings.push(...this.#toReadings(block, result))
        }
      }
      waiting = parts
    }
    this.#plan = { key, blocks: readable }
    return readings
  }

  async write(point: number, value: number | string): Promise<Reading> {
    const config = this.#points[point]
    const address = this.#addresses[point]
    if (!config || !address) throw new DriverFault('address')
    const raw = typeof value === 'number' ? toRaw(value, config) : value
    const bytes = encode(raw, address, config)
    const range = { ...address, count: bytes.length }
    checkWrite(await this.#exchange.request(createWrite(this.#next(), range, address.bit, bytes), true))
    const [result] = readItems(await this.#exchange.request(createRead(this.#next(), [address]), true), [address])
    if (result === undefined || typeof result === 'number') throw new DriverFault(`item ${result ?? 0}`)
    return this.#toReading(point, address, result)
  }

  describe(code: string): CodeMeaning {
    return describeS7(code)
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

  /** Reads blocks. A number is the return code of the controller, a text the code of a fault without an answer. */
  async #readBlocks(
    blocks: readonly Block[],
  ): Promise<readonly { readonly block: Block; readonly result: ItemResult | string }[]> {
    const results: { readonly block: Block; readonly result: ItemResult | string }[] = []
    let silence: string | undefined
    for (const group of groupBlocks(blocks, this.#pduBytes)) {
      const items = silence ?? (await this.#readGroup(group))
      if (typeof items === 'string' && silent.has(items)) silence = items
      for (const [index, block] of group.entries())
        results.push({ block, result: typeof items === 'string' ? items : (items[index] ?? 0) })
    }
    return results
  }

  async #readGroup(group: readonly Block[]): Promise<readonly ItemResult[] | string> {
    try {
      return readItems(await this.#exchange.request(createRead(this.#next(), group)), group)
    } catch (cause) {
      if (!(cause instanceof DriverFault) || cause.code === 'closed' || cause.code === 'link') throw cause
      return cause.code
    }
  }

  #toReadings(block: Block, result: ItemResult | string): Reading[] {
    return block.points.map(({ point, address }) => {
      if (typeof result === 'string') return fail(point, result)
      if (typeof result === 'number') return fail(point, `item ${result}`)
      const offset = address.start - block.start
      return this.#toReading(point, address, result.subarray(offset, offset + address.count))
    })
  }

  #toReading(point: number, address: Address, bytes: Buffer): Reading {
    const config = this.#points[point]
    if (!config) return fail(point, 'address')
    try {
      const value = decode(bytes, address, config)
      if (typeof value === 'string') return { point, value, at: Date.now(), code: '' }
      return Number.isFinite(value)
        ? { point, value: address.bit === null ? toScaled(value, config) : value, at: Date.now(), code: '' }
        : fail(point, 'value')
    } catch (cause) {
      return fail(point, cause instanceof DriverFault ? cause.code : 'value')
    }
  }

  #next(): number {
    this.#reference = (this.#reference + 1) & 0xffff
    return this.#reference
  }
}

const fail = (point: number, code: string): Reading => ({ point, value: null, at: Date.now(), code })

function decode(bytes: Buffer, { bit, type }: Address, { order }: PointConfig): number | string {
  if (bit !== null) return ((bytes[0] ?? 0) >> bit) & 1
  if (type === 'byte') return bytes[0] ?? 0
  if (type === 'bool') return bytes[0] === 0 ? 0 : 1
  if (type !== 'string') return decodeValue(bytes, type, order)
  const length = Math.min(bytes[1] ?? 0, bytes.length - stringHeader)
  return bytes.toString('latin1', stringHeader, stringHeader + length)
}

function encode(value: number | string, { bit, type, count }: Address, { order }: PointConfig): Buffer {
  if (bit !== null || type === 'bool') return Buffer.from([value === 0 ? 0 : 1])
  if (type === 'byte') {
    const whole = Math.round(Number(value))
    if (!(whole >= 0 && whole <= 255)) throw new DriverFault('value')
    return Buffer.from([whole])
  }
  if (type !== 'string') return encodeValue(value, type, order, 0)
  const text = Buffer.from(String(value), 'latin1')
  if (text.length > count - stringHeader) throw new DriverFault('value')
  return Buffer.concat([Buffer.from([count - stringHeader, text.length]), text])
}
