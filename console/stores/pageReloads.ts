/** Back-off delays in milliseconds between reloads after repeated failures. */
const delaysMs = [5_000, 15_000, 60_000, 120_000, 300_000, 600_000] as const
/** Time in milliseconds without a failure after which the back-off restarts. */
const wellMs = 600_000
/** Retry interval in milliseconds while the server is unreachable; the page is not reloaded meanwhile. */
const unreachableMs = 5_000
const key = 'reloads'

export interface PageReloadsOptions {
  /** Stores the number of reloads; must survive a reload. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly reload: () => void
  readonly isReachable: () => Promise<boolean>
}

/** Reloads a failed page of an unattended screen with increasing delays. */
export class PageReloads {
  readonly #options: PageReloadsOptions
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: PageReloadsOptions) {
    this.#options = options
  }

  /** True if the page has worked in this tab. Otherwise a reload would not help. */
  get hasWorked(): boolean {
    return this.#options.storage.getItem(key) !== null
  }

  /** Cancels a pending reload. The back-off restarts after a while without failures. */
  reportSuccess(): void {
    const { storage } = this.#options
    if (!this.hasWorked) storage.setItem(key, '0')
    this.#after(wellMs, () => storage.setItem(key, '0'))
  }

  /** Schedules a reload after the next delay, unless the page works again before. */
  reportFailure(): void {
    this.#after(delaysMs[Math.min(this.#count, delaysMs.length - 1)] ?? wellMs, () => void this.#reload())
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  get #count(): number {
    const count = Number(this.#options.storage.getItem(key))
    return Number.isSafeInteger(count) && count > 0 ? count : 0
  }

  async #reload(): Promise<void> {
    const { storage, reload, isReachable } = this.#options
    const timer = this.#timer
    const canLoad = await isReachable()
    // Stopped or recovered meanwhile.
    if (this.#timer !== timer) return
    if (!canLoad) return this.#after(unreachableMs, () => void this.#reload())
    storage.setItem(key, String(this.#count + 1))
    reload()
  }

  #after(delayMs: number, act: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(act, delayMs)
  }
}
