import { observable, runInAction } from 'mobx'
import type { DrawingSummary, LibraryEntry } from '../../../contract/routes.ts'
import type { Client } from '../../net/client.ts'
import { CallFailure } from '../../net/failure.ts'

/** An object with a thumbnail; another revision or cover has another thumbnail. */
interface ThumbnailSubject {
  readonly id: string
  readonly revision: number
  readonly cover?: string | null
}

/** Object URL of the image, or the reason why there is none. */
export type Thumbnail =
  | { readonly kind: 'picture'; readonly url: string }
  | { readonly kind: 'coming' }
  | { readonly kind: 'none' }

const maxConcurrent = 3
const maxCached = 120

/** Cache of thumbnails, requested when visible, a few at a time, keyed by revision. The oldest are revoked. */
export class ThumbnailCache<Thing extends ThumbnailSubject> {
  readonly #picture: (subject: Thing) => Promise<string>
  readonly #cache = observable.map<string, Thumbnail>({}, { deep: false })
  readonly #queue: Thing[] = []
  #running = 0

  /** `picture` returns the URL of a thumbnail. */
  constructor(picture: (subject: Thing) => Promise<string>) {
    this.#picture = picture
  }

  of(subject: ThumbnailSubject): Thumbnail | undefined {
    return this.#cache.get(toKey(subject))
  }

  /** Requests a thumbnail unless it is cached or loading. */
  request(subject: Thing): void {
    const key = toKey(subject)
    if (this.#cache.has(key)) return
    runInAction(() => this.#cache.set(key, { kind: 'coming' }))
    this.#queue.push(subject)
    this.#next()
  }

  #next(): void {
    while (this.#running < maxConcurrent) {
      const subject = this.#queue.shift()
      if (!subject) return
      this.#running++
      void this.#fetch(subject).then((thumbnail) => {
        this.#running--
        this.#store(toKey(subject), thumbnail)
        this.#next()
      })
    }
  }

  async #fetch(subject: Thing): Promise<Thumbnail> {
    try {
      return { kind: 'picture', url: await this.#picture(subject) }
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      return { kind: 'none' }
    }
  }

  #store(key: string, thumbnail: Thumbnail): void {
    runInAction(() => {
      this.#cache.set(key, thumbnail)
      const spare = [...this.#cache].slice(0, Math.max(0, this.#cache.size - maxCached))
      for (const [old, picture] of spare) {
        if (picture.kind === 'picture') URL.revokeObjectURL(picture.url)
        this.#cache.delete(old)
      }
    })
  }
}

/** Thumbnails of drawings: the cover, else the generated image. */
export function createDrawingThumbnails(client: Client): ThumbnailCache<DrawingSummary> {
  return new ThumbnailCache(async ({ id, cover }) => {
    const address = cover === null ? null : await client.call('drawing.cover', { params: { id } }, { quiet: true })
    return address ?? toSvgUrl(await client.text('drawing.thumbnail', { params: { id } }, { quiet: true }))
  })
}

/** Thumbnails of component library entries. */
export function createLibraryThumbnails(client: Client): ThumbnailCache<LibraryEntry> {
  return new ThumbnailCache(async ({ id }) =>
    toSvgUrl(await client.text('library.thumbnail', { params: { id } }, { quiet: true })),
  )
}

export const toSvgUrl = (svg: string): string => URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))

const toKey = ({ id, revision, cover }: ThumbnailSubject): string => `${id}@${revision}@${cover ?? ''}`
