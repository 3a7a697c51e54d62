import { observable, runInAction } from 'mobx'
import type { DrawingSummary, LibraryEntry } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'

/** An object with a thumbnail; another revision or cover has another thumbnail. */
interface Pictured {
  readonly id: string
  readonly revision: number
  readonly cover?: string | null
}

/** Object URL of the image, or the reason why there is none. */
export type Thumbnail = { readonly kind: 'picture'; readonly url: string } | { readonly kind: 'coming' } | { readonly kind: 'none' }

const atOnce = 3
const kept = 120

/** Cache of thumbnails, requested when visible, a few at a time, keyed by revision. The oldest are revoked. */
export class ThumbnailShelf<Thing extends Pictured> {
  readonly #picture: (thing: Thing) => Promise<string>
  readonly #shelf = observable.map<string, Thumbnail>({}, { deep: false })
  readonly #waiting: Thing[] = []
  #running = 0

  /** `picture` returns the URL of a thumbnail. */
  constructor(picture: (thing: Thing) => Promise<string>) {
    this.#picture = picture
  }

  of(thing: Pictured): Thumbnail | undefined {
    return this.#shelf.get(keyOf(thing))
  }

  /** Requests a thumbnail unless it is cached or loading. */
  ask(thing: Thing): void {
    const key = keyOf(thing)
    if (this.#shelf.has(key)) return
    runInAction(() => this.#shelf.set(key, { kind: 'coming' }))
    this.#waiting.push(thing)
    this.#next()
  }

  #next(): void {
    while (this.#running < atOnce) {
      const thing = this.#waiting.shift()
      if (!thing) return
      this.#running++
      void this.#fetch(thing).then((thumbnail) => {
        this.#running--
        this.#put(keyOf(thing), thumbnail)
        this.#next()
      })
    }
  }

  async #fetch(thing: Thing): Promise<Thumbnail> {
    try {
      return { kind: 'picture', url: await this.#picture(thing) }
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

/** Thumbnails of drawings: the cover, else the generated image. */
export function drawingPictures(client: Client): ThumbnailShelf<DrawingSummary> {
  return new ThumbnailShelf(async ({ id, cover }) => {
    const address = cover === null ? null : await client.call('drawing.cover', { params: { id } }, { quiet: true })
    return address ?? svgAddress(await client.text('drawing.thumbnail', { params: { id } }, { quiet: true }))
  })
}

/** Thumbnails of component library entries. */
export function libraryPictures(client: Client): ThumbnailShelf<LibraryEntry> {
  return new ThumbnailShelf(async ({ id }) => svgAddress(await client.text('library.thumbnail', { params: { id } }, { quiet: true })))
}

export const svgAddress = (svg: string): string => URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))

const keyOf = ({ id, revision, cover }: Pictured): string => `${id}@${revision}@${cover ?? ''}`
