import type { Catalog } from '../components/catalog.ts'
import { CommandBus } from '../commands/index.ts'
import type { DrawingDocument } from '../document/index.ts'
import type { Stage } from '../stage/index.ts'
import { createSnapSettings, type SnapSettings } from './snapSettings.ts'
import { createClipboard, type Clipboard } from './clipboard.ts'
import { createFeedback } from './feedback.ts'
import { createGuides, type Guides } from './guides.ts'
import { createHandleKeys } from './handleKeys.ts'
import { listenToKeys } from './keyboard.ts'
import { createNudge } from './nudge.ts'
import { createOverlay } from './overlay.ts'
import { createPathPoints, type PathPoints } from './pathPoints.ts'
import { listenToPointer } from './pointer.ts'
import { createSelectionCache } from './selectionCache.ts'
import { createSelection, type Selection } from './selection.ts'
import { listenToToolKeys } from './toolKeys.ts'
import { guideTool } from './tools/guide.ts'
import { createToolbox, type Toolbox } from './tools/toolbox.ts'
import { createView, type EditorView } from './view.ts'

/** What a drawing is edited with. It wires its parts and forwards nothing: say `editor.bus.run(…)`, `editor.selection.set(…)`. */
export interface Editor {
  readonly stage: Stage
  readonly bus: CommandBus
  readonly selection: Selection
  readonly tools: Toolbox
  readonly clipboard: Clipboard
  /** Grid, rulers, what snaps: the person's own choice. */
  readonly aids: SnapSettings
  /** Lines over the drawing that what is dragged comes level with. */
  readonly guides: Guides
  /** The points of the selected line, pipe or connector. */
  readonly points: PathPoints
  readonly view: EditorView
  /** Whether the screen around the drawing is dark: the rulers go with it. */
  setDark(isDark: boolean): void
  /** Takes tools, keys and handles off the stage; document and history stay. */
  destroy(): void
}

/**
 * Puts an editor on a stage: tools on its pointer, keys on its canvas, handles on its overlay. A bus given from outside
 * outlives the editor: a stage that has to be made again keeps its undo steps.
 */
export function createEditor(stage: Stage, document: DrawingDocument, catalog: Catalog, bus = new CommandBus(document, catalog)): Editor {
  const selection = createSelection(document)
  const feedback = createFeedback()
  const aids = createSnapSettings()
  const guides = createGuides()
  const points = createPathPoints(document, catalog, bus, selection)
  const selected = createSelectionCache(document, selection)
  const context = { document, catalog, bus, selection, selected, feedback, aids, guides, points, view: stage }
  const tools = createToolbox(context)
  const guideLines = guideTool({ ...context, finish: () => tools.use('select') }, guides)
  const handles = createHandleKeys({ ...context, finish: () => tools.use('select') })
  const clipboard = createClipboard(document, bus, selection, catalog)
  const nudge = createNudge(document, bus, selection)
  const { canvas, camera } = stage
  const view = createView(camera, document, selection)
  const overlay = createOverlay({ overlay: stage.overlay, document, selection, selected, feedback, aids, guides, points, camera })

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
    aids.onChange(redraw),
    guides.onChange(redraw),
    points.onChange(redraw),
    camera.onMoved(redraw),
    stage.beforeDraw(() => {
      if (isDirty) overlay.draw()
      isDirty = false
    }),
    listenToPointer({
      canvas,
      toWorld: (screen) => camera.toWorld(screen),
      tool: (pointer) => {
        nudge.end()
        handles.end()
        return tools.current === 'select' && guideLines.takes(pointer) ? guideLines : tools.active
      },
      pan: tools.pan,
      seen: ({ world, isCoarse = false }) => {
        if (aids.state.showRulers || isCoarse !== feedback.state.isCoarse) feedback.show({ pointer: world, isCoarse })
      },
      left: () => feedback.show({ hover: null, ghost: null, anchors: null, pointer: null }),
    }),
    listenToToolKeys(canvas, { tools, points, handles, aids, guides, view, selection, document }),
    listenToKeys({ canvas, bus, document, selection, clipboard, nudge, aids, cancelTool: () => guideLines.cancel() || tools.cancel() }),
    focusable(canvas),
  ]
  redraw()

  return {
    stage,
    bus,
    selection,
    tools,
    clipboard,
    aids,
    guides,
    points,
    view,
    setDark(isDark) {
      overlay.setDark(isDark)
      redraw()
    },
    destroy() {
      nudge.end()
      handles.end()
      for (const end of endings.toReversed()) end()
      overlay.destroy()
      selected.destroy()
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
