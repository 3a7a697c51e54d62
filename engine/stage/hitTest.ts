import { groupType, type Component, type Diff, type DrawingDocument, type Id } from '../document/index.ts'
import { SpatialIndex, containsPoint, type Box, type Point } from '../geometry/index.ts'

/**
 * Finds components by place through the spatial index. Changes are only noted and reach the index at the next
 * question: a drag moves a thousand components sixty times between two questions.
 */
export class HitTest {
  /** Made at the first question: a wall that is only looked at never pays for it. */
  private index: SpatialIndex | null = null
  private readonly document: DrawingDocument
  private readonly slack: (component: Component, reach: number) => number
  private readonly changed = new Set<Id>()
  private readonly removed = new Set<Id>()
  private readonly unlisten: () => void
  private order: Map<Id, number> | null = null

  /** `slack`: how far beside its box a component may be meant; `reach` is the least where it may at all. */
  constructor(document: DrawingDocument, slack: (component: Component, reach: number) => number) {
    this.document = document
    this.slack = slack
    this.unlisten = document.onChange((diff) => this.note(diff))
  }

  /** The topmost component at a drawing point, or within its slack of it, that passes the filter. */
  at(point: Point, reach: number, accepts: (component: Component) => boolean): Component | null {
    let best: Component | null = null
    for (const component of this.settled().within({ x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach })) {
      if (!containsPoint(component, point, this.slack(component, reach)) || !accepts(component)) continue
      if (!best || this.isAbove(component, best)) best = component
    }
    return best
  }

  /** Components of which the bounds of what is painted meet the box, groups excluded, in no order. */
  within(box: Box): Component[] {
    return this.settled().within(box)
  }

  destroy(): void {
    this.unlisten()
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

  /** The index with every change so far in it. */
  private settled(): SpatialIndex {
    if (!this.index) {
      const components = [...this.document.components.values()].filter((component) => component.type !== groupType)
      this.index = new SpatialIndex((component) => this.slack(component, 0))
      this.index.load(components)
    } else {
      for (const id of this.removed) this.index.remove(id)
      for (const id of this.changed) {
        const component = this.document.get(id)
        if (component && component.type !== groupType) this.index.update(component)
      }
    }
    this.removed.clear()
    this.changed.clear()
    return this.index
  }
}
