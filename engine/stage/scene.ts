import type { Quality } from '../bindings/quality.ts'
import type { Catalog } from '../components/catalog.ts'
import {
  groupType,
  type Component,
  type Diff,
  type DrawingDocument,
  type Id,
  type PageTheme,
} from '../document/index.ts'
import { GlyphAtlas } from '../paint/atlas/glyphs.ts'
import { ImageStore, type PicturePainters } from '../paint/atlas/images.ts'
import type { Run } from '../paint/gpu/primitivePages.ts'
import { Painter } from '../paint/painter.ts'
import { isOpaque } from '../paint/brush/primitiveLayout.ts'
import type { FieldValue, Words } from '../schema/index.ts'
import { inPaintOrder, isSameButPlace, manyAdded } from './changes.ts'
import { toBorderOnly } from './borderOnly.ts'
import { Item, type LiveHandle, type Values } from './item.ts'
import { LiveGroups } from './liveGroups.ts'
import { LiveFastPath } from './liveFastPath.ts'
import { LiveTransforms } from './liveTransforms.ts'

/**
 * The components of a stage. Follows document changes and live values, tracks which components are out of date, and
 * repaints only those before the next frame. It does not draw.
 */
export class Scene {
  readonly painter: Painter
  readonly atlas: GlyphAtlas
  readonly images: ImageStore
  readonly fastPath: LiveFastPath
  readonly liveTransforms: LiveTransforms
  private readonly document: DrawingDocument
  private readonly catalog: Catalog
  private readonly items = new Map<Id, Item>()
  private readonly groups: LiveGroups
  private dirty: Item[] = []
  /** Number of pictures being taken, which include covered components. */
  private captureCount = 0
  /** Whether all items have their place in the painter's order; false before the first frame. */
  private isInserted = false
  private readonly liveListeners = new Set<(id: Id) => void>()
  private readonly wake: () => void
  private readonly unlisten: () => void

  constructor(
    document: DrawingDocument,
    catalog: Catalog,
    painters: PicturePainters,
    isMotionPlayed: boolean,
    wake: () => void,
  ) {
    this.document = document
    this.catalog = catalog
    this.wake = wake
    this.groups = new LiveGroups(document)
    this.atlas = new GlyphAtlas(
      () => {
        this.painter.glyphsChanged()
        this.repaintAll()
        this.images.repaint()
      },
      () => this.painter.motions.nowMs,
    )
    this.images = new ImageStore(painters, wake)
    this.painter = new Painter(this.atlas, this.images, isMotionPlayed)
    this.fastPath = new LiveFastPath(this.painter)
    this.liveTransforms = new LiveTransforms(document, this.items, this.groups, this.painter.motions)
    this.unlisten = document.onChange((diff) => this.follow(diff))
    this.rebuild()
  }

  /** Page theme for components that follow it. */
  get theme(): PageTheme {
    return this.document.layer.theme
  }

  /** Whether anything visible is animated, which requires further frames. */
  get isMoving(): boolean {
    return this.painter.isMoving
  }

  override(id: Id, values: Values | null, quality: Quality): void {
    const item = this.items.get(id)
    if (!item) return this.overrideGroup(id, values, quality)
    item.clear()
    for (const name in values) item.set(name, values[name])
    item.show(values ? quality : 0)
  }

  /**
   * Returns a handle for live values of a component. It stays valid as long as the stage exists, even if the component
   * is removed and restored.
   */
  getLiveHandle(id: Id): LiveHandle {
    const item = this.items.get(id)
    if (!item) return this.createGroupHandle(id)
    if (item.row < 0) item.row = this.fastPath.add(id)
    return item
  }

  /**
   * Shows a live value that changes only a tint colour or a label text. Returns false if the regular path is required.
   */
  showFast(row: number, value: string): boolean {
    if (!this.fastPath.write(row, value)) return false
    this.wake()
    if (this.liveListeners.size > 0) this.notifyLive(this.fastPath.getId(row))
    return true
  }

  private createGroupHandle(id: Id): LiveHandle {
    const values: Record<string, FieldValue> = {}
    return {
      set: (name, value) => {
        values[name] = value
      },
      show: (quality) => this.override(id, values, quality),
    }
  }

  /** Called by an item whose live values have changed. `isNew` is true if the set of live properties has changed. */
  liveChanged(item: Item, isNew: boolean): void {
    if (isNew) this.liveTransforms.note(item)
    if (!item.isDirty && item.isOnlyTinted && item.tinted !== null && this.painter.tint(item, item.tinted)) {
      if (item.run && item.row >= 0 && item.quality === 0) this.fastPath.openTint(item.row, item.run)
      this.wake()
    } else if (!item.isDirty && item.isOnlyStarted && this.play(item)) this.wake()
    else this.markDirty(item)
    if (this.liveListeners.size > 0) this.notifyLive(item.component.id)
  }

  private notifyLive(id: Id): void {
    for (const listener of this.liveListeners) listener(id)
  }

  setCovered(id: Id, isCovered: boolean): void {
    const item = this.items.get(id)
    if (!item || item.isCovered === isCovered) return
    item.isCovered = isCovered
    this.markDirty(item)
  }

  /** Returns the runs of components, followed by those of their quality frames. */
  getRuns(ids: readonly Id[]): readonly Run[] {
    const items = ids.flatMap((id) => this.items.get(id) ?? [])
    return [...items.flatMap(({ run }) => run ?? []), ...items.flatMap(({ mark }) => mark ?? [])]
  }

  /**
   * Paints covered components completely while a picture is taken, because pictures contain no overlay elements.
   * Returns a function that ends this.
   */
  uncover(): () => void {
    this.captureCount++
    if (this.captureCount === 1) this.markCoveredDirty()
    return () => {
      this.captureCount--
      if (this.captureCount === 0) this.markCoveredDirty()
    }
  }

  private markCoveredDirty(): void {
    for (const item of this.items.values()) if (item.isCovered) this.markDirty(item)
  }

  /** Applies live values of a group to its members. */
  private overrideGroup(id: Id, values: Values | null, quality: Quality): void {
    if (this.document.get(id)?.type !== groupType) return
    const isOnlyStarted = this.groups.set(id, values, quality)
    for (const member of this.document.descendants(id)) {
      const item = this.items.get(member.id)
      if (!item) continue
      this.liveTransforms.note(item)
      if (item.isDirty || !isOnlyStarted || !this.play(item)) this.markDirty(item)
      this.notifyLive(member.id)
    }
    this.notifyLive(id)
    if (isOnlyStarted) this.wake()
  }

  /** Returns the live values and quality shown over a component's own values, or null if there are none. */
  getLive(id: Id): { readonly values: Values | null; readonly quality: Quality } | null {
    const item = this.items.get(id)
    if (!item) return this.groups.getLive(id)
    const quality = this.groups.worst(item.component, item.quality)
    return item.isLive || quality ? { values: item.values, quality } : null
  }

  onLive(listener: (id: Id) => void): () => void {
    this.liveListeners.add(listener)
    return () => this.liveListeners.delete(listener)
  }

  isVisible(component: Component): boolean {
    const item = this.items.get(component.id)
    return item ? this.isShown(item) : component.visible
  }

  /**
   * Repaints components that are out of date and returns how many there were. A first pass checks visibility only: with
   * little work per component, the CPU can fetch several scattered objects at once.
   */
  repaint(): number {
    this.insertAll()
    const { dirty } = this
    this.dirty = []
    let shown = 0
    for (const item of dirty) {
      item.isDirty = false
      if (!item.run) continue
      if (this.isShown(item)) dirty[shown++] = item
      else this.painter.hide(item)
    }
    for (let i = 0; i < shown; i++) this.paint(dirty[i])
    return dirty.length
  }

  /** Repaints everything, because types do not declare whether they contain texts. */
  setLanguage(language: keyof Words | undefined): void {
    this.painter.language = language
    this.repaintAll()
  }

  repaintAll(): void {
    for (const item of this.items.values()) this.markDirty(item)
    this.wake()
  }

  destroy(): void {
    this.unlisten()
    this.painter.clear()
    this.items.clear()
    this.dirty = []
  }

  private rebuild(): void {
    const before = new Map(this.items)
    this.painter.clear()
    this.fastPath.closeAll()
    this.items.clear()
    this.dirty = []
    this.isInserted = false
    this.paintLayer()
    for (const component of this.document.paintOrder()) {
      if (component.type === groupType) continue
      const item = this.ensureItem(component, before.get(component.id))
      item.unplace()
    }
  }

  /** Paints all items once, in order, including live values set before the first frame. */
  private insertAll(): void {
    if (this.isInserted) return
    this.isInserted = true
    this.dirty = []
    for (const item of this.items.values()) {
      item.isDirty = false
      this.painter.insert(item, undefined)
      if (this.isShown(item)) this.paint(item)
    }
  }

  /** Returns the item of a component: the previous one with its live values, or a new one. */
  private ensureItem(component: Component, before?: Item): Item {
    const type = this.catalog.get(component.type)
    const item = before ?? new Item(component, type, this)
    if (before) before.become(component, type)
    this.items.set(component.id, item)
    return item
  }

  private paint(item: Item): void {
    const { component } = item
    const quality = this.groups.worst(component, item.quality)
    const type = item.isCovered && this.captureCount === 0 && item.type ? toBorderOnly(item.type) : item.type
    const { liveTransforms } = this
    const frame = liveTransforms.getItemFrame(item)
    const animated = liveTransforms.findAnimationSource(component)
    const pivotFrame = liveTransforms.getPivotFrame(animated, component, frame)
    this.painter.paint(
      item,
      component,
      frame,
      type,
      item.props(),
      quality,
      animated?.animation ?? null,
      pivotFrame,
      liveTransforms.getSpeed(animated, item),
      item.extras(),
    )
    if (item.row >= 0 && item.quality === 0 && type === item.type) this.openLabel(item)
  }

  /** Opens the fast path for a component just painted, if it is a label whose text is the only live value. */
  private openLabel(item: Item): void {
    const { row, run, type } = item
    if (run && type?.label && this.painter.isLabel && item.isLiveOnly(type.label.field))
      this.fastPath.openLabel(row, run)
  }

  /** Starts or stops the animation of a painted component. Returns false if it must be repainted. */
  private play(item: Item): boolean {
    if (!item.run) return false
    const { component } = item
    const { liveTransforms } = this
    const animated = liveTransforms.findAnimationSource(component)
    if (!animated?.animation || !this.isShown(item)) return true
    return this.painter.play(
      item,
      animated.animation,
      liveTransforms.getPivotFrame(animated, component, liveTransforms.getItemFrame(item)),
      liveTransforms.getSpeed(animated, item),
    )
  }

  private isShown(item: Item): boolean {
    return item.isVisible() && this.groups.areGroupsVisible(item.component)
  }

  /**
   * Paints a translucent background colour. The stage clears an opaque one; the backdrop paints it if there is a
   * picture.
   */
  private paintLayer(): void {
    const { width, height, backColor, backgroundImage } = this.document.layer
    this.painter.paintLayer(width, height, backgroundImage || isOpaque(backColor) ? null : backColor)
  }

  private follow(diff: Diff): void {
    this.insertAll()
    if (diff.layer) this.paintLayer()
    if (diff.layer && diff.layer[0].theme !== diff.layer[1].theme) this.retheme()
    for (const component of diff.removed) this.drop(component)
    if (diff.added.length > 0) this.add(diff.added)
    for (const [before, after] of diff.updated) this.change(before, after)
    this.wake()
  }

  private retheme(): void {
    for (const item of this.items.values()) {
      if (item.type?.followsPage === undefined) continue
      item.become(item.component, item.type)
      this.markDirty(item)
    }
  }

  private drop({ id }: Component): void {
    const item = this.items.get(id)
    if (item) {
      this.painter.remove(item)
      if (item.row >= 0) this.fastPath.close(item.row)
    }
    this.items.delete(id)
    this.liveTransforms.forget(id)
    this.groups.forget(id)
  }

  private add(added: readonly Component[]): void {
    if (added.length > this.document.components.size / 2 && added.length > manyAdded) {
      this.rebuild()
      return this.insertAll()
    }
    for (const component of added.length > manyAdded ? inPaintOrder(added, this.document) : added) {
      if (component.type !== groupType) this.place(this.ensureItem(component))
    }
  }

  /** Inserts an item after the nearest preceding item that has a place. */
  private place(item: Item): void {
    let before = this.document.previousInPaint(item.component.id)
    while (before && !this.items.get(before.id)?.run) before = this.document.previousInPaint(before.id)
    this.painter.insert(item, before ? this.items.get(before.id) : null)
    this.markDirty(item)
  }

  private change(before: Component, after: Component): void {
    if (before.rank !== after.rank || before.parent !== after.parent) this.reorder(after)
    if (after.type === groupType) {
      if (before.visible !== after.visible || before.opacity !== after.opacity || before.animation !== after.animation)
        this.markMembersDirty(after.id)
      else if (
        after.animation &&
        (before.x !== after.x || before.y !== after.y || before.width !== after.width || before.height !== after.height)
      )
        this.markMembersDirty(after.id)
      return
    }
    const item = this.items.get(after.id)
    if (!item) return
    item.become(after, item.type)
    const isOnlyMoved = !item.isDirty && !item.isLive && before.props === after.props && isSameButPlace(before, after)
    if (isOnlyMoved && this.painter.shift(item, after.x - before.x, after.y - before.y)) return
    this.markDirty(item)
  }

  private reorder(component: Component): void {
    const moved = component.type === groupType ? this.document.descendants(component.id) : [component]
    const items = moved.flatMap((member) => this.items.get(member.id) ?? [])
    for (const item of items) this.painter.remove(item)
    for (const item of items) this.place(item)
  }

  private markMembersDirty(group: Id): void {
    for (const { id } of this.document.descendants(group)) {
      const item = this.items.get(id)
      if (item) this.markDirty(item)
    }
  }

  private markDirty(item: Item): void {
    if (item.isDirty) return
    item.isDirty = true
    if (item.row >= 0) this.fastPath.close(item.row)
    if (this.dirty.push(item) === 1) this.wake()
  }
}
