import type { Result } from '@mimic/engine/commands'
import type { DrawingSession } from '../session/drawingSession.ts'

/**
 * Inserts the components of another drawing in the centre of the view and selects them. Zooms out if they are larger
 * than the view.
 */
export function insertInView(session: DrawingSession, drawing: unknown): Result {
  const { editor } = session
  const visibleArea = editor?.stage.camera.visible
  const result = session.runWithResult('paste', {
    drawing,
    ...(visibleArea && {
      middle: { x: visibleArea.x + visibleArea.width / 2, y: visibleArea.y + visibleArea.height / 2 },
    }),
  })
  if (result.ok) editor?.view.reveal()
  return result
}
