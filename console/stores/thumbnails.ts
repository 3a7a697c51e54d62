import { observable, runInAction } from 'mobx'
import type { DrawingSummary } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'

/** An object URL of the picture, or why there is none. */
export type Thumbnail = { readonly kind: 'picture'; readonly url: string } | { readonly kind: 'coming' } | { readonly kind: 'none' }

const atOnce = 3
const kept = 120

/**
 * Pictures of drawings, made from the drawing itself when its card comes into view: a few at a time, kept by
 * revision, the oldest given back.
 */
export class ThumbnailShelf {
  readonly #client: Client
  readonly #shelf = observable.map<string, Thumbnail>({}, { deep: false })
  readonly #waiting: DrawingSummary[] = []
  #running = 0

  constructor(client: Client) {
    this.#client = client
  }

  of({ id, revision }: DrawingSummary): Thumbnail | undefined {
    return this.#shelf.get(keyOf(id, revision))
  }

  /** Asks for the picture unless it is there or on its way. */
  ask(drawing: DrawingSummary): void {
    const key = keyOf(drawing.id, drawing.revision)
    if (this.#shelf.has(key)) return
    runInAction(() => this.#shelf.set(key, { kind: 'coming' }))
    this.#waiting.push(drawing)
    this.#next()
  }

  #next(): void {
    while (this.#running < atOnce) {
      const drawing = this.#waiting.shift()
      if (!drawing) return
      this.#running++
      void this.#fetch(drawing).then((thumbnail) => {
        this.#running--
        this.#put(keyOf(drawing.id, drawing.revision), thumbnail)
        this.#next()
      })
    }
  }

  async #fetch({ id }: DrawingSummary): Promise<Thumbnail> {
    try {
      const svg = await this.#client.text('drawing.thumbnail', { params: { id } }, { quiet: true })
      return { kind: 'picture', url: URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })) }
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      return { kind: 'none' }
    }
  }

  #put(key: string, thumbnail: Thumbnail): void {
    runInAction(() => {
      this.#shelf.set(key, thumbnail)
      const spare = [...this.#shelf].slice(0, Math.max(0, this.#shelf.size - kept))
      for (const [old, picture] of spare) {
        if (picture.kind === 'picture') URL.revokeObjectURL(picture.url)
        this.#shelf.delete(old)
      }
    })
  }
}

const keyOf = (id: string, revision: number): string => `${id}@${revision}`
