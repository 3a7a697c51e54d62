import { Graphics, Text, type Container } from 'pixi.js'
import { getOwnFrame } from '../commands/index.ts'
import type { DrawingDocument } from '../document/index.ts'
import { getCorners, type Box, type Frame, type GapMark, type Guide, type Point } from '../geometry/index.ts'
import type { SnapSettings } from './snapSettings.ts'
import type { Guides } from './guides.ts'
import type { Feedback } from './feedback.ts'
import { getFramePoint } from './frames.ts'
import { createGrid } from './grid.ts'
import {
  handleAt,
  getHandleSet,
  handleSize,
  insertHandles,
  getKnobPosition,
  visibleHandles,
  type GripView,
} from './handles.ts'
import { getOutline, type EditedPath, type PathPoints } from './pathPoints.ts'
import { createRulers } from './rulers.ts'
import type { SelectionCache } from './selectionCache.ts'
import type { Selection } from './selection.ts'

const colors = {
  accent: 0x1668dc,
  locked: 0x8a94a0,
  guide: 0xe0338b,
  laid: 0x0a9bb0,
  paper: 0xffffff,
  ink: 0x20262d,
} as const
const wash = { color: colors.accent, alpha: 0.08 } as const
/** Fill of insert handles. */
const insertHandleFill = { color: colors.paper, alpha: 0.85 } as const
const activeAnchorFill = { color: colors.guide, alpha: 0.35 } as const
const plate = { color: colors.ink, alpha: 0.88 } as const
/** Above this number of selected components only their common outline is drawn. */
const maxOutlines = 300

interface OverlayWiring {
  readonly overlay: Container
  readonly document: DrawingDocument
  readonly selection: Selection
  readonly selected: SelectionCache
  readonly feedback: Feedback
  readonly aids: SnapSettings
  readonly guides: Pick<Guides, 'state'>
  readonly points: PathPoints
  readonly camera: { readonly scale: number; readonly visible: Box; toScreen(world: Point): Point }
}

/** The graphics above a drawing in the editor. `setDark` selects the colours of the rulers. */
export interface Overlay {
  draw(): void
  setDark(isDark: boolean): void
  destroy(): void
}

/**
 * Draws the selection, handles, guides and tool feedback over the drawing in screen pixels, so handles keep their size
 * at every zoom. `draw` is called before a frame, only after a change.
 */
export function createOverlay({
  overlay,
  document,
  selection,
  selected,
  feedback,
  aids,
  guides: guideStore,
  points,
  camera,
}: OverlayWiring): Overlay {
  const grid = createGrid({ overlay, document, camera })
  const pen = new Graphics()
  const label = new Text({ text: '', style: { fontSize: 12, fill: colors.paper, fontFamily: 'system-ui, sans-serif' } })
  label.visible = false
  overlay.addChild(pen, label)
  const rulers = createRulers({ overlay, selected, camera })

  const filled = (style: { readonly color: number; readonly alpha: number }): Graphics => pen.fill(style)
  const toScreen = (point: Point): Point => camera.toScreen(point)
  const gripView = (): GripView => ({ scale: camera.scale, isCoarse: feedback.state.isCoarse, toScreen })
  const outline = (frame: Frame, color: number, width: number): void => {
    pen.poly(getCorners(frame).map((corner) => crisp(toScreen(corner)))).stroke({ color, width })
  }

  const drawSelection = (): void => {
    const { components: chosen, frame, isLocked: locked } = selected
    if (!frame) return
    const color = locked ? colors.locked : colors.accent
    if (chosen.length > 1 && chosen.length <= maxOutlines) {
      for (const component of chosen) outline(getOwnFrame(component), color, 1)
    }
    const { path } = points
    // A path is drawn itself, so its frame is omitted.
    if (!path) outline(frame, color, chosen.length > 1 ? 1 : 1.5)
    if (locked) return
    drawHandles(frame, path)
    if (path) drawPath(path)
  }

  const drawHandles = (frame: Frame, path: EditedPath | null): void => {
    const view = gripView()
    const size = handleSize(view.isCoarse)
    const set = getHandleSet(path)
    if (set !== 'none') {
      const top = toScreen(getFramePoint(frame, { x: 0, y: -1 }))
      const knob = getKnobPosition(frame, view)
      pen.moveTo(top.x, top.y).lineTo(knob.x, knob.y).stroke({ color: colors.accent, width: 1 })
      pen
        .circle(knob.x, knob.y, size / 2 + 0.5)
        .fill(colors.paper)
        .stroke({ color: colors.accent, width: 1.5 })
    }
    for (const handle of visibleHandles(frame, view, set)) {
      const at = handleAt(frame, handle, view)
      const corner = crisp({ x: at.x - size / 2, y: at.y - size / 2 })
      pen.rect(corner.x, corner.y, size, size).fill(colors.paper).stroke({ color: colors.accent, width: 1 })
    }
  }

  const drawPath = (path: EditedPath): void => {
    const view = gripView()
    const radius = handleSize(view.isCoarse) / 2 + 0.5
    for (const [i, point] of (path.curve?.path ?? getOutline(path)).map(toScreen).entries()) {
      if (i === 0) pen.moveTo(point.x, point.y)
      else pen.lineTo(point.x, point.y)
    }
    pen.stroke({ color: colors.accent, width: 1 })
    for (const { at } of insertHandles(path, view)) {
      pen.circle(at.x, at.y, radius - 1)
      filled(insertHandleFill).stroke({ color: colors.accent, width: 1, alpha: 0.7 })
      pen
        .moveTo(at.x - 2, at.y)
        .lineTo(at.x + 2, at.y)
        .moveTo(at.x, at.y - 2)
        .lineTo(at.x, at.y + 2)
        .stroke({ color: colors.accent, width: 1 })
    }
    for (const index of path.handles) {
      const point = path.points[index]
      if (!point) continue
      const at = toScreen(point)
      pen
        .circle(at.x, at.y, radius)
        .fill(index === points.chosen ? colors.accent : colors.paper)
        .stroke({ color: colors.accent, width: 1.5 })
    }
  }

  const drawAnchors = ({ points: places, met: under }: NonNullable<Feedback['state']['anchors']>): void => {
    for (const at of places.map(toScreen))
      pen.circle(at.x, at.y, 4).fill(colors.paper).stroke({ color: colors.accent, width: 1 })
    if (!under) return
    const at = toScreen(under)
    pen.circle(at.x, at.y, 6)
    filled(activeAnchorFill).stroke({ color: colors.guide, width: 1.5 })
  }

  /** A line from edge to edge with a bar at each end. */
  const drawGap = ({ axis, from, to, at }: GapMark): void => {
    const [start, end] = [
      crisp(toScreen(axis === 'x' ? { x: from, y: at } : { x: at, y: from })),
      crisp(toScreen(axis === 'x' ? { x: to, y: at } : { x: at, y: to })),
    ]
    const bar = axis === 'x' ? { x: 0, y: 5 } : { x: 5, y: 0 }
    pen.moveTo(start.x, start.y).lineTo(end.x, end.y)
    for (const { x, y } of [start, end]) pen.moveTo(x - bar.x, y - bar.y).lineTo(x + bar.x, y + bar.y)
    pen.stroke({ color: colors.guide, width: 1 })
  }

  const drawBox = (box: Box): void => {
    const from = crisp(toScreen({ x: box.x, y: box.y }))
    const to = crisp(toScreen({ x: box.x + box.width, y: box.y + box.height }))
    pen.rect(from.x, from.y, to.x - from.x, to.y - from.y)
    filled(wash).stroke({ color: colors.accent, width: 1 })
  }

  const drawGuide = ({ axis, at }: Guide, color: number = colors.guide, alpha = 1): void => {
    const { x, y, width, height } = camera.visible
    const start = crisp(toScreen(axis === 'x' ? { x: at, y } : { x, y: at }))
    const end = crisp(toScreen(axis === 'x' ? { x: at, y: y + height } : { x: x + width, y: at }))
    pen.moveTo(start.x, start.y).lineTo(end.x, end.y).stroke({ color, width: 1, alpha })
  }

  const drawLabel = (): void => {
    const { label: measure } = feedback.state
    label.visible = measure !== null
    if (!measure) return
    const at = toScreen(measure.at)
    label.text = measure.text
    label.position.set(Math.round(at.x + 18), Math.round(at.y + 18))
    pen.roundRect(label.x - 6, label.y - 3, label.width + 12, label.height + 6, 4)
    filled(plate)
  }

  return {
    draw() {
      grid.draw(aids.state)
      pen.clear()
      const { hover, marquee, ghost, guides, gaps, anchors, pointer } = feedback.state
      const hovered = hover !== null && !selection.has(hover) ? document.get(hover) : undefined
      if (aids.state.showRulers)
        for (const line of guideStore.state.lines) drawGuide(line, colors.laid, guideStore.state.isLocked ? 0.55 : 1)
      if (hovered) outline(getOwnFrame(hovered), colors.accent, 1)
      const scope = selection.scope ? document.get(selection.scope) : undefined
      if (scope) outline(getOwnFrame(scope), colors.locked, 1)
      drawSelection()
      if (marquee) drawBox(marquee)
      if (ghost) drawBox(ghost)
      for (const guide of guides) drawGuide(guide)
      for (const gap of gaps) drawGap(gap)
      if (anchors) drawAnchors(anchors)
      drawLabel()
      rulers.draw(aids.state.showRulers, pointer)
    },
    setDark: (isDark) => rulers.setDark(isDark),
    destroy() {
      grid.destroy()
      rulers.destroy()
      pen.destroy()
      label.destroy()
    },
  }
}

/** Aligns a point to pixel centres, so that a 1 px line is sharp. */
function crisp(point: Point): Point {
  return { x: Math.round(point.x) + 0.5, y: Math.round(point.y) + 0.5 }
}
