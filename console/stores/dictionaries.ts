import { action, makeObservable, observable } from 'mobx'
import type { DictionaryEntry } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'

/** The server's dictionaries: each type is asked for once and kept while the session lasts. */
export class DictionaryStore {
  readonly #client: Pick<Client, 'call'>
  readonly #warn: (text: string) => void
  readonly #byType = observable.map<string, readonly DictionaryEntry[]>({}, { deep: false })
  readonly #asked = new Map<string, Promise<readonly DictionaryEntry[]>>()

  constructor(client: Pick<Client, 'call'>, warn: (text: string) => void = (text) => console.warn(text)) {
    this.#client = client
    this.#warn = warn
    makeObservable(this, { clear: action })
  }

  /** What is known of a type now; the first asking loads it, and observers hear when it has come. */
  of(type: string): readonly DictionaryEntry[] {
    void this.load(type)
    return this.#byType.get(type) ?? []
  }

  /** The entries of a type. A dictionary without data is an empty list and a warning in the log (specification, section 8). */
  load(type: string): Promise<readonly DictionaryEntry[]> {
    const known = this.#asked.get(type)
    if (known) return known
    const asked = this.#fetch(type)
    this.#asked.set(type, asked)
    return asked
  }

  clear(): void {
    this.#asked.clear()
    this.#byType.clear()
  }

  async #fetch(type: string): Promise<readonly DictionaryEntry[]> {
    try {
      const entries = await this.#client.call('dictionary.read', { params: { type } }, { quiet: true })
      if (entries.length === 0) this.#warn(`the dictionary ${type} has no data`)
      this.#byType.set(type, entries)
      return entries
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      this.#asked.delete(type) // a lost network must not leave it empty for good
      this.#warn(`the dictionary ${type} could not be read`)
      return []
    }
  }
}
