import { TagTable } from '../../engine/bindings/index.ts'
import { catalog } from '../../engine/components/catalog.ts'
import { createEditor } from '../../engine/editing/index.ts'
import type { Span } from '../browser/measure.ts'
import { makeItems } from '../browser/workload.ts'
import { createDrawing, openDrawing, startApplication } from './drawing.ts'

/**
 * Selects and deletes all components of a drawing and returns the milliseconds of each undo, including the repaint and
 * an editor that restores the selection.
 */
export async function undoDeletes(root: HTMLElement, count: number, { durationMs, warmUpMs }: Span): Promise<number[]> {
  const { document, stage, bus } = openDrawing(
    await startApplication(root),
    createDrawing(makeItems(count)),
    'edit',
    new TagTable(),
  )
  const editor = createEditor(stage, document, catalog, bus)
  const ids = [...document.components.keys()]
  const times: number[] = []
  const start = performance.now()
  do {
    editor.selection.set(ids)
    if (!bus.run('del', { ids }).ok || document.size > 0) throw new Error('not everything was deleted')
    stage.frame(performance.now())
    await new Promise<number>((resolve) => {
      requestAnimationFrame(resolve)
    })
    const startedAt = performance.now()
    bus.history.undo()
    stage.frame(performance.now())
    if (startedAt - start > warmUpMs) times.push(performance.now() - startedAt)
    if (document.size !== count || editor.selection.ids.length !== count) throw new Error('not everything came back')
  } while (performance.now() - start < warmUpMs + durationMs)
  return times
}
