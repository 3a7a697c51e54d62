import type { Result } from '@mimic/engine/commands'
import type { DrawingSession } from '../session/drawingSession.ts'

/**
 * Inserts the components of another drawing in the centre of the view and selects them. Zooms out if they are larger
 * than the view.
 */
export function insertInView(session: DrawingSession, drawing: unknown): Result {
  const { editor } = session
  const seen = editor?.stage.camera.visible
  const result = session.ask('paste', { drawing, ...(seen && { middle: { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 } }) })
  if (result.ok) editor?.view.reveal()
  return result
}
