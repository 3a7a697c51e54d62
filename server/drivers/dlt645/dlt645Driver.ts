import type { Words } from '@mimic/engine/schema'
import { describeCommon, describeUnknown } from '../codes.ts'
import type { CodeMeaning, Driver, DriverContext, PointConfig, Reading } from '../driver.ts'
import { DriverFault } from '../driver.ts'
import { Exchange } from '../links/exchange.ts'
import { toScaled } from '../scale.ts'
import type { Edition } from './frame.ts'
import { createReadFrame, decodeData, encodeId, encodeMeter, findResponse } from './frame.ts'
import { findQuantity } from './quantities.ts'

/** A meter that does not answer one request is not asked again in the same cycle. */
const silent = new Set(['timeout', 'incomplete', 'unit'])

/** Bits of the error byte (DL/T 645-2007, 7.7). */
const errors: readonly Words[] = [
  { en: 'other error', zh: '其他错误' },
  { en: 'the meter has no such data', zh: '无请求数据' },
  { en: 'wrong password or not authorized', zh: '密码错或未授权' },
  { en: 'the baud rate cannot be changed', zh: '通信速率不能更改' },
  { en: 'too many annual time zones', zh: '年时区数超' },
  { en: 'too many daily time slots', zh: '日时段数超' },
  { en: 'too many tariffs', zh: '费率数超' },
]

/** Electricity meters with DL/T 645-1997 or -2007 behind a serial gateway. Meters are read only. */
export class Dlt645Driver implements Driver {
  readonly #exchange: Exchange
  readonly #edition: Edition
  readonly #points: readonly PointConfig[]

  constructor(context: DriverContext) {
    this.#exchange = new Exchange(context, { settles: true })
    this.#edition = context.config.protocol === 'dlt645-1997' ? '1997' : '2007'
    this.#points = context.config.points
  }

  connect(signal: AbortSignal): Promise<void> {
    return this.#exchange.open(signal)
  }

  async read(points: readonly number[]): Promise<readonly Reading[]> {
    const readings: Reading[] = []
    const silentMeters = new Map<string, string>()
    for (const point of points) {
      const config = this.#points[point]
      if (!config) continue
      const silence = silentMeters.get(config.station)
      const reading =
        silence === undefined
          ? await this.#readPoint(point, config)
          : { point, value: null, at: Date.now(), code: silence }
      if (silent.has(reading.code)) silentMeters.set(config.station, reading.code)
      readings.push(reading)
    }
    return readings
  }

  write(): Promise<Reading> {
    return Promise.reject(new DriverFault('readOnly'))
  }

  describe(code: string): CodeMeaning {
    const common = describeCommon(code)
    if (common) return common
    const number = /^meter (\d+)$/.exec(code)?.[1]
    if (number === undefined) return describeUnknown(code)
    const words = errors.find((_, bit) => Number(number) & (1 << bit)) ?? errors[0]
    return {
      quality: 2,
      words: { en: `${words?.en} (error ${number})`, zh: `${words?.zh}（错误信息字 ${number}）` },
    }
  }

  close(): Promise<void> {
    return this.#exchange.close()
  }

  async #readPoint(point: number, config: PointConfig): Promise<Reading> {
    try {
      const quantity = findQuantity(config.source, this.#edition, config.length)
      const meter = encodeMeter(config.station)
      const id = encodeId(quantity.id, this.#edition)
      const data = await this.#exchange.request({
        bytes: createReadFrame(meter, id, this.#edition),
        search: (received) => findResponse(received, meter, id, this.#edition),
      })
      if (data.length < (quantity.bytes ?? 1)) throw new DriverFault('length')
      const raw = decodeData(data.subarray(0, quantity.bytes ?? data.length), quantity.decimals, quantity.isSigned)
      return { point, value: toScaled(raw, config), at: Date.now(), code: '' }
    } catch (cause) {
      if (!(cause instanceof DriverFault)) throw cause
      if (cause.code === 'closed' || cause.code === 'link') throw cause
      return { point, value: null, at: Date.now(), code: cause.code }
    }
  }
}
