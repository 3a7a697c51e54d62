import type { Catalog } from '../components/catalog.ts'
import { CommandBus } from '../commands/index.ts'
import type { DrawingDocument } from '../document/index.ts'
import type { Stage } from '../stage/index.ts'
import { createClipboard, type Clipboard } from './clipboard.ts'
import { createFeedback } from './feedback.ts'
import { listenToKeys } from './keyboard.ts'
import { createNudge } from './nudge.ts'
import { createOverlay } from './overlay.ts'
import { listenToPointer } from './pointer.ts'
import { createSelection, type Selection } from './selection.ts'
import { createToolbox, type Toolbox } from './tools/toolbox.ts'

/** What a drawing is edited with. It wires its parts and forwards nothing: say `editor.bus.run(…)`, `editor.selection.set(…)`. */
export interface Editor {
  readonly stage: Stage
  readonly bus: CommandBus
  readonly selection: Selection
  readonly tools: Toolbox
  readonly clipboard: Clipboard
  destroy(): void
}

/**
 * Puts an editor on a stage: tools on its pointer, keys on its canvas, handles on its overlay. A bus given from outside
 * outlives the editor: a stage that has to be made again keeps its undo steps.
 */
export function createEditor(stage: Stage, document: DrawingDocument, catalog: Catalog, bus = new CommandBus(document, catalog)): Editor {
  const selection = createSelection(document)
  const feedback = createFeedback()
  const tools = createToolbox({ document, catalog, bus, selection, feedback, view: stage })
  const clipboard = createClipboard(document, bus, selection)
  const nudge = createNudge(document, bus, selection)
  const { canvas, camera } = stage
  const overlay = createOverlay({ overlay: stage.overlay, document, selection, feedback, camera })

  let isDirty = true
  const redraw = (): void => {
    isDirty = true
    stage.requestFrame()
  }
  const endings = [
    bus.trackSelection(() => selection.ids, (ids) => selection.set(ids)),
    selection.onChange(redraw),
    feedback.onChange(() => {
      canvas.style.cursor = feedback.state.cursor
      redraw()
    }),
    document.onChange(redraw),
    camera.onMoved(redraw),
    stage.beforeDraw(() => {
      if (isDirty) overlay.draw()
      isDirty = false
    }),
    listenToPointer({
      canvas,
      toWorld: (screen) => camera.toWorld(screen),
      tool: () => {
        nudge.end()
        return tools.active
      },
      pan: tools.pan,
      left: () => feedback.show({ hover: null, ghost: null }),
    }),
    listenToKeys({ canvas, bus, document, selection, clipboard, nudge, cancelTool: () => tools.cancel() }),
    focusable(canvas),
  ]
  redraw()

  return {
    stage,
    bus,
    selection,
    tools,
    clipboard,
    destroy() {
      nudge.end()
      for (const end of endings.toReversed()) end()
      overlay.destroy()
      selection.destroy()
    },
  }
}

function focusable(canvas: HTMLCanvasElement): () => void {
  const before = canvas.tabIndex
  canvas.tabIndex = 0
  return () => {
    canvas.tabIndex = before
    canvas.style.cursor = ''
  }
}
