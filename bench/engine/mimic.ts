import type { Application } from 'pixi.js'
import { quality, TagTable } from '../../engine/bindings/index.ts'
import type { TagBatch } from '../../engine/bindings/index.ts'
import type { Id } from '../../engine/document/index.ts'
import type { Engine, EngineKind } from '../browser/engine.ts'
import { createDrawing, openDrawing, centerAt, startApplication } from './drawing.ts'
import type { OpenDrawing } from './drawing.ts'

export const mimic: EngineKind = { write: createDrawing, start: createMimic }

/**
 * Uses the complete product path: the file is parsed and validated, values enter as a batch of tags and pass through
 * bindings, and a move is a command on the bus.
 */
function createMimic(root: HTMLElement): Engine {
  const tags = new TagTable()
  let app: Application | undefined
  let drawing: OpenDrawing | undefined
  let batch = emptyBatch(0)
  let selected: readonly Id[] = []
  const opened = (): OpenDrawing => {
    if (!drawing) throw new Error('no drawing is open')
    return drawing
  }
  const draw = () => opened().stage.frame(performance.now())

  return {
    async open(text, mode) {
      app = await startApplication(root)
      drawing = openDrawing(app, text, mode, tags)
      batch = emptyBatch(drawing.document.components.size)
      draw()
    },
    set({ index, value }) {
      const at = batch.count++
      batch.ids[at] = index
      batch.values[at] = value
    },
    flush() {
      if (batch.count > 0) tags.writeBatch(batch)
      batch.count = 0
      draw()
    },
    pan: (x, y) => centerAt(opened().stage, x, y),
    zoom: (scale) => opened().stage.camera.zoomTo(scale, { x: 0, y: 0 }),
    select(indexes) {
      const ids = [...opened().document.components.keys()]
      selected = indexes.flatMap((index) => ids[index] ?? [])
    },
    move(dx, dy) {
      const result = opened().bus.run('move', { ids: selected, dx, dy })
      if (!result.ok) throw new Error(`the move was refused: ${result.code}`)
      draw()
    },
    undo() {
      if (!opened().bus.history.undo()) throw new Error('there was nothing to undo')
      draw()
    },
    destroy() {
      drawing?.runner?.destroy()
      drawing?.stage.destroy()
      app?.destroy(true)
    },
  }
}

/** Indexes of the tag table equal those of the items, because the runner adds tags in drawing order. */
function emptyBatch(size: number): TagBatch & { count: number } {
  return {
    ids: new Uint32Array(size),
    values: new Float64Array(size),
    qualities: new Uint8Array(size).fill(quality.good),
    times: new Float64Array(size),
    texts: null,
    count: 0,
  }
}
