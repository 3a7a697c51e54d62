import { action, makeObservable, observable } from 'mobx'
import type { DictionaryEntry } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'

/** Somebody may fill an empty dictionary at any time, and a form must not ask for it with each letter typed. */
const emptyKeptMs = 30_000

/** The server's dictionaries: each type is asked for once and kept until it is written here or the session ends; one without data for half a minute. */
export class DictionaryStore {
  readonly #client: Pick<Client, 'call'>
  readonly #warn: (text: string) => void
  readonly #byType = observable.map<string, readonly DictionaryEntry[]>({}, { deep: false })
  readonly #now: () => number
  /** When a type was found empty. */
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
   * What is known of a type now; the first asking loads it, and observers hear when it has come. `isBesides`: its entries stand beside others,
   * so that none of them is as usual as some.
   */
  of(type: string, isBesides = false): readonly DictionaryEntry[] {
    void this.load(type, isBesides)
    return this.#byType.get(type) ?? []
  }

  /** The entries of a type. A dictionary without data is an empty list and a warning in the log (specification, section 8), unless it only adds to others. */
  load(type: string, isBesides = false): Promise<readonly DictionaryEntry[]> {
    const known = this.#asked.get(type)
    const emptyAt = this.#emptyAt.get(type)
    if (known && (emptyAt === undefined || this.#now() < emptyAt + emptyKeptMs)) return known
    this.#emptyAt.delete(type)
    const asked = this.#fetch(type, isBesides)
    this.#asked.set(type, asked)
    return asked
  }

  /** Forgets all of them; who shows one asks anew. */
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
      if (turn !== this.#turn) return entries // it was written meanwhile, and is asked for anew
      if (entries.length === 0) {
        if (!isBesides) this.#warn(`the dictionary ${type} has no data`)
        this.#emptyAt.set(type, this.#now())
      }
      // What shows it is drawn again by this; nothing in place of nothing would draw it for ever.
      if (entries.length > 0 || this.#byType.has(type)) this.#byType.set(type, entries)
      return entries
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      if (turn === this.#turn) this.#asked.delete(type) // a lost network must not leave it empty for good
      this.#warn(`the dictionary ${type} could not be read`)
      return []
    }
  }
}
