import { readSync, writeSync } from 'node:fs'
import type { Limits } from './limits.ts'
import type { LoadOrder } from './protocol.ts'
import { Sandbox } from './sandbox.ts'

const input = 0
const output = 1
const chunkBytes = 65_536
const lineFeed = 10

const sleeper = new Int32Array(new SharedArrayBuffer(4))
const retryMs = 1

/** Repeats an operation on a pipe that does not block until the pipe has data, or room. A closed pipe counts as empty. */
function waitFor(operation: () => number): number {
  for (;;) {
    try {
      return operation()
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
      if (code === 'EOF') return 0
      if (code === 'EPIPE') process.exit(0)
      if (code !== 'EAGAIN') throw cause
      Atomics.wait(sleeper, 0, 0, retryMs)
    }
  }
}

/** Reads lines from a pipe, waiting for each: a run may need an answer before the next message. */
class Lines {
  private readonly buffer = Buffer.alloc(chunkBytes)
  private parts: Buffer[] = []
  private readonly waiting: string[] = []
  private readonly beforeWait: () => void

  /** `beforeWait` is called before the pipe is read, which may block. */
  constructor(beforeWait: () => void) {
    this.beforeWait = beforeWait
  }

  /** The next line, or undefined when the parent has closed the pipe. */
  next(): string | undefined {
    while (this.waiting.length === 0) if (!this.fill()) return undefined
    return this.waiting.shift()
  }

  /** The next line that begins so; others stay in their order. */
  nextWith(start: string): string | undefined {
    for (;;) {
      const index = this.waiting.findIndex((line) => line.startsWith(start))
      if (index >= 0) return this.waiting.splice(index, 1)[0]
      if (!this.fill()) return undefined
    }
  }

  private fill(): boolean {
    this.beforeWait()
    const size = waitFor(() => readSync(input, this.buffer))
    if (size === 0) return false
    let start = 0
    for (let end = this.buffer.indexOf(lineFeed); end >= 0 && end < size; end = this.buffer.indexOf(lineFeed, start)) {
      this.waiting.push(Buffer.concat([...this.parts, this.buffer.subarray(start, end)]).toString('utf8'))
      this.parts = []
      start = end + 1
    }
    if (start < size) this.parts.push(Buffer.from(this.buffer.subarray(start, size)))
    return true
  }
}

/** Results wait at most so long, and so many characters, before they are written together. */
const maxHoldMs = 2
const maxHeld = 32_768

/** Writes lines to a pipe. Results of short runs are written together, because each write costs as much as such a run. */
class Output {
  isHolding = true
  private held = ''
  private sinceMs = 0

  /** Writes a line and all held ones at once. */
  write(line: string): void {
    this.held += `${line}\n`
    this.flush()
  }

  /** Writes a line now or a little later. */
  hold(line: string): void {
    if (this.held === '') this.sinceMs = performance.now()
    this.held += `${line}\n`
    if (!this.isHolding || this.held.length > maxHeld || performance.now() - this.sinceMs > maxHoldMs) this.flush()
  }

  flush(): void {
    if (this.held === '') return
    const bytes = Buffer.from(this.held)
    this.held = ''
    for (let at = 0; at < bytes.length;) at += waitFor(() => writeSync(output, bytes, at))
  }
}

const splitAt = (line: string, count: number): string[] => {
  const fields: string[] = []
  let start = 2
  for (let index = 1; index < count; index++) {
    const end = line.indexOf(' ', start)
    fields.push(line.slice(start, end))
    start = end + 1
  }
  return [...fields, line.slice(start)]
}

/** Fields of the lines that have not two. */
const fields: Readonly<Record<string, number>> = { R: 4, U: 1, P: 1 }

/** Serves runs until the parent closes the pipe. A broken engine is replaced by a new one. */
async function serve(limits: Limits & { readonly isCareful: boolean }): Promise<void> {
  const out = new Output()
  out.isHolding = !limits.isCareful
  const lines = new Lines(() => out.flush())
  const orders = new Map<string, LoadOrder>()
  /** Scripts whose waiting runs are skipped. */
  const stopped = new Set<string>()
  let running = ''
  const ask = (question: string): string => {
    out.write(`Q ${running} ${question}`)
    const answer = lines.nextWith('A ')
    if (answer === undefined) process.exit(0)
    return answer.slice(2)
  }
  const create = (): Promise<Sandbox> => Sandbox.create(limits, ask)
  let sandbox = await create()
  const run = (id: string, script: string, length: number, message: string): boolean => {
    running = id
    let startedAt = performance.now()
    const end = (kind: string, steps: number, text: string): void =>
      out.hold(`E ${id} ${kind} ${Math.round((performance.now() - startedAt) * 1_000)} ${steps} ${text}`)
    if (stopped.has(script)) {
      end('skipped', 0, '{}')
      return true
    }
    try {
      if (!sandbox.has(script)) {
        const order = orders.get(script)
        if (order === undefined) throw new Error('the script is not known')
        const problem = sandbox.load(script, order.language, order.code)
        out.write(`W ${script}`)
        if (problem) {
          end('unloadable', 0, JSON.stringify(problem))
          return true
        }
        // The time of a run does not include loading its script.
        startedAt = performance.now()
      }
      const payload = message.length > length ? (JSON.parse(message.slice(length + 1)) as string) : undefined
      const ending = sandbox.run(script, message.slice(0, length), payload, message[length] === '=')
      if (limits.isSkipping && ending.kind !== 'ended') stopped.add(script)
      // A run that was stopped may have left something half done.
      if (ending.kind !== 'ended') sandbox.unload(script)
      end(
        ending.kind,
        ending.steps,
        ending.kind !== 'ended'
          ? JSON.stringify({ message: ending.message })
          : ending.payload === undefined
            ? ending.json
            : `${ending.json.slice(0, -1)},"payload":${JSON.stringify(ending.payload)}}`,
      )
      return ending.kind === 'ended' || ending.kind === 'steps' || ending.kind === 'time'
    } catch (cause) {
      end('broken', 0, JSON.stringify({ message: String(cause) }))
      return false
    }
  }
  out.write('S')
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [first = '', second = '', third = '', fourth = ''] = splitAt(line, fields[line[0] ?? ''] ?? 2)
    if (line.startsWith('L')) {
      orders.set(first, JSON.parse(second) as LoadOrder)
      stopped.delete(first)
      sandbox.retire(first)
    } else if (line.startsWith('U')) {
      orders.delete(first)
      sandbox.unload(first)
    } else if (line.startsWith('P')) {
      const order = orders.get(first)
      // A script that cannot be loaded is reported by its first run.
      if (order && !sandbox.has(first) && !sandbox.load(first, order.language, order.code)) out.write(`W ${first}`)
    } else if (line.startsWith('B')) out.isHolding = true
    else if (line.startsWith('C')) {
      const order = JSON.parse(second) as LoadOrder
      const problem = sandbox.load('check', order.language, order.code)
      sandbox.retire('check')
      out.write(`K ${first} ${JSON.stringify(problem ?? null)}`)
    } else if (line.startsWith('R') && !run(first, second, Number(third), fourth)) sandbox = await create()
  }
}

await serve(JSON.parse(process.argv[2] ?? '{}') as Limits & { readonly isCareful: boolean })
