import { type ChildProcess, spawn } from 'node:child_process'
import type { Program } from '../../programs.ts'
import type { Limits } from './limits.ts'
import type { EndKind, LoadOrder } from './protocol.ts'
import { maxLine } from './protocol.ts'

/** One run that the child has not answered yet. */
export interface Order {
  readonly id: number
  readonly script: string
  readonly load: LoadOrder
  /** Length of the JSON of the message, the JSON, and the payload. */
  readonly message: string
  /** How often a child has ended by itself while this run was at work. */
  crashes: number
  readonly answer: (question: string) => Promise<string>
  readonly end: (ending: {
    readonly kind: EndKind | 'killed' | 'crashed'
    readonly timeUs: number
    readonly steps: number
    readonly json: string
  }) => void
}
const skipped = { kind: 'skipped', timeUs: 0, steps: 0, json: '{}' } as const

interface Check {
  readonly load: LoadOrder
  readonly end: (json: string) => void
}

/** Additional time in milliseconds for a run that has to load its script first, on a busy machine. */
const maxLoadMs = 12_000
const firstRetryMs = 100
const maxRetryMs = 10_000
/** Characters that wait at most for the next write. */
const maxPending = 65_536
/** Memory of the process beside that of the engine, in MB. */
const heapMb = 64
/** Stack of the process in KB: frames of the engine lie on it as well. */
const stackKb = 1_900
/** Maximum number of child process exits that one run survives; another run in the child may have caused them. */
const maxCrashes = 3

/**
 * A child process that runs scripts one after the other. Runs that wait survive its end: a new process gets them again.
 * The run at work when the parent kills the process is answered as killed.
 */
export class ScriptChild {
  private readonly program: Program
  private readonly limits: Limits
  private process: ChildProcess | undefined
  private readonly orders: Order[] = []
  private readonly checks: Check[] = []
  private readonly loaded = new Map<string, LoadOrder>()
  /** Scripts that the process has loaded. */
  private readonly ready = new Set<string>()
  private readonly prepared = new Map<string, LoadOrder>()
  private rest = ''
  private isReady = false
  private isStopped = false
  private isAsking = false
  /** The process writes each result at once, so that the first missing answer names the run that hangs. */
  private isCareful = false
  private retryMs = firstRetryMs
  private watch: ReturnType<typeof setTimeout> | undefined
  private pending = ''
  restarts = 0

  constructor(program: Program, limits: Limits) {
    this.program = program
    this.limits = limits
  }

  get waiting(): number {
    return this.orders.length
  }

  get pid(): number | undefined {
    return this.process?.pid
  }

  run(order: Order): void {
    this.orders.push(order)
    this.start()
    if (this.isReady) this.send(order)
    if (this.orders.length === 1) this.watchRun()
  }

  /** Loads a script before its first run, also when the process starts again. */
  prepare(script: string, load: LoadOrder): void {
    this.prepared.delete(script)
    const [oldest] = this.prepared.keys()
    if (this.prepared.size >= this.limits.scripts && oldest !== undefined) this.prepared.delete(oldest)
    this.prepared.set(script, load)
    this.start()
    if (this.isReady) this.preload(script, load)
  }

  private preload(script: string, load: LoadOrder): void {
    if (this.loaded.get(script) === load) return
    this.loaded.set(script, load)
    this.ready.delete(script)
    this.write(`L ${script} ${JSON.stringify(load)}`)
    this.write(`P ${script}`)
  }

  /** Reads a script without running it. Resolves with a problem as JSON, or null. */
  check(load: LoadOrder): Promise<string> {
    return new Promise((resolve) => {
      const check = { load, end: resolve }
      this.checks.push(check)
      this.start()
      if (this.isReady) this.write(`C 0 ${JSON.stringify(load)}`)
    })
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.watch)
    const { process } = this
    if (process === undefined) return
    await new Promise<void>((resolve) => {
      process.once('exit', () => resolve())
      process.kill('SIGKILL')
    })
  }

  private start(): void {
    if (this.process !== undefined || this.isStopped) return
    const { path, execArgv } = this.program
    const flags = [`--max-old-space-size=${heapMb}`, `--stack-size=${Math.floor(stackKb / 2)}`]
    const started = spawn(
      process.execPath,
      [...execArgv, ...flags, path, JSON.stringify({ ...this.limits, isCareful: this.isCareful })],
      {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: {},
      },
    )
    this.process = started
    started.stdout?.setEncoding('utf8').on('data', (text: string) => this.read(text))
    started.stdin?.on('error', () => undefined)
    started.once('error', () => this.restart(started))
    started.once('exit', () => this.restart(started))
  }

  private send(order: Order): void {
    if (this.loaded.get(order.script) !== order.load) {
      this.loaded.set(order.script, order.load)
      this.ready.delete(order.script)
      this.write(`L ${order.script} ${JSON.stringify(order.load)}`)
    }
    this.write(`R ${order.id} ${order.script} ${order.message}`)
  }

  /** Lines of one turn of the event loop go out together, so that their results also return together. */
  private write(line: string): void {
    if (this.pending === '') setImmediate(this.flush)
    this.pending += `${line}\n`
    if (this.pending.length > maxPending) this.flush()
  }

  private readonly flush = (): void => {
    if (this.pending === '') return
    this.process?.stdin?.write(this.pending)
    this.pending = ''
  }

  private read(text: string): void {
    const lines = (this.rest + text).split('\n')
    this.rest = lines.pop() ?? ''
    if (this.rest.length > maxLine) this.process?.kill('SIGKILL')
    for (const line of lines) this.take(line)
    if (lines.length > 0) this.watchRun()
  }

  private take(line: string): void {
    if (line === 'S') {
      this.isReady = true
      for (const { load } of this.checks) this.write(`C 0 ${JSON.stringify(load)}`)
      for (const [script, load] of this.prepared) this.preload(script, load)
      for (const order of this.orders) this.send(order)
      return
    }
    if (line.startsWith('W')) return void this.ready.add(line.slice(2))
    if (line.startsWith('K')) return this.checks.shift()?.end(line.slice(4))
    const [order] = this.orders
    if (order === undefined) return
    const [letter = '', id = '', kind = '', time = '', steps = ''] = line.split(' ', 5)
    if (Number(id) !== order.id) return
    if (letter === 'Q') return this.answer(order, line.slice(3 + id.length))
    if (letter !== 'E') return
    this.retryMs = firstRetryMs
    this.orders.shift()
    if (this.isCareful && this.orders.length === 0) {
      this.isCareful = false
      this.write('B')
    }
    order.end({
      kind: kind as EndKind,
      timeUs: Number(time),
      steps: Number(steps),
      json: line.slice(6 + id.length + kind.length + time.length + steps.length),
    })
  }

  /** The clock of a run stands still while the caller answers it. */
  private answer(order: Order, question: string): void {
    const asking = this.process
    this.isAsking = true
    const reply = (text: string): void => {
      if (this.process !== asking) return
      this.isAsking = false
      this.write(`A ${text}`)
      this.flush()
      this.watchRun()
    }
    order.answer(question).then(reply, () => reply('null'))
  }

  /** Kills the process if the first run is not answered in time. */
  private watchRun(): void {
    clearTimeout(this.watch)
    if (this.orders.length === 0 || !this.isReady || this.isAsking || this.isStopped) return
    const [watched] = this.orders
    this.watch = setTimeout(
      () => {
        // A busy parent reads what has arrived before it judges.
        setImmediate(() => {
          if (this.orders[0] === watched && watched !== undefined && !this.isAsking) this.kill(watched)
        })
      },
      this.limits.killMs + (this.ready.has(watched?.script ?? '') ? 0 : maxLoadMs),
    )
    this.watch.unref()
  }

  /** Kills a process that hangs. Results may be held in it, so the second time decides which run is at fault. */
  private kill(order: Order): void {
    if (!this.isCareful) {
      this.isCareful = true
      this.process?.kill('SIGKILL')
      return
    }
    this.isCareful = false
    this.orders.shift()
    this.process?.kill('SIGKILL')
    order.end({ kind: 'killed', timeUs: this.limits.killMs * 1_000, steps: 0, json: '{}' })
    if (this.limits.isSkipping) this.skip(order.script)
  }

  /** Ends the waiting runs of a script as skipped. */
  private skip(script: string): void {
    const moved = this.orders.filter((order) => order.script === script)
    this.orders.splice(0, Infinity, ...this.orders.filter((order) => order.script !== script))
    this.loaded.delete(script)
    for (const order of moved) order.end(skipped)
  }

  private restart(ended: ChildProcess): void {
    if (this.process !== ended) return
    const wasReady = this.isReady
    this.process = undefined
    this.isReady = false
    this.isAsking = false
    this.rest = this.pending = ''
    this.loaded.clear()
    this.ready.clear()
    clearTimeout(this.watch)
    if (this.isStopped) return
    this.restarts++
    const [order] = this.orders
    if (wasReady && order !== undefined && ++order.crashes >= maxCrashes) {
      this.orders.shift()
      order.end({ kind: 'crashed', timeUs: 0, steps: 0, json: '{}' })
    }
    if (this.orders.length === 0 && this.checks.length === 0) return
    if (wasReady) return this.start()
    setTimeout(() => this.start(), this.retryMs)
    this.retryMs = Math.min(this.retryMs * 2, maxRetryMs)
  }
}
