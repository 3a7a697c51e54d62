import { catalog } from '@mimic/engine/catalog'
import type { Result } from '@mimic/engine/commands'
import { type Drawing, type Id, kindsOf, ownComponents, readDrawing, symbolDrawing, type SymbolDefinition, symbolsBeside, symbolsUsedBy } from '@mimic/engine/document'
import { action, makeObservable, observable, observableRef } from 'mobx'
import type { SymbolKeeping } from './designerStore.ts'
import type { SymbolDraft } from './drafts.ts'
import { DrawingSession } from './drawingSession.ts'

/** What is asked in a dialog of its own, with what it is about. */
export type Asked =
  | { readonly kind: 'find' | 'shortcuts' | 'angle' | 'makeSymbol' | 'history' | 'saveNote' }
  /** `ids` undefined: the whole drawing. */
  | { readonly kind: 'rebind'; readonly ids: readonly Id[] | undefined; readonly isPasted?: boolean }
  | { readonly kind: 'symbolParams' | 'librarySave'; readonly symbol: Id }

/** A symbol taken out of its drawing to be edited by itself. */
export interface SymbolEditing {
  readonly symbol: SymbolDefinition
  readonly session: DrawingSession
  /** The session that it was taken out of. */
  readonly drawing: DrawingSession
}

/** Keeps what is edited of a symbol, so that a crash does not cost it. */
export type KeepSymbol = (symbol: SymbolDefinition, session: DrawingSession, isRestored: boolean) => SymbolKeeping

/** What lies on the designer's desk beside the drawing: one dialog at most, and perhaps a symbol that is being edited. */
export class DialogState {
  asked: Asked | null = null
  editing: SymbolEditing | null = null
  hasMinimap: boolean
  /** The component whose text is being written where it stands. */
  writing: Id | null = null
  readonly #keep: KeepSymbol | null
  #keeping: SymbolKeeping | null = null

  constructor(hasMinimap = false, keep: KeepSymbol | null = null) {
    this.hasMinimap = hasMinimap
    this.#keep = keep
    makeObservable(this, {
      asked: observableRef, editing: observableRef, hasMinimap: observable, writing: observable,
      ask: action, close: action, editSymbol: action, reopenSymbol: action, leaveSymbol: action, abandonSymbol: action, showMinimap: action, writeIn: action,
    })
  }

  /** The symbols that nothing may bring into the one that is edited: itself, and all that are made of it. */
  get barred(): readonly SymbolDefinition[] {
    return this.editing ? madeOf(this.editing.symbol, this.editing.drawing) : []
  }

  showMinimap(isShown: boolean): void {
    this.hasMinimap = isShown
  }

  /** Null: no longer. */
  writeIn(id: Id | null): void {
    this.writing = id
  }

  ask(asked: Asked): void {
    this.asked = asked
  }

  close(): void {
    this.asked = null
  }

  /** Takes a symbol of the drawing out; what is done to it comes into the drawing only when it is taken over. */
  editSymbol(drawing: DrawingSession, id: Id): void {
    const symbol = drawing.document.symbols.find((one) => one.id === id)
    if (!symbol || this.editing) return
    const own = symbolDrawing(symbol, drawing.document.symbols, catalog, drawing.document.layer.theme)
    // All that it can be made of is at hand, not only what it is made of already.
    this.#open(drawing, symbol, { ...own, symbols: symbolsBeside(symbol, drawing.document.symbols) }, false)
  }

  /** Takes a symbol out as it was left by an earlier visit, with what could be undone. False: the drawing has no such symbol, or what is kept is none. */
  reopenSymbol(drawing: DrawingSession, draft: SymbolDraft): boolean {
    const symbol = drawing.document.symbols.find(({ id }) => id === draft.id)
    const read = symbol && readDrawing(draft.drawing, catalog, {}, kindsOf(symbol.params))
    if (!symbol || !read?.value || this.editing) return false
    this.#open(drawing, symbol, read.value.drawing, true, draft.steps)
    return true
  }

  /** Makes the edited symbol that of the drawing, and so every instance, as one step of undo. */
  takeOver(drawing: DrawingSession): Result {
    if (!this.editing) return { ok: true }
    const { symbol, session } = this.editing
    const { width, height } = session.document.layer
    const components = ownComponents(session.document.toDrawing())
    // What was pasted or taken from the library brought its own symbols, which the drawing may lack.
    const symbols = symbolsUsedBy(components, session.document.symbols)
    const result = drawing.ask('update-symbol', { symbol: symbol.id, name: session.document.name, width, height, components, symbols })
    if (result.ok) this.leaveSymbol()
    return result
  }

  /** Puts the symbol back as it was. */
  leaveSymbol(): void {
    const keeping = this.#keeping
    this.abandonSymbol(this.editing?.drawing)
    keeping?.drop()
  }

  /** The page goes, or another drawing comes in the place of this one: what was edited of its symbol stays in its draft. */
  abandonSymbol(drawing: DrawingSession | null | undefined): void {
    if (!this.editing || this.editing.drawing !== drawing) return
    this.#keeping?.leave()
    this.#keeping = null
    this.editing.session.destroy()
    this.editing = null
  }

  #open(drawing: DrawingSession, symbol: SymbolDefinition, own: Drawing, isRestored: boolean, steps?: unknown): void {
    const session = new DrawingSession(own, symbol.params, new Set(madeOf(symbol, drawing).map(({ id }) => id)))
    if (steps !== undefined) session.bus.restoreSteps(steps)
    this.#keeping = this.#keep?.(symbol, session, isRestored) ?? null
    this.editing = { symbol, session, drawing }
    this.asked = null
  }
}

/** A symbol of a drawing, and all there that are made of it. */
function madeOf(symbol: SymbolDefinition, { document: { symbols } }: DrawingSession): readonly SymbolDefinition[] {
  const beside = new Set(symbolsBeside(symbol, symbols))
  return symbols.filter((one) => !beside.has(one))
}
