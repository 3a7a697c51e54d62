import { createContext, use } from 'react'
import type { DialogState } from './session/dialogState.ts'
import type { DesignerStore } from './session/designerStore.ts'
import type { DrawingSession } from './session/drawingSession.ts'
import type { LibraryShelf } from './session/libraryShelf.ts'

interface DesignerParts {
  readonly store: DesignerStore
  /** What is edited: the drawing, or a symbol taken out of it. */
  readonly session: DrawingSession
  /** The drawing itself. */
  readonly drawing: DrawingSession
  readonly desk: DialogState
  readonly library: LibraryShelf
}

export const DesignerContext = createContext<DesignerParts | null>(null)

/** The opened drawing, its store and its desk, for the parts of the designer's page. */
export function useDesigner(): DesignerParts {
  const parts = use(DesignerContext)
  if (!parts) throw new Error('useDesigner outside DesignerContext')
  return parts
}
