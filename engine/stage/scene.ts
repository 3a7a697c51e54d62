import type { Quality } from '../bindings/quality.ts'
import type { AnyComponentType, Catalog } from '../components/catalog.ts'
import { groupType, type Component, type Diff, type DrawingDocument, type Id } from '../document/index.ts'
import { GlyphAtlas } from '../paint/glyphs.ts'
import { ImageStore, type PicturePainters } from '../paint/images.ts'
import { Painter, type Frame, type Painted } from '../paint/painter.ts'
import { isOpaque } from '../paint/record.ts'
import type { FieldValue } from '../schema/index.ts'

/** One component on the stage: its record, what it is painted with and where, and the live values over it. */
interface Item extends Painted {
  component: Component
  readonly type: AnyComponentType | undefined
  /** What differs from the drawing; null: nothing. */
  values: Readonly<Record<string, FieldValue>> | null
  quality: Quality
  /** Whether the live values have a say in place, size, turn or opacity. */
  hasLiveFrame: boolean
  /** Whole props with the live values in them; made anew when the record changes. */
  whole: Record<string, FieldValue> | null
  isDirty: boolean
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
  readonly images: ImageStore
  private readonly document: DrawingDocument
  private readonly catalog: Catalog
  private readonly items = new Map<Id, Item>()
  /** Live values of groups. */
  private readonly groupValues = new Map<Id, Readonly<Record<string, FieldValue>>>()
  /** Components whose place live values have a say in. */
  private readonly moved = new Set<Id>()
  private dirty: Item[] = []
  private readonly liveListeners = new Set<(id: Id) => void>()
  private readonly wake: () => void
  private readonly unlisten: () => void

  constructor(document: DrawingDocument, catalog: Catalog, painters: PicturePainters, isMotionPlayed: boolean, wake: () => void) {
    this.document = document
    this.catalog = catalog
    this.wake = wake
    this.atlas = new GlyphAtlas(() => {
      this.repaintAll()
      this.images.repaint()
    })
    this.images = new ImageStore(painters, wake)
    this.painter = new Painter(this.atlas, this.images, isMotionPlayed)
    this.unlisten = document.onChange((diff) => this.follow(diff))
    this.build()
  }

  /** Whether anything visible moves by itself, so that frames must go on. */
  get isMoving(): boolean {
    return this.painter.isMoving
  }

  /** A reused object of values keeps the keys it came with. */
  override(id: Id, values: Readonly<Record<string, FieldValue>> | null, quality: Quality): void {
    const item = this.items.get(id)
    if (!item) return this.overrideGroup(id, values)
    if (item.values !== values) {
      item.values = values
      item.whole = null
      item.hasLiveFrame = values !== null && frameProps.some((name) => name in values)
      if (item.hasLiveFrame) this.moved.add(id)
      else this.moved.delete(id)
    }
    item.quality = values ? quality : 0
    this.soil(item)
    for (const listener of this.liveListeners) listener(id)
  }

  /** The frame a component is painted with now: moved by live values, its own and its groups'. */
  frameNow(component: Component): Frame {
    const item = this.items.get(component.id)
    return item ? this.frameOf(item) : component
  }

  /** Whether live values have a say in where a component is: the index of places does not know of them. */
  isMoved(id: Id): boolean {
    return this.moved.has(id)
  }

  /** The components whose place live values have a say in. */
  get movedNow(): readonly Component[] {
    return [...this.moved].flatMap((id) => this.items.get(id)?.component ?? [])
  }

  /** A group is shown by its members: live values of it reach them. */
  private overrideGroup(id: Id, values: Readonly<Record<string, FieldValue>> | null): void {
    const group = this.document.get(id)
    if (group?.type !== groupType) return
    if (values) this.groupValues.set(id, values)
    else this.groupValues.delete(id)
    const isMoving = values !== null && ('x' in values || 'y' in values)
    for (const member of this.document.descendants(id)) {
      const item = this.items.get(member.id)
      if (!item) continue
      if (isMoving) this.moved.add(member.id)
      this.soil(item)
    }
  }

  /** What is shown over the component's own; null: nothing is. */
  liveOf(id: Id): { readonly values: Readonly<Record<string, FieldValue>> | null; readonly quality: Quality } | null {
    const item = this.items.get(id)
    return item?.values ? item : null
  }

  onLive(listener: (id: Id) => void): () => void {
    this.liveListeners.add(listener)
    return () => this.liveListeners.delete(listener)
  }

  isVisible(component: Component): boolean {
    const item = this.items.get(component.id)
    return item ? this.isShown(item) : component.visible
  }

  /** Paints anew whose picture is out of date; returns how many. */
  repaint(): number {
    const { dirty } = this
    this.dirty = []
    for (const item of dirty) {
      item.isDirty = false
      if (item.run) this.paint(item)
    }
    return dirty.length
  }

  repaintAll(): void {
    for (const item of this.items.values()) this.soil(item)
    this.wake()
  }

  destroy(): void {
    this.unlisten()
    this.painter.clear()
    this.items.clear()
    this.dirty = []
  }

  private build(): void {
    const before = new Map(this.items)
    this.painter.clear()
    this.items.clear()
    this.dirty = []
    this.paintLayer()
    for (const component of this.document.paintOrder()) {
      if (component.type === groupType) continue
      const item = this.itemOf(component, before.get(component.id))
      this.painter.insert(item, undefined)
      this.paint(item)
    }
  }

  /** A fresh item; what was live on an earlier one of the same component stays live. */
  private itemOf(component: Component, before?: Item): Item {
    const item: Item = {
      component, type: this.catalog.get(component.type), run: null, mark: null, motion: 0, isMoving: false, held: null, isDirty: false, whole: null,
      values: before?.values ?? null, quality: before?.quality ?? 0, hasLiveFrame: before?.hasLiveFrame ?? false,
    }
    this.items.set(component.id, item)
    return item
  }

  private paint(item: Item): void {
    const { component, type, values } = item
    if (!this.isShown(item)) return this.painter.hide(item)
    if (!values) {
      const props = type ? wholeProps(type, component) : component.props
      return this.painter.paint(item, component, this.frameOf(item), type, props, item.quality, this.carrierOf(component))
    }
    const whole = item.whole ??= type ? wholeProps(type, component) : {}
    for (const name in values) whole[name] = values[name]
    this.painter.paint(item, component, this.frameOf(item), type, whole, item.quality, this.carrierOf(component))
  }

  private isShown({ component, values }: Item): boolean {
    const own = values?.['visible']
    if (own === undefined ? !component.visible : !own) return false
    for (let id = component.parent; id !== null;) {
      const group = this.document.get(id)
      if (!group) break
      const live = this.groupValues.size > 0 ? this.groupValues.get(id)?.['visible'] : undefined
      if (live === undefined ? !group.visible : !live) return false
      id = group.parent
    }
    return true
  }

  /** The component's frame as it is painted: moved by live values, its own and its groups', and as faint as its groups. */
  private frameOf({ component, values, hasLiveFrame }: Item): Frame {
    const frame = values && hasLiveFrame ? liveFrame(component, values) : component
    if (component.parent === null) return frame
    let { x, y, opacity } = frame
    for (let id: Id | null = component.parent; id !== null;) {
      const group = this.document.get(id)
      if (!group) break
      const live = this.groupValues.size > 0 ? this.groupValues.get(id) : undefined
      opacity *= numberOr(live?.['opacity'], group.opacity)
      x += numberOr(live?.['x'], group.x) - group.x
      y += numberOr(live?.['y'], group.y) - group.y
      id = group.parent
    }
    if (opacity === frame.opacity && x === frame.x && y === frame.y) return frame
    const { width, height, angleDeg } = frame
    return { x, y, width, height, angleDeg, opacity }
  }

  /** Who carries a component along: itself when it has a motion, else the nearest group around it that has one. */
  private carrierOf(component: Component): Component | null {
    if (component.animation) return component
    for (let id = component.parent; id !== null;) {
      const group = this.document.get(id)
      if (!group) return null
      if (group.animation) return group
      id = group.parent
    }
    return null
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
    const item = this.items.get(id)
    if (item) this.painter.remove(item)
    this.items.delete(id)
    this.moved.delete(id)
    this.groupValues.delete(id)
  }

  private add(added: readonly Component[]): void {
    if (added.length > this.document.components.size / 2 && added.length > manyAdded) return this.build()
    for (const component of added.length > manyAdded ? this.inPaintOrder(added) : added) {
      if (component.type !== groupType) this.place(this.itemOf(component))
    }
  }

  private inPaintOrder(components: readonly Component[]): Component[] {
    const wanted = new Set(components.map((component) => component.id))
    return this.document.paintOrder().filter((component) => wanted.has(component.id))
  }

  /** Puts an item behind the nearest one before it that is painted. */
  private place(item: Item): void {
    let before = this.document.previousInPaint(item.component.id)
    while (before && !this.items.get(before.id)?.run) before = this.document.previousInPaint(before.id)
    this.painter.insert(item, before ? this.items.get(before.id) : null)
    this.soil(item)
  }

  private change(before: Component, after: Component): void {
    if (before.rank !== after.rank || before.parent !== after.parent) this.reorder(after)
    if (after.type === groupType) {
      if (before.visible !== after.visible || before.opacity !== after.opacity || before.animation !== after.animation) this.soilMembers(after.id)
      else if (after.animation && (before.x !== after.x || before.y !== after.y || before.width !== after.width || before.height !== after.height)) this.soilMembers(after.id)
      return
    }
    const item = this.items.get(after.id)
    if (!item) return
    item.component = after
    item.whole = null
    const isOnlyMoved = !item.isDirty && !item.values && before.props === after.props && isSameButPlace(before, after)
    if (isOnlyMoved && this.painter.shift(item, after.x - before.x, after.y - before.y)) return
    this.soil(item)
  }

  private reorder(component: Component): void {
    const moved = component.type === groupType ? this.document.descendants(component.id) : [component]
    const items = moved.flatMap((member) => this.items.get(member.id) ?? [])
    for (const item of items) this.painter.remove(item)
    for (const item of items) this.place(item)
  }

  private soilMembers(group: Id): void {
    for (const { id } of this.document.descendants(group)) {
      const item = this.items.get(id)
      if (item) this.soil(item)
    }
  }

  private soil(item: Item): void {
    if (item.isDirty) return
    item.isDirty = true
    if (this.dirty.push(item) === 1) this.wake()
  }
}

const frameProps = ['x', 'y', 'width', 'height', 'angleDeg', 'opacity'] as const

function numberOr(live: FieldValue | undefined, own: number): number {
  return typeof live === 'number' ? live : own
}

function wholeProps(type: AnyComponentType, component: Component): Record<string, FieldValue> {
  return { ...type.defaults, ...component.props }
}

function liveFrame(component: Component, values: Readonly<Record<string, FieldValue>>): Frame {
  const of = (name: (typeof frameProps)[number]): number => {
    const value = values[name]
    return typeof value === 'number' ? value : component[name]
  }
  return { x: of('x'), y: of('y'), width: of('width'), height: of('height'), angleDeg: of('angleDeg'), opacity: of('opacity') }
}

function isSameButPlace(a: Component, b: Component): boolean {
  return a.width === b.width && a.height === b.height && a.angleDeg === b.angleDeg && a.flipX === b.flipX && a.flipY === b.flipY
    && a.opacity === b.opacity && a.visible === b.visible && a.animation === b.animation && a.extras === b.extras && a.type === b.type && a.name === b.name
}
