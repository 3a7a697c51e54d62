import { catalog } from '@mimic/engine/catalog'
import type { Result } from '@mimic/engine/commands'
import { type Id, ownComponents, symbolDrawing, type SymbolDefinition } from '@mimic/engine/document'
import { action, makeObservable, observable, observableRef } from 'mobx'
import { DrawingSession } from './drawingSession.ts'

/** What is asked in a dialog of its own, with what it is about. */
export type Asked =
  | { readonly kind: 'find' | 'shortcuts' | 'angle' | 'makeSymbol' }
  /** `ids` undefined: the whole drawing. */
  | { readonly kind: 'rebind'; readonly ids: readonly Id[] | undefined; readonly isPasted?: boolean }
  | { readonly kind: 'symbolParams'; readonly symbol: Id }

/** A symbol taken out of its drawing to be edited by itself. */
export interface SymbolEditing {
  readonly symbol: SymbolDefinition
  readonly session: DrawingSession
}

/** What lies on the designer's desk beside the drawing: one dialog at most, and perhaps a symbol that is being edited. */
export class Desk {
  asked: Asked | null = null
  editing: SymbolEditing | null = null
  hasMinimap: boolean

  constructor(hasMinimap = false) {
    this.hasMinimap = hasMinimap
    makeObservable(this, {
      asked: observableRef, editing: observableRef, hasMinimap: observable,
      ask: action, close: action, editSymbol: action, leaveSymbol: action, showMinimap: action,
    })
  }

  showMinimap(isShown: boolean): void {
    this.hasMinimap = isShown
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
    const session = new DrawingSession(symbolDrawing(symbol, drawing.document.symbols, catalog), symbol.params)
    this.editing = { symbol, session }
    this.asked = null
  }

  /** Makes the edited symbol that of the drawing, and so every instance, as one step of undo. */
  takeOver(drawing: DrawingSession): Result {
    if (!this.editing) return { ok: true }
    const { symbol, session } = this.editing
    const { width, height } = session.document.layer
    const components = ownComponents(session.document.toDrawing())
    const result = drawing.ask('update-symbol', { symbol: symbol.id, name: session.document.name, width, height, components })
    if (result.ok) this.leaveSymbol()
    return result
  }

  /** Puts the symbol back as it was. */
  leaveSymbol(): void {
    this.editing?.session.destroy()
    this.editing = null
  }
}
