import { catalog } from '@mimic/engine/catalog'
import {
  DrawingDocument,
  makeId,
  readDrawing,
  readDrawingToShow,
  writeDrawing,
  type Diff,
  type Drawing,
  type SymbolDefinition,
} from '@mimic/engine/document'
import type { Problem, Words } from '@mimic/engine/schema'
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { SavedDrawing, StoredDrawing } from '../../../contract/routes.ts'
import { getNewerMessage } from '../../kit/drawing/newerDrawing.ts'
import type { Client } from '../../net/client.ts'
import { CallFailure } from '../../net/failure.ts'
import { DraftKeeper } from './draftKeeper.ts'
import { type Draft, readDrafts, type DraftStorage, readSavedSteps, type SymbolDraft } from './drafts.ts'
import { DrawingSession } from './drawingSession.ts'
import { isLockedByOtherTab, lockDraft } from './draftLock.ts'
import type { NewerVersion } from './newerVersion.ts'
import { computeHash, restoreSavedSteps, type SavedSteps } from './savedSteps.ts'
import { UnsavedTracker } from './unsaved.ts'
import { WriteQueue } from './writeQueue.ts'

export type SaveState = 'saved' | 'unsaved' | 'saving'

/** Newer revision on the server, saved by another user. */
export interface Conflict {
  readonly revision: number
  readonly updatedBy: string
  readonly updatedAt: number
}

export type Opening =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'failed'
      readonly failure: CallFailure | null
      readonly problems: readonly Problem[]
      /** Set if a newer version of Mimic saved the drawing; requires an update. */ readonly newer: Words | null
    }
  | { readonly kind: 'ready' }
  | { readonly kind: 'newer'; readonly newer: NewerVersion }

/** Drawing saved under another name. `hasAll` is false if it was edited while the request was sent. */
export interface SavedCopy {
  readonly id: string
  readonly hasAll: boolean
}

/** Draft of an edited symbol. Call `drop` after it was applied or cancelled, `leave` when the page closes. */
export interface SymbolKeeping {
  drop(): void
  leave(): void
}

interface DesignerOptions {
  readonly client: Client
  /** Accounts whose drafts to use: the first for writing, all for reading. */
  readonly owners: readonly string[]
  /** Called when the browser cannot store drafts. */
  readonly onDraftRefused: () => void
  /** Opens the draft storage; rejects if there is none. */
  readonly openStorage: () => Promise<DraftStorage>
}

/** State of one drawing in the designer: loading, editing, draft and saving against its revision. */
export class DesignerStore {
  readonly id: string
  opening: Opening = { kind: 'loading' }
  session: DrawingSession | null = null
  project = ''
  revision = 0
  isSaving = false
  isDirty = false
  conflict: Conflict | null = null
  /** Warnings of the last save, for parts the server stored although they do not work. */
  saveWarnings: SavedDrawing['warnings'] = []
  /** Draft of an earlier visit; offered once. */
  offer: Draft | null = null
  readonly #options: DesignerOptions
  #reading: AbortController | null = null
  #storage: DraftStorage | null = null
  #keeper: DraftKeeper | null = null
  #unsaved: UnsavedTracker | null = null
  #releaseDraft: (() => void) | null = null
  #symbolKeeper: DraftKeeper | null = null
  #queue: WriteQueue | null = null
  /** Hash of the server's drawing, computed on first use. */
  #savedHash: string | null = null
  /** Key of the draft to remove after its open symbol has been written again. */
  #replaced: string | undefined

  constructor(id: string, options: DesignerOptions) {
    this.id = id
    this.#options = options
    makeObservable(this, {
      opening: observableRef,
      session: observableRef,
      project: observable,
      revision: observable,
      isSaving: observable,
      isDirty: observable,
      conflict: observableRef,
      offer: observableRef,
      saveWarnings: observableRef,
      state: computed,
      clearConflict: action,
      clearSaveWarnings: action,
    })
  }

  get state(): SaveState {
    if (this.isSaving) return 'saving'
    return this.isDirty ? 'unsaved' : 'saved'
  }

  /** Returns true if drafts work: the browser has not rejected a write so far. */
  get keepsDraft(): boolean {
    return this.#keeper !== null && this.#queue?.isRefused === false
  }

  /** Loads the drawing and its drafts. Failures are stored in `opening`. */
  async open(): Promise<void> {
    const { signal } = (this.#reading = new AbortController())
    runInAction(() => {
      this.opening = { kind: 'loading' }
    })
    try {
      const call = { quiet: true, signal } as const
      const stored = await this.#options.client.call('drawing.read', { params: { id: this.id } }, call)
      const drafts = await this.#openStorage()
      const steps = await this.#savedSteps()
      if (signal.aborted) return
      if (!this.#show(stored, steps)) return
      runInAction(() => {
        this.offer = drafts[0] ?? null
      })
    } catch (thrown) {
      if (signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      runInAction(() => {
        this.opening = { kind: 'failed', failure: thrown, problems: [], newer: getNewerMessage(thrown.problems) }
      })
    }
  }

  /**
   * Restores an offered draft. The draft keeps its base revision, so that saving detects newer revisions. The old draft
   * is removed only after the new one has been written, so that a crash or a full disk loses nothing.
   *
   * `reopen` receives the symbol that was open. Returns the problems of an unreadable draft.
   */
  restore(
    draft: Draft,
    reopen: (drawing: DrawingSession, symbol: SymbolDraft) => void = () => undefined,
  ): readonly Problem[] {
    const read = readDrawing(draft.drawing, catalog)
    if (read.problems) return read.problems
    this.#use(read.value.drawing, draft.revision)
    this.session?.bus.restoreSteps(draft.steps)
    this.#unsaved?.markAllUnsaved()
    this.#keeper?.begin(draft.symbol ? undefined : draft.key)
    runInAction(() => {
      this.isDirty = true
      this.offer = null
    })
    if (draft.symbol && this.session) {
      this.#replaced = draft.key
      reopen(this.session, draft.symbol)
      this.#replaced = undefined
    }
    return []
  }

  discard(draft: Draft): void {
    void this.#removeDraft(draft.key)
    runInAction(() => {
      this.offer = null
    })
  }

  /**
   * Keeps the edits of a symbol, which has its own session, as part of this drawing's draft. `isRestored`: the draft
   * already contains edits.
   */
  keepSymbol({ id }: SymbolDefinition, session: DrawingSession, isRestored: boolean): SymbolKeeping {
    const { drawing, keeper } = { drawing: this.session, keeper: this.#keeper }
    const own = (this.#symbolKeeper = keeper?.ofSymbol(id, session.bus) ?? null)
    let isStored = isRestored
    if (isRestored) own?.begin(this.#replaced)
    session.document.onChange((diff) => {
      isStored = true
      keeper?.ensureDraft()
      own?.note(diff)
    })
    const end = (): void => {
      own?.destroy()
      if (this.#symbolKeeper === own) this.#symbolKeeper = null
    }
    return {
      leave: end,
      drop: () => {
        end()
        if (!isStored) return
        // Write its result before removing it.
        keeper?.flush()
        own?.clear(this.revision)
        if (drawing === this.session && !this.isDirty) this.#settle(this.revision)
      },
    }
  }

  /**
   * Saves the drawing. Returns true if the server has stored it. Conflicts are stored in `conflict`; the client reports
   * other failures.
   */
  async save(overRevision?: number, note?: string): Promise<boolean> {
    const { session } = this
    if (!session || this.isSaving) return false
    runInAction(() => {
      this.isSaving = true
    })
    const drawing = session.document.toDrawing()
    try {
      const saved = await this.#options.client.call(
        'drawing.save',
        { params: { id: this.id }, body: { drawing: toFileContent(drawing), ...(note && { note }) } },
        { revision: overRevision ?? this.revision, headers: { repeatSubmit: false } },
      )
      // The drawing may have been replaced meanwhile: a restored draft keeps its own base revision.
      if (session === this.session) {
        this.#markSaved(drawing, saved.revision)
        runInAction(() => {
          this.saveWarnings = saved.warnings.filter(({ component }) => component !== undefined)
        })
      }
      return true
    } catch (thrown) {
      this.#noteConflict(thrown)
      return false
    } finally {
      runInAction(() => {
        this.isSaving = false
      })
    }
  }

  /**
   * Makes a stored revision the current one and opens it. `onRestored` is called before the present drawing is
   * replaced. Returns true on success. Conflicts are stored in `conflict`; the client reports other failures.
   */
  async restoreRevision(revision: number, onRestored: () => void): Promise<boolean> {
    if (!this.session || this.isSaving) return false
    runInAction(() => {
      this.isSaving = true
    })
    try {
      await this.#options.client.call(
        'drawing.restoreRevision',
        { params: { id: this.id, revision } },
        { revision: this.revision, headers: { repeatSubmit: false } },
      )
    } catch (thrown) {
      this.#noteConflict(thrown)
      return false
    } finally {
      runInAction(() => {
        this.isSaving = false
      })
    }
    onRestored()
    await this.loadServerVersion()
    return true
  }

  /**
   * Saves the drawing as a new one. Returns undefined if the server rejects it, which the client reports. Edits made
   * during the request are not part of the copy and remain unsaved here, with their draft.
   */
  async saveAsCopy(name: string): Promise<SavedCopy | undefined> {
    const { session } = this
    if (!session || this.isSaving) return undefined
    runInAction(() => {
      this.isSaving = true
    })
    const sent = session.document.toDrawing()
    try {
      const body = { project: this.project, name, drawing: { ...toFileContent(sent), name } }
      const { id } = await this.#options.client.call('drawing.create', { body })
      const hasAll = session === this.session && !new UnsavedTracker(session.document, sent).isDirty
      if (hasAll) this.#keeper?.clear(this.revision)
      runInAction(() => {
        if (hasAll) this.isDirty = false
        this.conflict = null
      })
      return { id, hasAll }
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      return undefined
    } finally {
      runInAction(() => {
        this.isSaving = false
      })
    }
  }

  /** Replaces the drawing by the server's version. The caller must offer a download of the local version first. */
  async loadServerVersion(): Promise<void> {
    this.#keeper?.clear(this.revision)
    runInAction(() => {
      this.conflict = null
    })
    await this.open()
  }

  clearSaveWarnings(): void {
    this.saveWarnings = []
  }

  clearConflict(): void {
    this.conflict = null
  }

  /** Serialised drawing. */
  text(): string {
    return this.session ? writeDrawing(this.session.document.toDrawing()) : ''
  }

  /** Writes the draft immediately, because the page may close. */
  flushDraft(): void {
    this.#keeper?.flush()
    this.#symbolKeeper?.flush()
  }

  /** Releases all resources; resolves when the draft has been written. `open` may be called immediately afterwards. */
  async close(): Promise<void> {
    this.#reading?.abort()
    this.#releaseSession()
    const storage = this.#storage
    const keeper = this.#keeper
    this.#storage = null
    this.#keeper = null
    runInAction(() => {
      this.session = null
    })
    await keeper?.written()
    storage?.close()
  }

  /** Removes a draft. If that fails, the draft is offered again. */
  async #removeDraft(key: string): Promise<void> {
    try {
      await this.#storage?.remove(key)
    } catch (refusal) {
      console.error(refusal)
    }
  }

  #releaseSession(): void {
    this.#symbolKeeper?.destroy()
    this.#symbolKeeper = null
    this.#keeper?.destroy()
    this.#queue?.leave()
    this.#releaseDraft?.()
    this.session?.destroy()
  }

  /** Drafts of this drawing that are not open in another tab. */
  async #openStorage(): Promise<Draft[]> {
    try {
      await this.#keeper?.written()
      this.#storage ??= await this.#options.openStorage()
      const drafts = await readDrafts(this.#storage, this.#options.owners, this.id)
      const free = await Promise.all(
        drafts.map(async (draft) => ((await isLockedByOtherTab(draft.key)) ? [] : [draft])),
      )
      return free.flat()
    } catch (refusal) {
      console.error(refusal)
      this.#options.onDraftRefused()
      return []
    }
  }

  /** Undo steps stored at the last save in this browser; `null` on failure, because opening must not depend on them. */
  async #savedSteps(): Promise<SavedSteps | null> {
    try {
      return this.#storage && (await readSavedSteps(this.#storage, this.#options.owners, this.id))
    } catch (refusal) {
      console.error(refusal)
      return null
    }
  }

  /** Stores the conflict of a rejected write. Rethrows errors other than `CallFailure`. */
  #noteConflict(thrown: unknown): void {
    if (!(thrown instanceof CallFailure)) throw thrown
    if (thrown.error === 'drawing.conflict')
      runInAction(() => {
        this.conflict = toConflict(thrown)
      })
  }

  #show(stored: StoredDrawing, steps: SavedSteps | null): boolean {
    const read = readDrawingToShow(stored.drawing, catalog)
    if (read.problems) {
      runInAction(() => {
        this.opening = { kind: 'failed', failure: null, problems: read.problems, newer: getNewerMessage(read.problems) }
      })
      return false
    }
    if (read.value.newer !== null) {
      this.#showNewer(
        {
          document: new DrawingDocument(read.value.drawing),
          version: read.value.newer,
          text: stored.text ?? JSON.stringify(stored.drawing),
        },
        stored,
      )
      return false
    }
    this.#use(read.value.drawing, stored.revision)
    if (this.session) restoreSavedSteps(this.session.bus, steps, stored.revision)
    runInAction(() => {
      this.project = stored.project
      this.opening = { kind: 'ready' }
    })
    return true
  }

  /** Shows a drawing of a newer version read-only. Drafts are kept, to continue after an update. */
  #showNewer(newer: NewerVersion, { project, revision }: StoredDrawing): void {
    this.#releaseSession()
    this.#keeper = null
    runInAction(() => {
      this.session = null
      this.project = project
      this.revision = revision
      this.isDirty = false
      this.opening = { kind: 'newer', newer }
    })
  }

  #use(drawing: Drawing, revision: number): void {
    this.#releaseSession()
    const session = new DrawingSession(drawing)
    const unsaved = new UnsavedTracker(session.document)
    const key = `${this.id}/${makeId()}`
    this.#releaseDraft = lockDraft(key)
    this.#unsaved = unsaved
    this.#savedHash = null
    const queue = (this.#queue = new WriteQueue(this.#options.onDraftRefused))
    this.#keeper =
      this.#storage &&
      new DraftKeeper(
        this.#storage,
        { key, drawingId: this.id, account: this.#options.owners[0] ?? '' },
        session.bus,
        revision,
        queue,
      )
    session.document.onChange((diff) => this.#noteEdit(diff))
    runInAction(() => {
      this.session = session
      this.revision = revision
      this.isDirty = false
    })
  }

  #noteEdit(diff: Diff): void {
    this.#unsaved?.update(diff)
    const isDirty = this.#unsaved?.isDirty ?? true
    if (isDirty) this.#keeper?.note(diff)
    else this.#settle(this.revision)
    if (isDirty !== this.isDirty)
      runInAction(() => {
        this.isDirty = isDirty
      })
  }

  /** The drawing equals the server's version: removes the draft and stores the undo steps for this revision. */
  #settle(revision: number): void {
    if (!this.session || !this.#keeper) return
    this.#savedHash ??= computeHash(this.session.bus)
    this.#keeper.settle(revision, this.#savedHash)
  }

  #markSaved(drawing: Drawing, revision: number): void {
    this.#unsaved?.markSaved(drawing)
    const isDirty = this.#unsaved?.isDirty ?? false
    this.#savedHash = null
    // Edits made during the save start the next draft.
    if (isDirty) {
      this.#keeper?.clear(revision)
      this.#keeper?.begin()
    } else this.#settle(revision)
    runInAction(() => {
      this.revision = revision
      this.isDirty = isDirty
      this.conflict = null
    })
  }
}

/**
 * Drawing as in its file, without members of instances and without default values, so that a request is no larger than
 * the file.
 */
function toFileContent(drawing: Drawing): Drawing {
  return JSON.parse(writeDrawing(drawing))
}

function toConflict({ detail }: CallFailure): Conflict {
  return {
    revision: Number(detail?.['revision'] ?? 0),
    updatedBy: String(detail?.['updatedBy'] ?? ''),
    updatedAt: Number(detail?.['updatedAt'] ?? 0),
  }
}
