import { catalog } from '@mimic/engine/catalog'
import type { Result } from '@mimic/engine/commands'
import {
  type Drawing,
  type Id,
  getParamKinds,
  getOwnComponents,
  readDrawing,
  symbolDrawing,
  type SymbolDefinition,
  symbolsBeside,
  symbolsUsedBy,
} from '@mimic/engine/document'
import { action, makeObservable, observable, observableRef } from 'mobx'
import type { SymbolKeeping } from './designerStore.ts'
import type { SymbolDraft } from './drafts.ts'
import { DrawingSession } from './drawingSession.ts'

/** Requested dialog with its subject. */
export type DesignerDialog =
  | { readonly kind: 'find' | 'shortcuts' | 'angle' | 'makeSymbol' | 'history' | 'saveNote' }
  /** `ids` is undefined for the whole drawing. */
  | { readonly kind: 'rebind'; readonly ids: readonly Id[] | undefined; readonly isPasted?: boolean }
  | { readonly kind: 'symbolParams' | 'librarySave'; readonly symbol: Id }

/** Symbol that is edited separately. */
export interface SymbolEditing {
  readonly symbol: SymbolDefinition
  readonly session: DrawingSession
  /** Session the symbol was opened from. */
  readonly drawing: DrawingSession
}

/** Stores the edits of a symbol as draft, so that a crash does not lose them. */
export type KeepSymbol = (symbol: SymbolDefinition, session: DrawingSession, isRestored: boolean) => SymbolKeeping

/** State of the designer page besides the drawing: at most one dialog, and at most one edited symbol. */
export class DialogState {
  dialog: DesignerDialog | null = null
  editing: SymbolEditing | null = null
  hasMinimap: boolean
  /** Component whose text is edited inline. */
  editedText: Id | null = null
  readonly #keep: KeepSymbol | null
  #keeping: SymbolKeeping | null = null

  constructor(hasMinimap = false, keep: KeepSymbol | null = null) {
    this.hasMinimap = hasMinimap
    this.#keep = keep
    makeObservable(this, {
      dialog: observableRef,
      editing: observableRef,
      hasMinimap: observable,
      editedText: observable,
      openDialog: action,
      close: action,
      editSymbol: action,
      reopenSymbol: action,
      leaveSymbol: action,
      abandonSymbol: action,
      showMinimap: action,
      editText: action,
    })
  }

  /** Symbols that must not be used in the edited one: itself and all symbols that contain it. */
  get forbiddenSymbols(): readonly SymbolDefinition[] {
    return this.editing ? getDependents(this.editing.symbol, this.editing.drawing) : []
  }

  showMinimap(isShown: boolean): void {
    this.hasMinimap = isShown
  }

  /** Starts inline text editing of a component; `null` ends it. */
  editText(id: Id | null): void {
    this.editedText = id
  }

  openDialog(request: DesignerDialog): void {
    this.dialog = request
  }

  close(): void {
    this.dialog = null
  }

  /** Opens a symbol of the drawing for editing. `takeOver` applies the changes to the drawing. */
  editSymbol(drawing: DrawingSession, id: Id): void {
    const symbol = drawing.document.symbols.find((one) => one.id === id)
    if (!symbol || this.editing) return
    const own = symbolDrawing(symbol, drawing.document.symbols, catalog, drawing.document.layer.theme)
    // Provide all symbols that may be used in it, not only those it already contains.
    this.#open(drawing, symbol, { ...own, symbols: symbolsBeside(symbol, drawing.document.symbols) }, false)
  }

  /**
   * Reopens a symbol from a draft, with its undo steps. Returns false if the drawing no longer contains the symbol or
   * the draft is unreadable.
   */
  reopenSymbol(drawing: DrawingSession, draft: SymbolDraft): boolean {
    const symbol = drawing.document.symbols.find(({ id }) => id === draft.id)
    const read = symbol && readDrawing(draft.drawing, catalog, {}, getParamKinds(symbol.params))
    if (!symbol || !read?.value || this.editing) return false
    this.#open(drawing, symbol, read.value.drawing, true, draft.steps)
    return true
  }

  /** Applies the edited symbol to the drawing and all its instances, as one undo step. */
  takeOver(drawing: DrawingSession): Result {
    if (!this.editing) return { ok: true }
    const { symbol, session } = this.editing
    const { width, height } = session.document.layer
    const components = getOwnComponents(session.document.toDrawing())
    // Pasted content and library entries include their own symbols, which the drawing may not contain yet.
    const symbols = symbolsUsedBy(components, session.document.symbols)
    const result = drawing.runWithResult('update-symbol', {
      symbol: symbol.id,
      name: session.document.name,
      width,
      height,
      components,
      symbols,
    })
    if (result.ok) this.leaveSymbol()
    return result
  }

  /** Closes the edited symbol without applying its changes. */
  leaveSymbol(): void {
    const keeping = this.#keeping
    this.abandonSymbol(this.editing?.drawing)
    keeping?.drop()
  }

  /** Closes the edited symbol because the page closes or the drawing is replaced. Its edits remain in the draft. */
  abandonSymbol(drawing: DrawingSession | null | undefined): void {
    if (!this.editing || this.editing.drawing !== drawing) return
    this.#keeping?.leave()
    this.#keeping = null
    this.editing.session.destroy()
    this.editing = null
  }

  #open(drawing: DrawingSession, symbol: SymbolDefinition, own: Drawing, isRestored: boolean, steps?: unknown): void {
    const session = new DrawingSession(own, symbol.params, new Set(getDependents(symbol, drawing).map(({ id }) => id)))
    if (steps !== undefined) session.bus.restoreSteps(steps)
    this.#keeping = this.#keep?.(symbol, session, isRestored) ?? null
    this.editing = { symbol, session, drawing }
    this.dialog = null
  }
}

/** A symbol and all symbols of the drawing that contain it. */
function getDependents(
  symbol: SymbolDefinition,
  { document: { symbols } }: DrawingSession,
): readonly SymbolDefinition[] {
  const beside = new Set(symbolsBeside(symbol, symbols))
  return symbols.filter((one) => !beside.has(one))
}
