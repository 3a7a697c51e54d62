import { ApiError } from '../../../contract/errors.ts'
import type { Words } from '../../../contract/entity/field.ts'
import { newId } from '../entities/ids.ts'

/** Rehearsals of one service at the same time, and milliseconds for which results are kept. */
const maxRunning = 2
const keepMs = 600_000

/** State that all rehearsals report. */
export interface RehearsalState {
  readonly id: string
  readonly state: 'running' | 'done' | 'cancelled' | 'failed'
  /** Share of the time span that was processed, 0 to 1. */
  readonly progress: number
  readonly error: Words | null
}

/** The state while the rehearsal runs. */
export type Mutable<S> = { -readonly [Key in keyof S]: S[Key] }

/** Runs rehearsals in the background and keeps their results for the account that started them. */
export class Rehearsals<S extends RehearsalState> {
  readonly #all = new Map<string, { readonly account: string; readonly state: Mutable<S>; isCancelled: boolean }>()

  /**
   * Starts a rehearsal. `work` fills the state and stops soon after `isCancelled` returns true. Throws `server.busy` if
   * too many rehearsals run.
   */
  start(
    account: string,
    create: (base: RehearsalState) => Mutable<S>,
    work: (state: Mutable<S>, isCancelled: () => boolean) => Promise<void>,
  ): { id: string } {
    if ([...this.#all.values()].filter(({ state }) => state.state === 'running').length >= maxRunning)
      throw new ApiError('server.busy')
    const id = newId()
    const state = create({ id, state: 'running', progress: 0, error: null })
    const entry = { account, state, isCancelled: false }
    this.#all.set(id, entry)
    void work(state, () => entry.isCancelled)
      .then(
        () => {
          state.state = entry.isCancelled ? 'cancelled' : state.error ? 'failed' : 'done'
          if (state.state === 'done') state.progress = 1
        },
        (cause: unknown) => {
          state.state = 'failed'
          const reason = cause instanceof Error ? cause.message : String(cause)
          state.error = { en: reason, zh: reason }
        },
      )
      .finally(() => setTimeout(() => this.#all.delete(id), keepMs).unref())
    return { id }
  }

  /** Returns the state. Throws `object.missing` for a rehearsal of another account. */
  read(id: string, account: string): S {
    return { ...this.#find(id, account).state }
  }

  /** Cancels a rehearsal. Its results so far can still be read. */
  cancel(id: string, account: string): S {
    const entry = this.#find(id, account)
    entry.isCancelled = true
    return { ...entry.state }
  }

  /** Cancels all rehearsals. */
  stop(): void {
    for (const entry of this.#all.values()) entry.isCancelled = true
  }

  #find(id: string, account: string) {
    const found = this.#all.get(id)
    if (found?.account !== account) throw new ApiError('object.missing')
    return found
  }
}
