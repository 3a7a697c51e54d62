import { createContext, use } from 'react'
import type { DesignerStore } from './session/designerStore.ts'
import type { DrawingSession } from './session/drawingSession.ts'

interface DesignerParts {
  readonly store: DesignerStore
  readonly session: DrawingSession
}

export const DesignerContext = createContext<DesignerParts | null>(null)

/** The opened drawing and its store, for the parts of the designer's page. */
export function useDesigner(): DesignerParts {
  const parts = use(DesignerContext)
  if (!parts) throw new Error('useDesigner outside DesignerContext')
  return parts
}
