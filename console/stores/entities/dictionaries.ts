import { action, makeObservable, observable } from 'mobx'
import type { DictionaryEntry } from '../../../contract/routes.ts'
import type { Client } from '../../net/client.ts'
import { CallFailure } from '../../net/failure.ts'

/**
 * How long an empty dictionary is cached, in milliseconds. It can be filled at any time, but forms must not request it
 * on every keystroke.
 */
const emptyCacheMs = 30_000

/** Dictionaries of the server, cached until they are written here or the session ends; empty ones for half a minute. */
export class DictionaryStore {
  readonly #client: Pick<Client, 'call'>
  readonly #warn: (text: string) => void
  readonly #byType = observable.map<string, readonly DictionaryEntry[]>({}, { deep: false })
  readonly #now: () => number
  /** Times at which types were found empty. */
  readonly #emptyAt = new Map<string, number>()
  #generation = 0
  readonly #requests = new Map<string, Promise<readonly DictionaryEntry[]>>()

  constructor(
    client: Pick<Client, 'call'>,
    warn: (text: string) => void = (text) => console.warn(text),
    now: () => number = () => 0,
  ) {
    this.#client = client
    this.#warn = warn
    this.#now = now
    makeObservable(this, { clear: action })
  }

  /**
   * Returns the known entries of a type and loads it on first use; observers update when it arrives. `isBesides`: the
   * entries only supplement others, so an empty dictionary is normal.
   */
  of(type: string, isSupplement = false): readonly DictionaryEntry[] {
    void this.load(type, isSupplement)
    return this.#byType.get(type) ?? []
  }

  /**
   * Loads the entries of a type. An empty dictionary logs a warning (specification, section 8) unless `isBesides` is
   * set.
   */
  load(type: string, isSupplement = false): Promise<readonly DictionaryEntry[]> {
    const cached = this.#requests.get(type)
    const emptyAt = this.#emptyAt.get(type)
    if (cached && (emptyAt === undefined || this.#now() < emptyAt + emptyCacheMs)) return cached
    this.#emptyAt.delete(type)
    const request = this.#fetch(type, isSupplement)
    this.#requests.set(type, request)
    return request
  }

  /** Clears the cache; observers request the entries again. */
  clear(): void {
    this.#generation++
    this.#emptyAt.clear()
    this.#requests.clear()
    this.#byType.clear()
  }

  async #fetch(type: string, isSupplement: boolean): Promise<readonly DictionaryEntry[]> {
    const generation = this.#generation
    try {
      const entries = await this.#client.call('dictionary.read', { params: { type } }, { quiet: true })
      if (generation !== this.#generation) return entries // changed meanwhile; it will be requested again
      if (entries.length === 0) {
        if (!isSupplement) this.#warn(`the dictionary ${type} has no data`)
        this.#emptyAt.set(type, this.#now())
      }
      // This re-renders observers. Setting an empty list over a missing one would re-render them endlessly.
      if (entries.length > 0 || this.#byType.has(type)) this.#byType.set(type, entries)
      return entries
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      if (generation === this.#generation) this.#requests.delete(type) // retry after a network failure
      this.#warn(`the dictionary ${type} could not be read`)
      return []
    }
  }
}
