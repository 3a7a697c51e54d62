import { action, makeObservable, observable } from 'mobx'
import type { DictionaryEntry } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'

/**
 * How long an empty dictionary is cached, in milliseconds. It can be filled at any time, but forms must not request it
 * on every keystroke.
 */
const emptyKeptMs = 30_000

/** Dictionaries of the server, cached until they are written here or the session ends; empty ones for half a minute. */
export class DictionaryStore {
  readonly #client: Pick<Client, 'call'>
  readonly #warn: (text: string) => void
  readonly #byType = observable.map<string, readonly DictionaryEntry[]>({}, { deep: false })
  readonly #now: () => number
  /** Times at which types were found empty. */
  readonly #emptyAt = new Map<string, number>()
  #turn = 0
  readonly #asked = new Map<string, Promise<readonly DictionaryEntry[]>>()

  constructor(client: Pick<Client, 'call'>, warn: (text: string) => void = (text) => console.warn(text), now: () => number = () => 0) {
    this.#client = client
    this.#warn = warn
    this.#now = now
    makeObservable(this, { clear: action })
  }

  /**
   * Returns the known entries of a type and loads it on first use; observers update when it arrives. `isBesides`: the
   * entries only supplement others, so an empty dictionary is normal.
   */
  of(type: string, isBesides = false): readonly DictionaryEntry[] {
    void this.load(type, isBesides)
    return this.#byType.get(type) ?? []
  }

  /**
   * Loads the entries of a type. An empty dictionary logs a warning (specification, section 8) unless `isBesides` is
   * set.
   */
  load(type: string, isBesides = false): Promise<readonly DictionaryEntry[]> {
    const known = this.#asked.get(type)
    const emptyAt = this.#emptyAt.get(type)
    if (known && (emptyAt === undefined || this.#now() < emptyAt + emptyKeptMs)) return known
    this.#emptyAt.delete(type)
    const asked = this.#fetch(type, isBesides)
    this.#asked.set(type, asked)
    return asked
  }

  /** Clears the cache; observers request the entries again. */
  clear(): void {
    this.#turn++
    this.#emptyAt.clear()
    this.#asked.clear()
    this.#byType.clear()
  }

  async #fetch(type: string, isBesides: boolean): Promise<readonly DictionaryEntry[]> {
    const turn = this.#turn
    try {
      const entries = await this.#client.call('dictionary.read', { params: { type } }, { quiet: true })
      if (turn !== this.#turn) return entries // changed meanwhile; it will be requested again
      if (entries.length === 0) {
        if (!isBesides) this.#warn(`the dictionary ${type} has no data`)
        this.#emptyAt.set(type, this.#now())
      }
      // This re-renders observers. Setting an empty list over a missing one would re-render them endlessly.
      if (entries.length > 0 || this.#byType.has(type)) this.#byType.set(type, entries)
      return entries
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      if (turn === this.#turn) this.#asked.delete(type) // retry after a network failure
      this.#warn(`the dictionary ${type} could not be read`)
      return []
    }
  }
}
