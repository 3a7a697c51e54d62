import { type ChildProcess, fork } from 'node:child_process'
import type { ChannelConfig } from '../../../drivers/driver.ts'
import type {
  Answer,
  ChannelStatus,
  DriverFrame,
  FromChannel,
  LogLine,
  ToChannel,
} from '../../../drivers/runner/protocol.ts'
import type { Program } from '../../../programs.ts'

const firstRetryMs = 500
const maxRetryMs = 30_000
const stableMs = 60_000
const memoryMb = 256
const stopMs = 3_000
const logLines = 500

/** What a channel's process reports to the service. */
export interface ChannelListener {
  /** Stores values; a rejection keeps them in the process. */
  readonly onValues: (frame: DriverFrame, isLate: boolean) => Promise<void>
  readonly onOnline: (isOnline: boolean) => void
  /** Devices that do not answer, as `project/device`. */
  readonly onOffline: (devices: readonly string[]) => void
  readonly onExit: (code: number | null) => void
}

/** Settings of a channel's process. */
export interface ChannelProcessOptions extends ChannelListener {
  readonly program: Program
  readonly config: ChannelConfig
  /** Addresses of this computer that channels may use, as `host:port`. */
  readonly allowed: readonly string[]
  /** Runs only for one request of a user and is not started again. */
  readonly isTest?: boolean
}

const closedResult: Answer = {
  ok: false,
  code: 'process',
  words: { en: 'the process of the channel has ended', zh: '通道进程已退出' },
}

/** The process of one channel. It is started again with increasing delays when it exits. */
export class ChannelProcess {
  readonly #options: ChannelProcessOptions
  readonly #answers = new Map<number, (answer: Answer) => void>()
  #process: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #retryMs = firstRetryMs
  #startedMs = 0
  #requests = 0
  #isStopped = false
  #isOnline = false
  status: ChannelStatus | undefined
  restarts = 0
  logUntil: number | undefined
  readonly log: LogLine[] = []

  constructor(options: ChannelProcessOptions) {
    this.#options = options
    this.#start()
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  get isConnected(): boolean {
    return this.#isOnline
  }

  enableLog(untilMs: number | undefined): void {
    this.logUntil = untilMs
    this.log.length = 0
    this.#send({ kind: 'log', untilMs: untilMs ?? 0 })
  }

  write(tag: string, value: number | string, timeoutMs: number): Promise<Answer> {
    return this.#request((id) => ({ kind: 'write', id, tag, value }), timeoutMs)
  }

  read(timeoutMs: number): Promise<Answer> {
    return this.#request((id) => ({ kind: 'read', id }), timeoutMs)
  }

  browse(node: string, timeoutMs: number): Promise<Answer> {
    return this.#request((id) => ({ kind: 'browse', id, node }), timeoutMs)
  }

  /** Stops the process; values that are not stored are kept on disk. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    const child = this.#process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    this.#send({ kind: 'stop' })
    const timer = setTimeout(() => child.kill('SIGKILL'), stopMs)
    await ended
    clearTimeout(timer)
  }

  #start(): void {
    const { program, config, allowed, isTest = false } = this.#options
    this.#startedMs = performance.now()
    const child = fork(program.path, [], {
      execArgv: [...program.execArgv, `--max-old-space-size=${memoryMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {},
    })
    this.#process = child
    child.on('message', (message) => this.#take(message as FromChannel)) // trusted: sent by the own process
    child.once('exit', (code) => this.#end(child, code))
    child.once('error', () => this.#end(child, null))
    this.#send({ kind: 'start', config, allowed, isTest })
    if (this.logUntil !== undefined) this.#send({ kind: 'log', untilMs: this.logUntil })
  }

  #take(message: FromChannel): void {
    switch (message.kind) {
      case 'values': {
        const { seq } = message
        const child = this.#process
        const report = (ok: boolean): void => {
          if (this.#process === child) this.#send({ kind: 'stored', seq, ok })
        }
        this.#options.onValues(message.frame, message.isLate).then(
          () => report(true),
          () => report(false),
        )
        break
      }
      case 'status':
        this.status = message.status
        this.#setOnline(message.status.state === 'connected')
        break
      case 'answer':
        this.#answers.get(message.id)?.(message.answer)
        break
      case 'devices':
        this.#options.onOffline(message.offline)
        break
      case 'log':
        this.log.push(...message.lines)
        this.log.splice(0, this.log.length - logLines)
        break
      case 'started':
        break
    }
  }

  #end(child: ChildProcess, code: number | null): void {
    if (this.#process !== child) return
    this.#process = undefined
    this.status = undefined
    for (const answer of this.#answers.values()) answer(closedResult)
    this.#setOnline(false)
    if (this.#isStopped || this.#options.isTest) return
    this.restarts++
    this.#options.onExit(code)
    if (performance.now() - this.#startedMs > stableMs) this.#retryMs = firstRetryMs
    this.#timer = setTimeout(() => this.#start(), this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, maxRetryMs)
  }

  #setOnline(isOnline: boolean): void {
    if (this.#isOnline === isOnline) return
    this.#isOnline = isOnline
    this.#options.onOnline(isOnline)
  }

  #request(create: (id: number) => ToChannel, timeoutMs: number): Promise<Answer> {
    if (this.#process === undefined) return Promise.resolve(closedResult)
    const id = ++this.#requests
    return new Promise((resolve) => {
      const end = (answer: Answer): void => {
        clearTimeout(timer)
        this.#answers.delete(id)
        resolve(answer)
      }
      const timer = setTimeout(
        () => end({ ok: false, code: 'timeout', words: { en: 'no answer in time', zh: '应答超时' } }),
        timeoutMs,
      )
      this.#answers.set(id, end)
      this.#send(create(id))
    })
  }

  #send(message: ToChannel): void {
    if (this.#process?.connected) this.#process.send(message, () => undefined)
  }
}
