import type { AnyComponentType } from '../components/define.ts'
import type { Quality } from '../bindings/quality.ts'
import type { Component, Id } from '../document/component.ts'
import type { FieldValue } from '../schema/index.ts'
import { GpuBrush, type GlyphSource } from './gpuBrush.ts'
import { MotionTable } from './motionTable.ts'
import { Pages } from './pages.ts'
import { drawErrorBox, drawQualityFrame, isDrained } from './quality.ts'

/** The frame a component is painted with: its own, or one that live values have moved. */
export type Frame = Pick<Component, 'x' | 'y' | 'width' | 'height' | 'angleDeg' | 'opacity'>

/** The run of the layer's colour, behind all components. */
const layerId = '' as Id

/**
 * Turns components into records on pages. A component whose draw throws becomes an error box and the drawing runs
 * on; what moves by itself is counted, so that the stage knows when it may rest.
 */
export class Painter {
  readonly pages = new Pages()
  /** Frames of components whose values are bad or stale, above the drawing: they come and go and disturb no page. */
  readonly marks = new Pages()
  readonly motions = new MotionTable()
  /** Components that the shader moves. */
  readonly moving = new Set<Id>()
  private readonly motionRows = new Map<Id, number>()
  private readonly brush: GpuBrush

  constructor(atlas: GlyphSource) {
    this.brush = new GpuBrush(atlas)
  }

  has(id: Id): boolean {
    return this.pages.get(id) !== undefined
  }

  /** Paints the layer's colour behind everything; null: something else does. */
  paintLayer(width: number, height: number, color: string | null): void {
    const run = this.pages.get(layerId) ?? this.pages.insert(layerId, null)
    this.brush.begin(0, 0, width, height, 0, false, false, 1, false, 0)
    if (color) this.brush.rect(0, 0, width, height, { fill: color })
    this.pages.write(run, this.brush.words, this.brush.count, true)
  }

  /** Gives a component its place in painter's order; `after` as in `Pages.insert`. */
  insert(id: Id, after: Id | null | undefined): void {
    this.pages.insert(id, after === null ? layerId : after)
  }

  /** Draws a component into its place. `type` undefined: a box with the unknown type's name. */
  paint(
    component: Component, frame: Frame, type: AnyComponentType | undefined,
    props: Readonly<Record<string, FieldValue>>, quality: Quality,
  ): void {
    const run = this.pages.get(component.id)
    if (!run) return
    const { brush } = this
    this.place(component, frame, quality)
    let standIn = '#a8326e'
    if (!type) drawErrorBox(brush, frame, component.type)
    else {
      try {
        type.draw(brush, props, frame)
        standIn = String(props[type.standIn] ?? '#999999')
      } catch {
        this.place(component, frame, quality)
        drawErrorBox(brush, frame, component.name)
      }
    }
    brush.end(standIn)
    if (brush.isMoving) this.moving.add(component.id)
    else if (this.moving.size > 0) this.moving.delete(component.id)
    this.pages.write(run, brush.words, brush.count, brush.isSimple)
    this.mark(component, frame, quality)
  }

  /** Paints nothing in the component's place: it is hidden. */
  hide(id: Id): void {
    const run = this.pages.get(id)
    if (run && run.count > 0) this.pages.write(run, this.brush.words, 0, true)
    this.marks.remove(id)
    this.moving.delete(id)
  }

  /** Moves a still component's records; false when it must be painted again instead. */
  shift(id: Id, dx: number, dy: number): boolean {
    const run = this.pages.get(id)
    if (!run || this.motionRows.has(id)) return false
    this.pages.shift(run, dx, dy)
    const mark = this.marks.get(id)
    if (mark) this.marks.shift(mark, dx, dy)
    return true
  }

  remove(id: Id): void {
    this.pages.remove(id)
    this.marks.remove(id)
    this.moving.delete(id)
    this.motions.release(this.motionRows.get(id) ?? 0)
    this.motionRows.delete(id)
  }

  clear(): void {
    for (const id of this.motionRows.keys()) this.motions.release(this.motionRows.get(id) ?? 0)
    this.motionRows.clear()
    this.moving.clear()
    this.pages.clear()
    this.marks.clear()
  }

  private mark(component: Component, frame: Frame, quality: Quality): void {
    if (!isDrained(quality)) {
      this.marks.remove(component.id)
      return
    }
    const { brush } = this
    brush.begin(frame.x, frame.y, frame.width, frame.height, frame.angleDeg, false, false, 1, false, this.motionRows.get(component.id) ?? 0)
    drawQualityFrame(brush, frame, quality)
    this.marks.write(this.marks.get(component.id) ?? this.marks.insert(component.id, undefined), brush.words, brush.count, false)
  }

  private place(component: Component, frame: Frame, quality: Quality): void {
    this.brush.begin(
      frame.x, frame.y, frame.width, frame.height, frame.angleDeg, component.flipX, component.flipY,
      frame.opacity, isDrained(quality), this.motionRow(component, frame),
    )
  }

  private motionRow(component: Component, frame: Frame): number {
    const had = this.motionRows.size > 0 ? this.motionRows.get(component.id) ?? 0 : 0
    if (!component.animation && !had) return 0
    const row = this.motions.assign(frame, component.animation, had)
    if (row) this.motionRows.set(component.id, row)
    else this.motionRows.delete(component.id)
    return row
  }
}
