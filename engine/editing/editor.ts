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

/** Editor of a drawing. Gives access to its parts, for example `editor.bus.run(…)` or `editor.selection.set(…)`. */
export interface Editor {
  readonly stage: Stage
  readonly bus: CommandBus
  readonly selection: Selection
  readonly tools: Toolbox
  readonly clipboard: Clipboard
  /** Grid, rulers and snapping; preferences of the user, not of the drawing. */
  readonly aids: SnapSettings
  /** Guide lines that dragged components snap to. */
  readonly guides: Guides
  /** Points of the selected line, pipe or connector. */
  readonly points: PathPoints
  readonly view: EditorView
  /** Selects the dark or light colours of the rulers. */
  setDark(isDark: boolean): void
  /** Removes tools, key listeners and handles from the stage. Document and history remain. */
  destroy(): void
}

/**
 * Creates an editor on a stage: tools for its pointer events, keys of its canvas, handles in its overlay. Pass a `bus`
 * to keep the undo history when the stage has to be recreated, for example after a lost graphics context.
 *
 * ```ts
 * const editor = createEditor(stage, document, catalog)
 * editor.tools.use({ place: 'rect' })
 * editor.destroy()
 * ```
 */
export function createEditor(
  stage: Stage,
  document: DrawingDocument,
  catalog: Catalog,
  bus = new CommandBus(document, catalog),
): Editor {
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
  const overlay = createOverlay({
    overlay: stage.overlay,
    document,
    selection,
    selected,
    feedback,
    aids,
    guides,
    points,
    camera,
  })

  let isDirty = true
  const redraw = (): void => {
    isDirty = true
    stage.requestFrame()
  }
  const endings = [
    bus.trackSelection(
      () => selection.ids,
      (ids) => selection.set(ids),
    ),
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
        return tools.current === 'select' && guideLines.accepts(pointer) ? guideLines : tools.active
      },
      pan: tools.pan,
      onPointer: ({ world, isCoarse = false }) => {
        if (aids.state.showRulers || isCoarse !== feedback.state.isCoarse) feedback.show({ pointer: world, isCoarse })
      },
      onLeave: () => feedback.show({ hover: null, ghost: null, anchors: null, pointer: null }),
    }),
    listenToToolKeys(canvas, { tools, points, handles, aids, guides, view, selection, document }),
    listenToKeys({
      canvas,
      bus,
      document,
      selection,
      clipboard,
      nudge,
      aids,
      cancelTool: () => guideLines.cancel() || tools.cancel(),
    }),
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
