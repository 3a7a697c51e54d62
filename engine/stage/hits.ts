import { groupType, type Component, type Diff, type DrawingDocument, type Id } from '../document/index.ts'
import { SpatialIndex, containsPoint, type Box, type Point } from '../geometry/index.ts'

/**
 * Finds components by place through the spatial index. Changes are only noted and reach the index at the next
 * question: a drag moves a thousand components sixty times between two questions.
 */
export class Hits {
  /** Made at the first question: a wall that is only looked at never pays for it. */
  private index: SpatialIndex | null = null
  private readonly document: DrawingDocument
  private readonly slack: (component: Component, reach: number) => number
  private readonly changed = new Set<Id>()
  private readonly removed = new Set<Id>()
  private readonly unlisten: () => void
  private order: Map<Id, number> | null = null
  /** The most slack that any component in the index has had. */
  private widest = 0

  /** `slack`: how far beside its box a component may be meant; `reach` is the least where it may at all. */
  constructor(document: DrawingDocument, slack: (component: Component, reach: number) => number) {
    this.document = document
    this.slack = slack
    this.unlisten = document.onChange((diff) => this.note(diff))
  }

  /** The topmost component at a drawing point, or within its slack of it, that passes the filter. */
  at(point: Point, reach: number, accepts: (component: Component) => boolean): Component | null {
    let best: Component | null = null
    const index = this.settled()
    const most = Math.max(reach, this.widest)
    for (const component of this.candidates(index, { x: point.x - most, y: point.y - most, width: 2 * most, height: 2 * most })) {
      if (!containsPoint(component, point, most) || !containsPoint(component, point, this.slack(component, reach)) || !accepts(component)) continue
      if (!best || this.isAbove(component, best)) best = component
    }
    return best
  }

  /** Components whose bounds meet the box, groups excluded, in no order. */
  within(box: Box): Component[] {
    return this.settled().within(box)
  }

  destroy(): void {
    this.unlisten()
  }

  private candidates(index: SpatialIndex, box: Box): Component[] {
    const found: Component[] = []
    for (const id of index.search(box)) {
      const component = this.document.get(id)
      if (component) found.push(component)
    }
    return found
  }

  /** Whether one component is painted over another. */
  isAbove(a: Component, b: Component): boolean {
    if (a.parent === b.parent) return a.rank > b.rank
    this.order ??= new Map(this.document.paintOrder().map((component, i) => [component.id, i]))
    return (this.order.get(a.id) ?? 0) > (this.order.get(b.id) ?? 0)
  }

  private note(diff: Diff): void {
    if (diff.added.length > 0 || diff.removed.length > 0) this.order = null
    if (!this.index) return
    for (const component of diff.removed) {
      this.removed.add(component.id)
      this.changed.delete(component.id)
    }
    for (const component of diff.added) this.changed.add(component.id)
    for (const [before, after] of diff.updated) {
      this.changed.add(after.id)
      if (before.rank !== after.rank || before.parent !== after.parent) this.order = null
    }
  }

  private widen(component: Component): void {
    this.widest = Math.max(this.widest, this.slack(component, 0))
  }

  /** The index with every change so far in it, and `widest` with it: whoever asks first, by point or by box. */
  private settled(): SpatialIndex {
    if (!this.index) {
      const components = [...this.document.components.values()].filter((component) => component.type !== groupType)
      for (const component of components) this.widen(component)
      this.index = new SpatialIndex()
      this.index.load(components)
    } else {
      for (const id of this.removed) this.index.remove(id)
      for (const id of this.changed) {
        const component = this.document.get(id)
        if (!component || component.type === groupType) continue
        this.widen(component)
        this.index.update(component)
      }
    }
    this.removed.clear()
    this.changed.clear()
    return this.index
  }
}
