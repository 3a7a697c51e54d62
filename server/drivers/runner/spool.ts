import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { DriverFrame } from './protocol.ts'

const segmentFrames = 500
const maxBytes = 64 * 1024 * 1024
const fileName = /^spool-(\d+)\.jsonl$/

/** One stored frame, as a line of JSON. */
type Line = Omit<DriverFrame, 'values' | 'qualities'> & {
  readonly values: readonly (number | null)[]
  readonly qualities: readonly number[]
}

/**
 * Keeps frames on disk while the server cannot store them. Files are read and deleted as a whole, oldest first; the
 * oldest one is deleted when all together exceed 64 MB.
 */
export class Spool {
  readonly #directory: string
  #files: number[] = []
  #framesInLast = 0
  #bytes = 0
  #frames = 0
  dropped = 0

  constructor(directory: string) {
    this.#directory = directory
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    this.#files = readdirSync(directory)
      .flatMap((name) => fileName.exec(name)?.[1] ?? [])
      .map(Number)
      .toSorted((a, b) => a - b)
    for (const file of this.#files) {
      this.#bytes += statSync(this.#path(file)).size
      this.#frames += this.#read(file).length
    }
    this.#framesInLast = segmentFrames // a new process starts a new file
  }

  get frames(): number {
    return this.#frames
  }

  /** Appends frames. Throws if the disk is full. */
  append(frames: readonly DriverFrame[]): void {
    if (frames.length === 0) return
    if (this.#framesInLast >= segmentFrames || this.#files.length === 0) {
      this.#files.push((this.#files.at(-1) ?? 0) + 1)
      this.#framesInLast = 0
    }
    const text = frames.map((frame) => `${JSON.stringify(toLine(frame))}\n`).join('')
    appendFileSync(this.#path(this.#files.at(-1) ?? 0), text, { mode: 0o600 })
    this.#framesInLast += frames.length
    this.#frames += frames.length
    this.#bytes += Buffer.byteLength(text)
    while (this.#bytes > maxBytes && this.#files.length > 1) this.dropped += this.#removeFirst()
  }

  /** Returns the oldest frames; they remain on disk until `removeOldest`. */
  readOldest(): DriverFrame[] {
    const [first] = this.#files
    if (first === undefined) return []
    // Later frames go to another file.
    if (this.#files.length === 1) this.#framesInLast = segmentFrames
    return this.#read(first)
  }

  removeOldest(): void {
    if (this.#files.length > 0) this.#removeFirst()
  }

  #removeFirst(): number {
    const [first] = this.#files
    if (first === undefined) return 0
    const count = this.#read(first).length
    this.#bytes -= statSync(this.#path(first)).size
    this.#frames -= count
    unlinkSync(this.#path(first))
    this.#files.shift()
    return count
  }

  /** A line that a crash cut off is skipped. */
  #read(file: number): DriverFrame[] {
    return readFileSync(this.#path(file), 'utf8')
      .split('\n')
      .flatMap((line) => {
        if (line === '') return []
        try {
          const stored = JSON.parse(line) as Line // trusted: written by this class
          return [
            {
              ...stored,
              values: Float64Array.from(stored.values, (value) => value ?? NaN),
              qualities: Uint8Array.from(stored.qualities),
              texts: stored.texts?.map((text) => text ?? undefined) ?? null,
            },
          ]
        } catch {
          return []
        }
      })
  }

  #path(file: number): string {
    return join(this.#directory, `spool-${file}.jsonl`)
  }
}

const toLine = ({ values, qualities, ...frame }: DriverFrame): Line => ({
  ...frame,
  values: Array.from(values, (value) => (Number.isFinite(value) ? value : null)),
  qualities: [...qualities],
})
