import { setTimeout as pause } from 'node:timers/promises'
import { describeCommon, describeUnknown, getNetworkCode } from '../codes.ts'
import type { CodeMeaning, ChannelConfig, Driver, DriverContext, Reading } from '../driver.ts'
import { DriverFault } from '../driver.ts'
import { createDriver } from '../list.ts'
import { toFrames } from './frames.ts'
import { Outbox } from './outbox.ts'
import type { Answer, FromChannel, TestReading } from './protocol.ts'
import { RawLog } from './rawLog.ts'
import { ChannelState } from './state.ts'

const firstRetryMs = 500
const maxRetryMs = 30_000
const statusMs = 1_000

/** Settings of a channel's run. */
export interface ChannelOptions {
  readonly config: ChannelConfig
  readonly resolve: DriverContext['resolve']
  readonly send: (message: FromChannel) => void
  /** Only answers requests: nothing is published. */
  readonly isTest: boolean
}

/**
 * Runs one channel: connects, reads or subscribes, connects again after a failure, and executes requests of the server.
 */
export class Channel {
  readonly #config: ChannelConfig
  readonly #send: (message: FromChannel) => void
  readonly #isTest: boolean
  readonly #resolve: DriverContext['resolve']
  readonly #log: RawLog
  readonly #outbox: Outbox | undefined
  readonly #state: ChannelState
  readonly #ending = new AbortController()
  readonly #all: readonly number[]
  /** Latest reading of each point, sent again at each interval for points that are subscribed. */
  readonly #latest = new Map<number, Reading>()
  /** Resolves after the first attempt to connect, successful or not. */
  readonly #attempted: Promise<void>
  #endAttempt: () => void = () => undefined
  #driver: Driver | undefined
  #connection: AbortController | undefined
  #offline = ''
  #statusTimer: NodeJS.Timeout | undefined

  constructor({ config, resolve, send, isTest }: ChannelOptions) {
    this.#config = config
    this.#resolve = resolve
    this.#send = send
    this.#isTest = isTest
    this.#log = new RawLog((lines) => send({ kind: 'log', lines }))
    this.#outbox = isTest ? undefined : new Outbox(config.directory, send)
    this.#state = new ChannelState(config.points)
    this.#attempted = new Promise((done) => {
      this.#endAttempt = done
    })
    this.#all = config.points.map((_, index) => index)
  }

  /** Runs until `close`. */
  async run(): Promise<void> {
    if (!this.#isTest) this.#statusTimer = setInterval(() => this.#reportStatus(), statusMs)
    let retryMs = firstRetryMs
    while (!this.#ending.signal.aborted) {
      const connection = new AbortController()
      this.#connection = connection
      try {
        await this.#connect(connection)
        retryMs = firstRetryMs
        await this.#serve(connection.signal)
      } catch (cause) {
        if (this.#ending.signal.aborted) return
        this.#fail(toCode(cause), cause)
      }
      await pause(retryMs * (0.75 + Math.random() / 2), undefined, { signal: this.#ending.signal }).catch(
        () => undefined,
      )
      retryMs = Math.min(retryMs * 2, maxRetryMs)
    }
  }

  enableLog(untilMs: number): void {
    this.#log.enable(untilMs)
  }

  settle(seq: number, ok: boolean): void {
    this.#outbox?.settle(seq, ok)
  }

  /** Reads all points once, for a test by a user. */
  async readOnce(): Promise<Answer> {
    return this.#answer(async (driver) => {
      const readings = await driver.read(this.#all)
      return {
        ok: true,
        readings: readings
          .toSorted((a, b) => a.point - b.point)
          .map(({ point, value, code }): TestReading => ({
            tag: this.#config.points[point]?.tag ?? '',
            value,
            code,
            words: driver.describe(code).words,
          })),
      }
    })
  }

  async browse(node: string): Promise<Answer> {
    return this.#answer(async (driver) => ({ ok: true, nodes: (await driver.browse?.(node)) ?? [] }))
  }

  /** Writes a value; the value that the device confirms is published at once. */
  async write(tag: string, value: number | string): Promise<Answer> {
    const point = this.#config.points.findIndex((one) => one.tag === tag)
    const config = this.#config.points[point]
    if (!config?.isWritable) return { ok: false, code: 'readOnly', words: describe(this.#driver, 'readOnly').words }
    return this.#answer(async (driver) => {
      const reading = await driver.write(point, value)
      this.#take([reading])
      if (reading.code !== '') throw new DriverFault(reading.code)
      const step = Math.abs(config.factor) * (config.type.startsWith('float') || config.type === 'auto' ? 1e-4 : 1)
      const isEqual =
        typeof reading.value !== 'number' ||
        typeof value !== 'number' ||
        Math.abs(reading.value - value) <= Math.max(step, Math.abs(value) * 1e-6)
      return isEqual ? { ok: true } : { ok: false, code: 'readBack', words: driver.describe('readBack').words }
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#statusTimer)
    this.#ending.abort()
    this.#connection?.abort()
    this.#log.close()
    this.#outbox?.close()
    await this.#driver?.close().catch(() => undefined)
  }

  async #connect(connection: AbortController): Promise<void> {
    this.#state.setState(this.#config.link.kind === 'server' ? 'waiting' : 'connecting')
    this.#driver ??= await createDriver(this.#config.protocol, {
      config: this.#config,
      resolve: this.#resolve,
      trace: (direction, data) => this.#log.add(direction, data),
      onLost: (code) => this.#connection?.abort(new DriverFault(code)),
      onRoundTrip: (ms) => this.#state.addRoundTrip(ms),
      onLate: () => this.#state.addLate(),
    })
    await this.#driver.connect(connection.signal)
    this.#state.setConnected()
    this.#endAttempt()
    this.#reportStatus()
  }

  /** Reads until the connection is lost. */
  async #serve(signal: AbortSignal): Promise<void> {
    const driver = this.#driver
    if (!driver) return
    const { intervalMs } = this.#config
    if (this.#isTest) return waitForAbort(signal)
    const isSubscribed = driver.subscribe !== undefined
    await driver.subscribe?.(this.#all, (readings) => this.#take(readings))
    let dueMs = performance.now()
    while (!signal.aborted) {
      const startedMs = performance.now()
      // The connection confirms the values of a subscription, so their time advances with it.
      const readings = isSubscribed
        ? [...this.#latest.values()].map((reading) => ({ ...reading, at: Date.now() }))
        : await driver.read(this.#all)
      if (signal.aborted) break
      this.#take(readings, true)
      const tookMs = performance.now() - startedMs
      if (!isSubscribed) this.#state.addCycle(tookMs, intervalMs)
      dueMs = Math.max(dueMs + intervalMs, performance.now())
      await pause(dueMs - performance.now(), undefined, { signal }).catch(() => undefined)
    }
    throw signal.reason instanceof DriverFault ? signal.reason : new DriverFault('closed')
  }

  #take(readings: readonly Reading[], isCycle = false): void {
    const driver = this.#driver
    if (!driver || readings.length === 0) return
    for (const reading of readings) this.#latest.set(reading.point, reading)
    this.#state.addReadings(readings, (code) => driver.describe(code))
    this.#outbox?.put(toFrames(readings, this.#config.points, driver, this.#config.intervalMs, isCycle))
    this.#reportDevices()
  }

  /** After a loss, no value of the channel is shown as good. */
  #fail(code: string, cause: unknown): void {
    const driver = this.#driver
    const meaning = describe(driver, code)
    this.#state.setFailed(code, meaning.words)
    this.#endAttempt()
    this.#log.add('in', cause instanceof Error ? `${code}: ${cause.message}` : code)
    const at = Date.now()
    const lost = this.#all.map((point) => ({ point, value: null, at, code }))
    const wasGood = [...this.#latest.values()].some((reading) => reading.code === '')
    if (driver && (wasGood || this.#latest.size === 0)) this.#take(lost, true)
    this.#reportStatus()
  }

  async #answer(request: (driver: Driver) => Promise<Answer>): Promise<Answer> {
    if (this.#isTest) await this.#attempted
    const driver = this.#driver
    try {
      if (!driver || !this.#state.isConnected) {
        const code = this.#state.faultCode ?? 'closed'
        return { ok: false, code, words: describe(driver, code).words }
      }
      return await request(driver)
    } catch (cause) {
      const code = toCode(cause)
      return { ok: false, code, words: describe(driver, code).words }
    }
  }

  #reportStatus(): void {
    if (this.#isTest) return
    this.#send({
      kind: 'status',
      status: this.#state.read({
        waitingFrames: this.#outbox?.waiting ?? 0,
        storedFrames: this.#outbox?.stored ?? 0,
        droppedFrames: this.#outbox?.dropped ?? 0,
        untrusted: this.#driver?.untrusted?.() ?? null,
      }),
    })
  }

  /** Reports devices of which no point can be read, when the list changes. */
  #reportDevices(): void {
    const offline = this.#state.offlineDevices()
    const key = offline.join(' ')
    if (key === this.#offline) return
    this.#offline = key
    this.#send({ kind: 'devices', offline })
  }
}

function describe(driver: Driver | undefined, code: string): CodeMeaning {
  return driver?.describe(code) ?? describeCommon(code) ?? describeUnknown(code)
}

function toCode(cause: unknown): string {
  if (cause instanceof DriverFault) return cause.code
  return cause instanceof Error && cause.name === 'AbortError' ? 'closed' : getNetworkCode(cause)
}

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done()
    else signal.addEventListener('abort', () => done(), { once: true })
  })
