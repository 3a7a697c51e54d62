import { catalog } from '@mimic/engine/catalog'
import { DrawingDocument, readDrawingToShow } from '@mimic/engine/document'
import type { Words } from '@mimic/engine/schema'
import { makeObservable, observableRef, runInAction } from 'mobx'
import type { Curve, Tag } from '../../contract/routes.ts'
import { parseTag } from '../../contract/telemetry/tags.ts'
import { getNewerMessage } from '../kit/drawing/newerDrawing.ts'
import { CallFailure } from '../net/failure.ts'
import type { CommandChannel } from '../stores/live/commandRun.ts'
import type { Points, RunSource, Shown } from './source.ts'

export interface Opened {
  readonly document: DrawingDocument
  readonly project: string
  readonly revision: number
  /**
   * Format version if the drawing was saved by a newer program version. Such drawings are shown partially and cannot be
   * operated.
   */
  readonly newer: number | null
  readonly shown: Shown
  /** False on view-only shared pages. Account permissions are checked separately. */
  readonly mayOperate: boolean
}

interface Failure {
  readonly words: Words
  /** Exact location of the problem. */
  readonly place: string
  /** Retrying has no effect. */
  readonly isFinal?: boolean
}

/** One drawing to run: loaded once, immutable, with a cache of its tags' catalogue entries. */
export class RunStore {
  readonly id: string
  opened: Opened | null = null
  failure: Failure | null = null
  readonly #source: RunSource
  /** Keyed by `project/device`; the points of a device are requested together. */
  readonly #devices = new Map<string, Promise<Points>>()
  #reading: AbortController | null = null

  constructor(id: string, source: RunSource) {
    this.id = id
    this.#source = source
    makeObservable(this, { opened: observableRef, failure: observableRef })
  }

  get isShared(): boolean {
    return this.#source.isShared
  }

  get commands(): CommandChannel {
    return this.#source.commands
  }

  async open(): Promise<void> {
    const { signal } = (this.#reading = new AbortController())
    runInAction(() => {
      this.failure = null
    })
    try {
      const stored = await this.#source.read(signal)
      const read = readDrawingToShow(stored.drawing, catalog)
      const [problem] = read.problems ?? []
      runInAction(() => {
        const newer = getNewerMessage(read.problems ?? [])
        if (read.problems)
          this.failure = {
            words: newer ?? invalid,
            place: `${problem?.path ?? ''} ${problem?.message ?? ''}`,
            isFinal: newer !== null,
          }
        else {
          const { drawing } = read.value
          const { project, revision, shown = { kind: 'saved' }, mayOperate = true, prepare } = stored
          const document = new DrawingDocument(
            prepare ? { ...drawing, components: prepare(drawing.components) } : drawing,
          )
          this.opened = {
            document,
            project,
            revision,
            newer: read.value.newer ?? stored.newer ?? null,
            shown,
            mayOperate,
          }
        }
      })
    } catch (thrown) {
      if (signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      const newer = getNewerMessage(thrown.problems)
      runInAction(() => {
        this.failure = { words: newer ?? thrown.words, place: thrown.error ?? '', isFinal: newer !== null }
      })
    }
  }

  /** Returns the catalogue entry of a tag, requested once; undefined if there is none or the request failed. */
  tag(path: string): Promise<Tag | undefined> {
    const device = parseTag(path)
    if (!device) return Promise.resolve(undefined)
    const key = `${device.project}/${device.device}`
    const request =
      this.#devices.get(key) ??
      this.#source.getPoints(device).catch((thrown: unknown) => {
        if (!(thrown instanceof CallFailure)) throw thrown
        this.#devices.delete(key)
        return noPoints
      })
    this.#devices.set(key, request)
    return request.then((points) => points.get(path))
  }

  /** Reads the history of tags. */
  curves(tags: readonly string[], spanMs: number, signal: AbortSignal): Promise<readonly Curve[]> {
    return this.#source.curves(tags, spanMs, signal)
  }

  close(): void {
    this.#reading?.abort()
  }
}

const noPoints: Points = new Map()

const invalid: Words = { en: 'What the server holds is not a valid drawing', zh: '服务器上的内容不是有效的图纸' }
