import { createContext, use } from 'react'
import type { DialogState } from './session/dialogState.ts'
import type { DesignerStore } from './session/designerStore.ts'
import type { DrawingSession } from './session/drawingSession.ts'
import type { SymbolLibrary } from './session/symbolLibrary.ts'

interface DesignerContextValue {
  readonly store: DesignerStore
  /** Edited session: the drawing, or a symbol opened from it. */
  readonly session: DrawingSession
  /** Session of the drawing itself. */
  readonly drawing: DrawingSession
  readonly dialogState: DialogState
  readonly library: SymbolLibrary
}

export const DesignerContext = createContext<DesignerContextValue | null>(null)

/** Returns the opened drawing, its store and the page state, for the components of the designer. */
export function useDesigner(): DesignerContextValue {
  const parts = use(DesignerContext)
  if (!parts) throw new Error('useDesigner outside DesignerContext')
  return parts
}
