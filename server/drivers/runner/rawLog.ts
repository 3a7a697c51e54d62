import type { LogLine } from './protocol.ts'

const maxBytes = 512
const flushMs = 500
const maxLines = 200

/** Collects sent and received bytes while the raw log is on, and reports them twice a second. */
export class RawLog {
  readonly #report: (lines: readonly LogLine[]) => void
  #untilMs = 0
  #lines: LogLine[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(report: (lines: readonly LogLine[]) => void) {
    this.#report = report
  }

  /** Records until this time, in milliseconds since 1970. */
  enable(untilMs: number): void {
    this.#untilMs = untilMs
  }

  add(direction: LogLine['direction'], data: Uint8Array | string): void {
    if (Date.now() >= this.#untilMs || this.#lines.length >= maxLines) return
    this.#lines.push({
      at: Date.now(),
      direction,
      data: typeof data === 'string' ? data.slice(0, maxBytes * 2) : toHex(data.subarray(0, maxBytes)),
    })
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#report(this.#lines)
      this.#lines = []
    }, flushMs)
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}

const toHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .toUpperCase()
    .replaceAll(/(..)(?=.)/g, '$1 ')
