import { catalog } from '@mimic/engine/catalog'
import { DrawingDocument, readDrawing } from '@mimic/engine/document'
import type { Words } from '@mimic/engine/schema'
import { makeObservable, observableRef, runInAction } from 'mobx'
import { limits } from '../../contract/limits.ts'
import type { Tag } from '../../contract/routes.ts'
import { parseTag, type DeviceRef } from '../../contract/telemetry/tags.ts'
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
  /** By `project/device`: the points of a device are asked for together. */
  readonly #devices = new Map<string, Promise<Points>>()
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
    const device = parseTag(path)
    if (!device) return Promise.resolve(undefined)
    const key = `${device.project}/${device.device}`
    const asked = this.#devices.get(key) ?? this.#pointsOf(device).catch((thrown: unknown) => {
      if (!(thrown instanceof CallFailure)) throw thrown
      this.#devices.delete(key)
      return noPoints
    })
    this.#devices.set(key, asked)
    return asked.then((points) => points.get(path))
  }

  close(): void {
    this.#reading?.abort()
  }

  /** The catalogue only searches, and in less than a path may be long: the device is searched for and compared exactly. */
  async #pointsOf({ project, device }: DeviceRef): Promise<Points> {
    const points = new Map<string, Tag>()
    for (let page = 1; page <= limits.list.lastPage; page++) {
      const { rows, total } = await this.#client.call('tag.list', { query: { project, search: `${device}/`, page, pageSize } }, { quiet: true })
      for (const row of rows) if (row.project === project && row.device === device) points.set(row.path, row)
      if (rows.length === 0 || page * pageSize >= total) break
    }
    return points
  }
}

type Points = ReadonlyMap<string, Tag>

const noPoints: Points = new Map()
const pageSize = 50

const invalid: Words = { en: 'What the server holds is not a valid drawing', zh: '服务器上的内容不是有效的图纸' }
