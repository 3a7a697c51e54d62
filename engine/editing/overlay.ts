import { Graphics, Text, type Container } from 'pixi.js'
import type { DrawingDocument } from '../document/index.ts'
import { cornersOf, handleDirection, type Box, type Frame, type Guide, type Point } from '../geometry/index.ts'
import type { Feedback } from './feedback.ts'
import { frameOf, pointOfFrame } from './frames.ts'
import { handleSize, knobOf, visibleHandles } from './handles.ts'
import { isHeld } from './members.ts'
import type { Selection } from './selection.ts'

const colors = { accent: 0x1668dc, locked: 0x8a94a0, guide: 0xe0338b, paper: 0xffffff, ink: 0x20262d } as const
const wash = { color: colors.accent, alpha: 0.08 } as const
const plate = { color: colors.ink, alpha: 0.88 } as const
/** Beyond this many the outline around all of them says enough. */
const outlinesAtMost = 300

interface OverlayWiring {
  readonly overlay: Container
  readonly document: DrawingDocument
  readonly selection: Selection
  readonly feedback: Feedback
  readonly camera: { readonly scale: number; readonly visible: Box; toScreen(world: Point): Point }
}

/**
 * Draws selection, handles, guides and the tools' feedback over the drawing, in screen pixels, so that a handle has
 * one size at every zoom. `draw` is called before a frame and only when something of it changed.
 */
export function createOverlay({ overlay, document, selection, feedback, camera }: OverlayWiring): { draw(): void; destroy(): void } {
  const pen = new Graphics()
  const label = new Text({ text: '', style: { fontSize: 12, fill: colors.paper, fontFamily: 'system-ui, sans-serif' } })
  label.visible = false
  overlay.addChild(pen, label)

  const filled = (style: { readonly color: number; readonly alpha: number }): Graphics => pen.fill(style)
  const toScreen = (point: Point): Point => camera.toScreen(point)
  const outline = (frame: Frame, color: number, width: number): void => {
    pen.poly(cornersOf(frame).map((corner) => crisp(toScreen(corner)))).stroke({ color, width })
  }

  const drawSelection = (): void => {
    const chosen = selection.components()
    const frame = frameOf(chosen)
    if (!frame) return
    const locked = chosen.some((component) => isHeld(document, component))
    const color = locked ? colors.locked : colors.accent
    if (chosen.length > 1 && chosen.length <= outlinesAtMost) {
      for (const component of chosen) outline(component, color, 1)
    }
    outline(frame, color, chosen.length > 1 ? 1 : 1.5)
    if (!locked) drawHandles(frame)
  }

  const drawHandles = (frame: Frame): void => {
    const top = toScreen(pointOfFrame(frame, { x: 0, y: -1 }))
    const knob = knobOf(frame, toScreen)
    pen.moveTo(top.x, top.y).lineTo(knob.x, knob.y).stroke({ color: colors.accent, width: 1 })
    pen.circle(knob.x, knob.y, handleSize / 2 + 0.5).fill(colors.paper).stroke({ color: colors.accent, width: 1.5 })
    for (const handle of visibleHandles(frame, camera.scale)) {
      const at = toScreen(pointOfFrame(frame, handleDirection(handle)))
      const corner = crisp({ x: at.x - handleSize / 2, y: at.y - handleSize / 2 })
      pen.rect(corner.x, corner.y, handleSize, handleSize).fill(colors.paper).stroke({ color: colors.accent, width: 1 })
    }
  }

  const drawBox = (box: Box): void => {
    const from = crisp(toScreen({ x: box.x, y: box.y }))
    const to = crisp(toScreen({ x: box.x + box.width, y: box.y + box.height }))
    pen.rect(from.x, from.y, to.x - from.x, to.y - from.y)
    filled(wash).stroke({ color: colors.accent, width: 1 })
  }

  const drawGuide = ({ axis, at }: Guide): void => {
    const { x, y, width, height } = camera.visible
    const start = crisp(toScreen(axis === 'x' ? { x: at, y } : { x, y: at }))
    const end = crisp(toScreen(axis === 'x' ? { x: at, y: y + height } : { x: x + width, y: at }))
    pen.moveTo(start.x, start.y).lineTo(end.x, end.y).stroke({ color: colors.guide, width: 1 })
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
      pen.clear()
      const { hover, marquee, ghost, guides } = feedback.state
      const hovered = hover !== null && !selection.has(hover) ? document.get(hover) : undefined
      if (hovered) outline(hovered, colors.accent, 1)
      const scope = selection.scope ? document.get(selection.scope) : undefined
      if (scope) outline(scope, colors.locked, 1)
      drawSelection()
      if (marquee) drawBox(marquee)
      if (ghost) drawBox(ghost)
      for (const guide of guides) drawGuide(guide)
      drawLabel()
    },
    destroy() {
      pen.destroy()
      label.destroy()
    },
  }
}

/** Middle of the pixel: a one pixel line is one pixel wide. */
function crisp(point: Point): Point {
  return { x: Math.round(point.x) + 0.5, y: Math.round(point.y) + 0.5 }
}
