import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { ErrorName } from '../../contract/errors.ts'
import type { RunStore } from './runStore.ts'

/** A revision that could not be read is read again after this long. */
const againMs = 3_000
/** Refusals of a drawing that is deleted, or that the account may not see. */
const refusals: ReadonlySet<string> = new Set<ErrorName>(['object.missing', 'access.denied'])
const isRefused = ({ failure }: RunStore): boolean => refusals.has(failure?.place ?? '')

/**
 * The revision of a drawing that a page shows, and the newer one that is to replace it. The newer one is read whole before it is
 * offered, so what is on screen stays until then; the page decides when to change over.
 */
export class RunView {
  run: RunStore
  /** Read and ready to be shown. */
  coming: RunStore | null = null
  /** A drawing was shown and then refused. */
  hasEnded = false
  readonly #make: () => RunStore
  #reading: RunStore | null = null
  #isAskedAgain = false
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(make: () => RunStore) {
    this.#make = make
    this.run = make()
    makeObservable(this, { run: observableRef, coming: observableRef, hasEnded: observable, isGone: computed, changeOver: action })
  }

  /** The drawing was shown, and is deleted now or may not be seen any more. */
  get isGone(): boolean {
    return this.hasEnded && isRefused(this.run)
  }

  open(): Promise<void> {
    return this.run.open()
  }

  /** Somebody saved this revision. */
  saved(revision: number): void {
    if (revision > this.#newest) void this.readAgain()
  }

  /** Looks for a newer revision. Until a drawing is open there is nothing to replace. */
  async readAgain(): Promise<void> {
    if (!this.run.opened) return
    if (this.#reading) {
      this.#isAskedAgain = true
      return
    }
    this.#stopTimer()
    const run = this.#reading = this.#make()
    await run.open()
    if (this.#reading !== run) return
    this.#reading = null
    if (isRefused(run)) return this.#end(run)
    if (run.opened && run.opened.revision > this.#newest) runInAction(() => { this.coming = run })
    // One that no reading can mend is read again when it is saved again.
    if (run.failure?.isFinal === false) this.#timer = setTimeout(() => void this.readAgain(), againMs)
    if (this.#isAskedAgain) {
      this.#isAskedAgain = false
      await this.readAgain()
    }
  }

  /** Shows the newer revision. */
  readonly changeOver = (): void => {
    if (!this.coming) return
    this.run.close()
    this.run = this.coming
    this.coming = null
  }

  close(): void {
    this.#stopTimer()
    this.#reading?.close()
    this.#reading = null
    this.run.close()
  }

  /** Takes off the page what may not be seen any more; `run` has the reason, and can be opened again. */
  #end(run: RunStore): void {
    this.run.close()
    runInAction(() => {
      this.run = run
      this.coming = null
      this.hasEnded = true
    })
  }

  get #newest(): number {
    return (this.coming ?? this.run).opened?.revision ?? 0
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
