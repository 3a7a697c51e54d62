import type { Quality } from '../bindings/quality.ts'
import type { AnyComponentType, Catalog } from '../components/catalog.ts'
import { groupType, type Component, type Diff, type DrawingDocument, type Id } from '../document/index.ts'
import { GlyphAtlas } from '../paint/glyphs.ts'
import { Painter, type Frame } from '../paint/painter.ts'
import { isOpaque } from '../paint/record.ts'
import type { FieldValue } from '../schema/index.ts'

/** Live values of one component: what differs from the drawing, how good it is, and the whole props to draw with. */
interface Live {
  values: Readonly<Record<string, FieldValue>>
  quality: Quality
  whole: Record<string, FieldValue> | null
}

/** Additions beyond this are placed by one walk over the painter's order instead of one search each. */
const manyAdded = 32

/**
 * What is on the stage: listens to the document's diffs and to live values, remembers whose picture is out of date,
 * and repaints just those before the next frame. Nothing is drawn here.
 */
export class Scene {
  readonly painter: Painter
  readonly atlas: GlyphAtlas
  private readonly document: DrawingDocument
  private readonly catalog: Catalog
  private readonly live = new Map<Id, Live>()
  private readonly dirty = new Set<Id>()
  private readonly wake: () => void
  private readonly unlisten: () => void

  constructor(document: DrawingDocument, catalog: Catalog, wake: () => void) {
    this.document = document
    this.catalog = catalog
    this.wake = wake
    this.atlas = new GlyphAtlas(() => this.repaintAll())
    this.painter = new Painter(this.atlas)
    this.unlisten = document.onChange((diff) => this.follow(diff))
    this.build()
  }

  /** Whether anything visible moves by itself, so that frames must go on. */
  get isMoving(): boolean {
    return this.painter.moving.size > 0
  }

  override(id: Id, values: Readonly<Record<string, FieldValue>> | null, quality: Quality): void {
    if (!values) this.live.delete(id)
    else {
      const live = this.live.get(id)
      if (live) {
        live.values = values
        live.quality = quality
      } else {
        this.live.set(id, { values, quality, whole: null })
      }
    }
    this.soil(id)
  }

  /** The component's frame as it is painted: moved by live values, as faint as its groups. */
  private frameOf(component: Component, values: Readonly<Record<string, FieldValue>> | undefined): Frame {
    const frame = values ? liveFrame(component, values) : component
    let opacity = frame.opacity
    for (let id = component.parent; id !== null;) {
      const group = this.document.get(id)
      if (!group) break
      opacity *= group.opacity
      id = group.parent
    }
    if (opacity === frame.opacity) return frame
    const { x, y, width, height, angleDeg } = frame
    return { x, y, width, height, angleDeg, opacity }
  }

  isVisible(component: Component): boolean {
    const values = this.live.get(component.id)?.values
    if (values && 'visible' in values ? !values.visible : !component.visible) return false
    const parent = component.parent === null ? undefined : this.document.get(component.parent)
    return parent ? this.isVisible(parent) : true
  }

  /** Paints anew whose picture is out of date; returns how many. */
  repaint(): number {
    const count = this.dirty.size
    for (const id of this.dirty) {
      const component = this.document.get(id)
      if (component && component.type !== groupType) this.paint(component)
    }
    this.dirty.clear()
    return count
  }

  repaintAll(): void {
    for (const component of this.document.components.values()) if (component.type !== groupType) this.dirty.add(component.id)
    this.wake()
  }

  destroy(): void {
    this.unlisten()
    this.painter.clear()
    this.live.clear()
  }

  private build(): void {
    this.painter.clear()
    this.paintLayer()
    this.dirty.clear()
    for (const component of this.document.paintOrder()) {
      if (component.type === groupType) continue
      this.painter.insert(component.id, undefined)
      this.paint(component)
    }
  }

  private paint(component: Component): void {
    if (!this.isVisible(component)) return this.painter.hide(component.id)
    const type = this.catalog.get(component.type)
    const live = this.live.size > 0 ? this.live.get(component.id) : undefined
    if (!live) this.painter.paint(component, this.frameOf(component, undefined), type, type ? wholeProps(type, component) : component.props, 0)
    else {
      live.whole ??= type ? wholeProps(type, component) : {}
      for (const name in live.values) live.whole[name] = live.values[name]
      this.painter.paint(component, this.frameOf(component, live.values), type, live.whole, live.quality)
    }
  }

  /** A layer's colour that one can see through; an opaque one is cleared by the stage, the backdrop has one with a picture. */
  private paintLayer(): void {
    const { width, height, backColor, backgroundImage } = this.document.layer
    this.painter.paintLayer(width, height, backgroundImage || isOpaque(backColor) ? null : backColor)
  }

  private follow(diff: Diff): void {
    if (diff.layer) this.paintLayer()
    for (const component of diff.removed) this.drop(component)
    if (diff.added.length > 0) this.add(diff.added)
    for (const [before, after] of diff.updated) this.change(before, after)
    this.wake()
  }

  private drop({ id }: Component): void {
    this.painter.remove(id)
    this.live.delete(id)
    this.dirty.delete(id)
  }

  private add(added: readonly Component[]): void {
    if (added.length > this.document.components.size / 2 && added.length > manyAdded) return this.build()
    for (const component of added.length > manyAdded ? this.inPaintOrder(added) : added) this.insert(component)
  }

  private inPaintOrder(components: readonly Component[]): Component[] {
    const wanted = new Set(components.map((component) => component.id))
    return this.document.paintOrder().filter((component) => wanted.has(component.id))
  }

  private insert(component: Component): void {
    if (component.type === groupType) return
    let before = this.document.previousInPaint(component.id)
    while (before && !this.painter.has(before.id)) before = this.document.previousInPaint(before.id)
    this.painter.insert(component.id, before ? before.id : null)
    this.dirty.add(component.id)
  }

  private change(before: Component, after: Component): void {
    if (before.rank !== after.rank || before.parent !== after.parent) this.reorder(after)
    const live = this.live.get(after.id)
    if (live) live.whole = null
    if (after.type === groupType) {
      if (before.visible !== after.visible || before.opacity !== after.opacity) for (const member of this.document.descendants(after.id)) this.dirty.add(member.id)
      return
    }
    const isOnlyMoved = !live && before.props === after.props && isSameButPlace(before, after)
    if (isOnlyMoved && !this.dirty.has(after.id) && this.painter.shift(after.id, after.x - before.x, after.y - before.y)) return
    this.dirty.add(after.id)
  }

  private reorder(component: Component): void {
    const moved = component.type === groupType ? this.document.descendants(component.id) : [component]
    for (const member of moved) this.painter.remove(member.id)
    for (const member of moved) this.insert(member)
  }

  private soil(id: Id): void {
    this.dirty.add(id)
    if (this.dirty.size === 1) this.wake()
  }
}

function wholeProps(type: AnyComponentType, component: Component): Record<string, FieldValue> {
  return { ...type.defaults, ...component.props }
}

function liveFrame(component: Component, values: Readonly<Record<string, FieldValue>>): Frame {
  const of = (name: 'x' | 'y' | 'width' | 'height' | 'angleDeg' | 'opacity'): number => {
    const value = values[name]
    return typeof value === 'number' ? value : component[name]
  }
  if (!('x' in values || 'y' in values || 'width' in values || 'height' in values || 'angleDeg' in values || 'opacity' in values)) return component
  return { x: of('x'), y: of('y'), width: of('width'), height: of('height'), angleDeg: of('angleDeg'), opacity: of('opacity') }
}

function isSameButPlace(a: Component, b: Component): boolean {
  return a.width === b.width && a.height === b.height && a.angleDeg === b.angleDeg && a.flipX === b.flipX && a.flipY === b.flipY
    && a.opacity === b.opacity && a.visible === b.visible && a.animation === b.animation && a.type === b.type && a.name === b.name
}
