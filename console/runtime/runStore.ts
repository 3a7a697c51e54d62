import { catalog } from '@mimic/engine/catalog'
import { DrawingDocument, readDrawing } from '@mimic/engine/document'
import type { Words } from '@mimic/engine/schema'
import { makeObservable, observableRef, runInAction } from 'mobx'
import type { Tag } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { CallFailure } from '../net/failure.ts'

export interface Opened {
  readonly document: DrawingDocument
  readonly project: string
}

interface Failure {
  readonly words: Words
  /** What it is about, word for word. */
  readonly place: string
}

/** One drawing to be run: read once, never changed, with what the catalogue knows of its tags. */
export class RunStore {
  readonly id: string
  opened: Opened | null = null
  failure: Failure | null = null
  readonly #client: Client
  readonly #tags = new Map<string, Promise<Tag | undefined>>()
  #reading: AbortController | null = null

  constructor(id: string, client: Client) {
    this.id = id
    this.#client = client
    makeObservable(this, { opened: observableRef, failure: observableRef })
  }

  async open(): Promise<void> {
    const { signal } = this.#reading = new AbortController()
    runInAction(() => { this.failure = null })
    try {
      const stored = await this.#client.call('drawing.read', { params: { id: this.id } }, { quiet: true, signal })
      const read = readDrawing(stored.drawing, catalog)
      const [problem] = read.problems ?? []
      runInAction(() => {
        if (read.problems) this.failure = { words: invalid, place: `${problem?.path ?? ''} ${problem?.message ?? ''}` }
        else this.opened = { document: new DrawingDocument(read.value.drawing), project: stored.project }
      })
    } catch (thrown) {
      if (signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      runInAction(() => { this.failure = { words: thrown.words, place: thrown.error ?? '' } })
    }
  }

  /** What the catalogue says of a tag: asked once, undefined when it knows none or does not answer. */
  tag(path: string): Promise<Tag | undefined> {
    const known = this.#tags.get(path)
    if (known) return known
    const asked = this.#client.call('tag.list', { query: { search: path, pageSize: 10 } }, { quiet: true })
      .then(({ rows }) => rows.find((row) => row.path === path))
      .catch((thrown: unknown) => {
        if (!(thrown instanceof CallFailure)) throw thrown
        this.#tags.delete(path)
        return undefined
      })
    this.#tags.set(path, asked)
    return asked
  }

  close(): void {
    this.#reading?.abort()
  }
}

const invalid: Words = { en: 'What the server holds is not a valid drawing', zh: '服务器上的内容不是有效的图纸' }
