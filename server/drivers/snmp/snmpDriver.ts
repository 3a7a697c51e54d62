import type * as NetSnmp from 'net-snmp'
import type { Session, Varbind } from 'net-snmp'
import { describeCommon, describeUnknown } from '../codes.ts'
import type { CodeMeaning, Driver, DriverContext, PointConfig, Reading } from '../driver.ts'
import { DriverFault } from '../driver.ts'
import { toRaw, toScaled } from '../scale.ts'

type Library = typeof NetSnmp

/** Objects of one request; larger answers may not fit into a datagram. */
const perRequest = 20
const oidPattern = /^\.?[0-2](?:\.\d{1,10}){1,127}$/

const words = {
  NoSuchObject: { en: 'the device has no such object', zh: '设备没有该对象' },
  NoSuchInstance: { en: 'the object has no such instance', zh: '对象没有该实例' },
  EndOfMibView: { en: 'the device has no such object', zh: '设备没有该对象' },
  NotWritable: { en: 'the object cannot be written', zh: '对象不可写' },
  NoAccess: { en: 'this community may not access the object', zh: '该团体名无权访问此对象' },
  AuthorizationError: { en: 'this community may not access the object', zh: '该团体名无权访问此对象' },
} as const

/** Loads the client, which is an optional package, and creates the driver. */
export async function createSnmpDriver(context: DriverContext): Promise<Driver> {
  try {
    const loaded: Library & { readonly default?: Library } = await import('net-snmp')
    return new SnmpDriver(context, loaded.default ?? loaded)
  } catch (cause) {
    throw new DriverFault('package', String(cause))
  }
}

/** Devices with SNMP version 2c. The source of a point is an object identifier. */
class SnmpDriver implements Driver {
  readonly #context: DriverContext
  readonly #points: readonly PointConfig[]
  readonly #snmp: Library
  #session: Session | undefined

  constructor(context: DriverContext, library: Library) {
    this.#context = context
    this.#points = context.config.points
    this.#snmp = library
  }

  async connect(): Promise<void> {
    const { link, password, answerMs } = this.#context.config
    if (link.kind !== 'client') throw new DriverFault('address')
    const address = await this.#context.resolve(link.host, link.port)
    await this.close()
    const session = this.#snmp.createSession(address, password === '' ? 'public' : password, {
      port: link.port,
      version: this.#snmp.Version2c,
      timeout: answerMs,
      retries: 1,
    })
    session.on('error', () => this.#context.onLost('link'))
    this.#session = session
  }

  async read(points: readonly number[]): Promise<readonly Reading[]> {
    const readings: Reading[] = []
    const valid = points.filter((point) => oidPattern.test(this.#points[point]?.source ?? ''))
    for (const point of points) if (!valid.includes(point)) readings.push(fail(point, 'address'))
    for (let start = 0; start < valid.length; start += perRequest) {
      const part = valid.slice(start, start + perRequest)
      try {
        const varbinds = await this.#get(part.map((point) => this.#getOid(point)))
        for (const [index, point] of part.entries()) readings.push(this.#toReading(point, varbinds[index]))
      } catch (cause) {
        const code = cause instanceof DriverFault ? cause.code : 'link'
        readings.push(...valid.slice(start).map((point) => fail(point, code)))
        break
      }
    }
    return readings
  }

  async write(point: number, value: number | string): Promise<Reading> {
    const config = this.#points[point]
    if (!config || !oidPattern.test(config.source)) throw new DriverFault('address')
    const oid = this.#getOid(point)
    const [present] = await this.#get([oid])
    if (!present || this.#snmp.isVarbindError(present)) return this.#toReading(point, present)
    const raw = typeof value === 'number' ? toRaw(value, config) : value
    const isText = present.type === this.#snmp.ObjectType['OctetString']
    await this.#call((session, done) =>
      session.set([{ oid, type: present.type, value: isText ? String(raw) : Math.round(Number(raw)) }], done),
    )
    const [after] = await this.#get([oid])
    return this.#toReading(point, after)
  }

  describe(code: string): CodeMeaning {
    const common = describeCommon(code)
    if (common) return common
    const known = Object.entries(words).find(([name]) => name === code)?.[1]
    return known
      ? { quality: 2, words: { en: `${known.en} (${code})`, zh: `${known.zh}（${code}）` } }
      : describeUnknown(code)
  }

  close(): Promise<void> {
    this.#session?.close()
    this.#session = undefined
    return Promise.resolve()
  }

  #getOid(point: number): string {
    return (this.#points[point]?.source ?? '').replace(/^\./, '')
  }

  #get(oids: readonly string[]): Promise<readonly Varbind[]> {
    this.#context.trace('out', `get ${oids.join(' ')}`)
    return this.#call((session, done) => session.get(oids, done))
  }

  #call(
    request: (session: Session, done: (error: Error | null, varbinds?: readonly Varbind[]) => void) => void,
  ): Promise<readonly Varbind[]> {
    const session = this.#session
    if (!session) return Promise.reject(new DriverFault('closed'))
    const startedMs = performance.now()
    return new Promise((done, fail) => {
      request(session, (error, varbinds = []) => {
        if (error) {
          const code = error.name === 'RequestTimedOutError' ? 'timeout' : /^(\w+)/.exec(error.message)?.[1]
          return fail(new DriverFault(code ?? 'link', error.message))
        }
        this.#context.onRoundTrip(performance.now() - startedMs)
        this.#context.trace('in', varbinds.map(({ oid, value }) => `${oid} = ${String(value)}`).join('; '))
        done(varbinds)
      })
    })
  }

  #toReading(point: number, varbind: Varbind | undefined): Reading {
    const config = this.#points[point]
    if (!config || !varbind) return fail(point, 'incomplete')
    const { ObjectType } = this.#snmp
    if (this.#snmp.isVarbindError(varbind))
      return fail(point, Object.keys(ObjectType).find((name) => ObjectType[name] === varbind.type) ?? 'NoSuchObject')
    const value = toPlain(varbind.value, config.type === 'string')
    if (value === null) return fail(point, 'value')
    return { point, value: typeof value === 'number' ? toScaled(value, config) : value, at: Date.now(), code: '' }
  }
}

const fail = (point: number, code: string): Reading => ({ point, value: null, at: Date.now(), code })

/** Counters of 64 bits arrive as bytes. Texts that contain a number are numbers, unless the point is a text. */
function toPlain(value: unknown, isText: boolean): number | string | null {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string') return value
  if (!Buffer.isBuffer(value)) return null
  const text = value.toString('utf8')
  if (isText) return text
  if (/^\s*-?\d+(?:\.\d+)?\s*$/.test(text)) return Number(text)
  return value.length > 0 && value.length <= 8 && /[^\p{L}\p{N}\p{P}\p{S}\p{Z}]/u.test(text)
    ? Number(BigInt(`0x${value.toString('hex')}`))
    : text
}
