/** Waits between reloads of a page whose failure comes back each time. */
const delaysMs = [5_000, 15_000, 60_000, 120_000, 300_000, 600_000] as const
/** A page that was well for so long begins again with the shortest wait. */
const wellMs = 600_000
/** Without the server the page is not reloaded; the server is asked again after this long. */
const unreachableMs = 5_000
const key = 'reloads'

export interface PageReloadsParts {
  /** Survives a reload: the number of reloads so far is kept there. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly reload: () => void
  readonly isReachable: () => Promise<boolean>
}

/** Reloads a page that nobody sits at while it has failed, with growing waits. */
export class PageReloads {
  readonly #parts: PageReloadsParts
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: PageReloadsParts) {
    this.#parts = parts
  }

  /** Whether the page ever worked in this tab. A browser that never could is not helped by a reload. */
  get hasWorked(): boolean {
    return this.#parts.storage.getItem(key) !== null
  }

  /** The page works: no reload is due, and after a while the next failure counts as the first. */
  works(): void {
    const { storage } = this.#parts
    if (!this.hasWorked) storage.setItem(key, '0')
    this.#after(wellMs, () => storage.setItem(key, '0'))
  }

  /** The page has failed: it is reloaded after the next wait unless it works again before. */
  fails(): void {
    this.#after(delaysMs[Math.min(this.#count, delaysMs.length - 1)] ?? wellMs, () => void this.#reload())
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  get #count(): number {
    const count = Number(this.#parts.storage.getItem(key))
    return Number.isSafeInteger(count) && count > 0 ? count : 0
  }

  async #reload(): Promise<void> {
    const { storage, reload, isReachable } = this.#parts
    const timer = this.#timer
    const canLoad = await isReachable()
    // Stopped, or well again, in the meantime.
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
