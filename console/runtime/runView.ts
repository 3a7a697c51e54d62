import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { ErrorName } from '../../contract/errors.ts'
import type { RunStore } from './runStore.ts'

/** Retry interval in milliseconds after a revision could not be loaded. */
const retryMs = 3_000
/** Errors for a drawing that was deleted or that the account has no permission to see. */
const refusals: ReadonlySet<string> = new Set<ErrorName>(['object.missing', 'access.denied'])
const isRefused = ({ failure }: RunStore): boolean => refusals.has(failure?.place ?? '')

/**
 * The displayed revision of a drawing and a newer one that replaces it. The newer one is loaded completely before it is
 * offered; the page decides when to switch.
 */
export class RunView {
  run: RunStore
  /** Newer revision, loaded and ready. */
  next: RunStore | null = null
  /** A displayed drawing was refused afterwards. */
  hasEnded = false
  readonly #make: () => RunStore
  #reading: RunStore | null = null
  #isRereadDue = false
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(make: () => RunStore) {
    this.#make = make
    this.run = make()
    makeObservable(this, {
      run: observableRef,
      next: observableRef,
      hasEnded: observable,
      isRemoved: computed,
      switchToNext: action,
    })
  }

  /** The displayed drawing was deleted or is no longer permitted. */
  get isRemoved(): boolean {
    return this.hasEnded && isRefused(this.run)
  }

  open(): Promise<void> {
    return this.run.open()
  }

  /** Handles the notification that a revision was saved. */
  saved(revision: number): void {
    if (revision > this.#newest) void this.reread()
  }

  /** Checks for a newer revision. Does nothing until a drawing is open. */
  async reread(): Promise<void> {
    if (!this.run.opened) return
    if (this.#reading) {
      this.#isRereadDue = true
      return
    }
    this.#stopTimer()
    const run = (this.#reading = this.#make())
    await run.open()
    if (this.#reading !== run) return
    this.#reading = null
    if (isRefused(run)) return this.#end(run)
    if (run.opened && run.opened.revision > this.#newest)
      runInAction(() => {
        this.next = run
      })
    // A final failure is not retried; the next save triggers another attempt.
    if (run.failure?.isFinal === false) this.#timer = setTimeout(() => void this.reread(), retryMs)
    if (this.#isRereadDue) {
      this.#isRereadDue = false
      await this.reread()
    }
  }

  /** Switches to the newer revision. */
  readonly switchToNext = (): void => {
    if (!this.next) return
    this.run.close()
    this.run = this.next
    this.next = null
  }

  close(): void {
    this.#stopTimer()
    this.#reading?.close()
    this.#reading = null
    this.run.close()
  }

  /** Removes a drawing that is no longer permitted from the page. `run` contains the reason and can be opened again. */
  #end(run: RunStore): void {
    this.run.close()
    runInAction(() => {
      this.run = run
      this.next = null
      this.hasEnded = true
    })
  }

  get #newest(): number {
    return (this.next ?? this.run).opened?.revision ?? 0
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
