import { catalog } from '@mimic/engine/catalog'
import { DrawingDocument, makeId, readDrawing, readDrawingToShow, writeDrawing, type Diff, type Drawing, type SymbolDefinition } from '@mimic/engine/document'
import type { Problem, Words } from '@mimic/engine/schema'
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { SavedDrawing, StoredDrawing } from '../../../contract/routes.ts'
import { wordsOfNewer } from '../../kit/newerDrawing.ts'
import type { Client } from '../../net/client.ts'
import { CallFailure } from '../../net/failure.ts'
import { DraftKeeper } from './draftKeeper.ts'
import { type Draft, draftsOfAny, type DraftShelf, savedStepsOfAny, type SymbolDraft } from './drafts.ts'
import { DrawingSession } from './drawingSession.ts'
import { isOpenElsewhere, holdDraft } from './draftLock.ts'
import type { NewerVersion } from './newerVersion.ts'
import { hashOf, restoreSavedSteps, type SavedSteps } from './savedSteps.ts'
import { Unsaved } from './unsaved.ts'
import { WriteQueue } from './writeQueue.ts'

export type SaveState = 'saved' | 'unsaved' | 'saving'

/** Someone else saved first: who, when and which revision. */
export interface Conflict {
  readonly revision: number
  readonly updatedBy: string
  readonly updatedAt: number
}

export type Opening =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: CallFailure | null; readonly problems: readonly Problem[]; /** A newer program saved it: only an update helps. */ readonly newer: Words | null }
  | { readonly kind: 'ready' }
  | { readonly kind: 'newer'; readonly newer: NewerVersion }

/** A drawing saved under another name. `hasAll`: nothing was edited since it was sent. */
export interface SavedCopy {
  readonly id: string
  readonly hasAll: boolean
}

/** What is kept of a symbol that was taken out: `drop` when it was put back or left as it was, `leave` when the page goes. */
export interface SymbolKeeping {
  drop(): void
  leave(): void
}

interface DesignerNeeds {
  readonly client: Client
  /** Whose unsaved work it is: what it is kept by, then what else it may have been kept by. */
  readonly owners: readonly string[]
  /** Drafts cannot be kept in this browser. */
  readonly onDraftRefused: () => void
  /** Where unsaved work is kept; rejects where nothing can be. */
  readonly openShelf: () => Promise<DraftShelf>
}

/** One drawing in the designer: opened from the server, edited, kept as a draft, saved against its revision. */
export class DesignerStore {
  readonly id: string
  opening: Opening = { kind: 'loading' }
  session: DrawingSession | null = null
  project = ''
  revision = 0
  isSaving = false
  isDirty = false
  conflict: Conflict | null = null
  /** Of the last save: what the server stored although it does not work. */
  saveWarnings: SavedDrawing['warnings'] = []
  /** Unsaved work of an earlier visit, offered once. */
  offer: Draft | null = null
  readonly #needs: DesignerNeeds
  #reading: AbortController | null = null
  #shelf: DraftShelf | null = null
  #keeper: DraftKeeper | null = null
  #unsaved: Unsaved | null = null
  #releaseDraft: (() => void) | null = null
  #symbolKeeper: DraftKeeper | null = null
  #queue: WriteQueue | null = null
  /** Of the server's drawing, worked out when it is first needed. */
  #savedHash: string | null = null
  /** The draft that goes once the symbol that was open in it is written again. */
  #replaced: string | undefined

  constructor(id: string, needs: DesignerNeeds) {
    this.id = id
    this.#needs = needs
    makeObservable(this, {
      opening: observableRef, session: observableRef, project: observable, revision: observable, isSaving: observable,
      isDirty: observable, conflict: observableRef, offer: observableRef, saveWarnings: observableRef, state: computed,
      forgetConflict: action, forgetSaveWarnings: action,
    })
  }

  get state(): SaveState {
    if (this.isSaving) return 'saving'
    return this.isDirty ? 'unsaved' : 'saved'
  }

  /** Whether unsaved work would be found again: the browser has refused none of it so far. */
  get keepsDraft(): boolean {
    return this.#keeper !== null && this.#queue?.isRefused === false
  }

  /** Reads the drawing and any draft of it; what fails is in `opening`. */
  async open(): Promise<void> {
    const { signal } = this.#reading = new AbortController()
    runInAction(() => { this.opening = { kind: 'loading' } })
    try {
      const call = { quiet: true, signal } as const
      const stored = await this.#needs.client.call('drawing.read', { params: { id: this.id } }, call)
      const drafts = await this.#openShelf()
      const steps = await this.#savedSteps()
      if (signal.aborted) return
      if (!this.#show(stored, steps)) return
      runInAction(() => { this.offer = drafts[0] ?? null })
    } catch (thrown) {
      if (signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      runInAction(() => { this.opening = { kind: 'failed', failure: thrown, problems: [], newer: wordsOfNewer(thrown.problems) } })
    }
  }

  /**
   * Takes an offered draft. It keeps the revision that it began with, so that saving it asks if someone else saved
   * since. The old draft goes when the new one is written, so that a crash or a full disk between them costs nothing.
   * `reopen` is handed the symbol that was open.
   */
  restore(draft: Draft, reopen: (drawing: DrawingSession, symbol: SymbolDraft) => void = () => undefined): readonly Problem[] {
    const read = readDrawing(draft.drawing, catalog)
    if (read.problems) return read.problems
    this.#use(read.value.drawing, draft.revision)
    this.session?.bus.restoreSteps(draft.steps)
    this.#unsaved?.markAll()
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
    void this.#forgetDraft(draft.key)
    runInAction(() => { this.offer = null })
  }

  /**
   * Keeps what is edited of a symbol in a session of its own, as part of this drawing's draft. `isRestored`: there is
   * something to keep already.
   */
  keepSymbol({ id }: SymbolDefinition, session: DrawingSession, isRestored: boolean): SymbolKeeping {
    const { drawing, keeper } = { drawing: this.session, keeper: this.#keeper }
    const own = this.#symbolKeeper = keeper?.ofSymbol(id, session.bus) ?? null
    let isKept = isRestored
    if (isRestored) own?.begin(this.#replaced)
    session.document.onChange((diff) => {
      isKept = true
      keeper?.hold()
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
        if (!isKept) return
        // What came of it is written before it goes.
        keeper?.flush()
        own?.clear(this.revision)
        if (drawing === this.session && !this.isDirty) this.#settle(this.revision)
      },
    }
  }

  /** True when the server has it. A conflict is in `conflict`; other failures have been told. */
  async save(overRevision?: number, note?: string): Promise<boolean> {
    const { session } = this
    if (!session || this.isSaving) return false
    runInAction(() => { this.isSaving = true })
    const drawing = session.document.toDrawing()
    try {
      const saved = await this.#needs.client.call(
        'drawing.save', { params: { id: this.id }, body: { drawing: fileOf(drawing), ...(note && { note }) } },
        { revision: overRevision ?? this.revision, headers: { repeatSubmit: false } },
      )
      // Another drawing may have been put in its place meanwhile: a restored draft still begins from its own revision.
      if (session === this.session) {
        this.#wasSaved(drawing, saved.revision)
        runInAction(() => { this.saveWarnings = saved.warnings.filter(({ component }) => component !== undefined) })
      }
      return true
    } catch (thrown) {
      this.#noteConflict(thrown)
      return false
    } finally {
      runInAction(() => { this.isSaving = false })
    }
  }

  /**
   * Makes a stored revision the newest one and opens it in place of what is here; `onRestored` is called before that is let go. True when it is
   * done. A conflict is in `conflict`, as that of a save; other failures have been told.
   */
  async restoreRevision(revision: number, onRestored: () => void): Promise<boolean> {
    if (!this.session || this.isSaving) return false
    runInAction(() => { this.isSaving = true })
    try {
      await this.#needs.client.call('drawing.restoreRevision', { params: { id: this.id, revision } }, { revision: this.revision, headers: { repeatSubmit: false } })
    } catch (thrown) {
      this.#noteConflict(thrown)
      return false
    } finally {
      runInAction(() => { this.isSaving = false })
    }
    onRestored()
    await this.loadTheirs()
    return true
  }

  /**
   * Saves what is here as a new drawing; undefined when the server refused (told by then). What was edited while it was
   * on its way is not in the copy: it stays unsaved here, with its draft.
   */
  async saveAsCopy(name: string): Promise<SavedCopy | undefined> {
    const { session } = this
    if (!session || this.isSaving) return undefined
    runInAction(() => { this.isSaving = true })
    const sent = session.document.toDrawing()
    try {
      const body = { project: this.project, name, drawing: { ...fileOf(sent), name } }
      const { id } = await this.#needs.client.call('drawing.create', { body })
      const hasAll = session === this.session && !new Unsaved(session.document, sent).any
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
      runInAction(() => { this.isSaving = false })
    }
  }

  /** Opens the server's drawing in place of this one; the caller has given the person a file of theirs. */
  async loadTheirs(): Promise<void> {
    this.#keeper?.clear(this.revision)
    runInAction(() => { this.conflict = null })
    await this.open()
  }

  forgetSaveWarnings(): void {
    this.saveWarnings = []
  }

  forgetConflict(): void {
    this.conflict = null
  }

  /** The drawing as its file. */
  text(): string {
    return this.session ? writeDrawing(this.session.document.toDrawing()) : ''
  }

  /** Writes the draft now: the page may be gone in a moment. */
  flushDraft(): void {
    this.#keeper?.flush()
    this.#symbolKeeper?.flush()
  }

  /** Lets go of everything, and settles when the draft is written; `open` may follow at once. */
  async close(): Promise<void> {
    this.#reading?.abort()
    this.#letGo()
    const shelf = this.#shelf
    const keeper = this.#keeper
    this.#shelf = null
    this.#keeper = null
    runInAction(() => { this.session = null })
    await keeper?.written()
    shelf?.close()
  }

  /** A draft that the browser will not remove is offered once more. */
  async #forgetDraft(key: string): Promise<void> {
    try {
      await this.#shelf?.remove(key)
    } catch (refusal) {
      console.error(refusal)
    }
  }

  #letGo(): void {
    this.#symbolKeeper?.destroy()
    this.#symbolKeeper = null
    this.#keeper?.destroy()
    this.#queue?.leave()
    this.#releaseDraft?.()
    this.session?.destroy()
  }

  /** The drafts of this drawing that no other tab has open. */
  async #openShelf(): Promise<Draft[]> {
    try {
      await this.#keeper?.written()
      this.#shelf ??= await this.#needs.openShelf()
      const drafts = await draftsOfAny(this.#shelf, this.#needs.owners, this.id)
      const free = await Promise.all(drafts.map(async (draft) => ((await isOpenElsewhere(draft.key)) ? [] : [draft])))
      return free.flat()
    } catch (refusal) {
      console.error(refusal)
      this.#needs.onDraftRefused()
      return []
    }
  }

  /** What could be undone when the drawing was saved here; it does not hang on that. */
  async #savedSteps(): Promise<SavedSteps | null> {
    try {
      return this.#shelf && await savedStepsOfAny(this.#shelf, this.#needs.owners, this.id)
    } catch (refusal) {
      console.error(refusal)
      return null
    }
  }

  /** Of a write that was refused; what is no refusal is thrown on. */
  #noteConflict(thrown: unknown): void {
    if (!(thrown instanceof CallFailure)) throw thrown
    if (thrown.error === 'drawing.conflict') runInAction(() => { this.conflict = conflictOf(thrown) })
  }

  #show(stored: StoredDrawing, steps: SavedSteps | null): boolean {
    const read = readDrawingToShow(stored.drawing, catalog)
    if (read.problems) {
      runInAction(() => { this.opening = { kind: 'failed', failure: null, problems: read.problems, newer: wordsOfNewer(read.problems) } })
      return false
    }
    if (read.value.newer !== null) {
      this.#look({ document: new DrawingDocument(read.value.drawing), version: read.value.newer, text: stored.text ?? JSON.stringify(stored.drawing) }, stored)
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

  /** A draft of an earlier visit stays where it is, for the day when it can be gone on with. */
  #look(newer: NewerVersion, { project, revision }: StoredDrawing): void {
    this.#letGo()
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
    this.#letGo()
    const session = new DrawingSession(drawing)
    const unsaved = new Unsaved(session.document)
    const key = `${this.id}/${makeId()}`
    this.#releaseDraft = holdDraft(key)
    this.#unsaved = unsaved
    this.#savedHash = null
    const queue = this.#queue = new WriteQueue(this.#needs.onDraftRefused)
    this.#keeper = this.#shelf && new DraftKeeper(this.#shelf, { key, drawingId: this.id, account: this.#needs.owners[0] ?? '' }, session.bus, revision, queue)
    session.document.onChange((diff) => this.#noteEdit(diff))
    runInAction(() => {
      this.session = session
      this.revision = revision
      this.isDirty = false
    })
  }

  #noteEdit(diff: Diff): void {
    this.#unsaved?.note(diff)
    const isDirty = this.#unsaved?.any ?? true
    if (isDirty) this.#keeper?.note(diff)
    else this.#settle(this.revision)
    if (isDirty !== this.isDirty) runInAction(() => { this.isDirty = isDirty })
  }

  /** The drawing here is the server's: no draft, and undo is kept beside the revision. */
  #settle(revision: number): void {
    if (!this.session || !this.#keeper) return
    this.#savedHash ??= hashOf(this.session.bus)
    this.#keeper.settle(revision, this.#savedHash)
  }

  #wasSaved(drawing: Drawing, revision: number): void {
    this.#unsaved?.mark(drawing)
    const isDirty = this.#unsaved?.any ?? false
    this.#savedHash = null
    // What was edited while the save was on its way begins the next draft.
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

/** What its file says, to be read as one: without members of instances and without what is as in a plain component, so that a request is no larger than the file. */
function fileOf(drawing: Drawing): Drawing {
  return JSON.parse(writeDrawing(drawing))
}

function conflictOf({ detail }: CallFailure): Conflict {
  return {
    revision: Number(detail?.['revision'] ?? 0),
    updatedBy: String(detail?.['updatedBy'] ?? ''),
    updatedAt: Number(detail?.['updatedAt'] ?? 0),
  }
}
