import { groupType, type Component, type Diff, type DrawingDocument, type Id } from '../document/index.ts'
import { SpatialIndex, containsPoint, type Box, type Point } from '../geometry/index.ts'

/**
 * Finds components by position with a spatial index. Changes are collected and applied at the next query, because a
 * drag may move a thousand components sixty times between two queries.
 */
export class HitTest {
  /** Created at the first query, so that wall displays without a pointer do not build it. */
  private index: SpatialIndex | null = null
  private readonly document: DrawingDocument
  private readonly slack: (component: Component, reach: number) => number
  private readonly changed = new Set<Id>()
  private readonly removed = new Set<Id>()
  private readonly unlisten: () => void
  private order: Map<Id, number> | null = null

  /**
   * `slack` returns the distance from its box, in drawing pixels, at which a component is still hit; `reach` is the
   * minimum for components that have such a tolerance.
   */
  constructor(document: DrawingDocument, slack: (component: Component, reach: number) => number) {
    this.document = document
    this.slack = slack
    this.unlisten = document.onChange((diff) => this.note(diff))
  }

  /** Returns the topmost component that passes the filter and lies at a drawing point, or within its slack of it. */
  at(point: Point, reach: number, accepts: (component: Component) => boolean): Component | null {
    let best: Component | null = null
    for (const component of this.getCurrentIndex().within({
      x: point.x - reach,
      y: point.y - reach,
      width: 2 * reach,
      height: 2 * reach,
    })) {
      if (!containsPoint(component, point, this.slack(component, reach)) || !accepts(component)) continue
      if (!best || this.isAbove(component, best)) best = component
    }
    return best
  }

  /** Returns the components whose painted bounds intersect the box, without groups, in no particular order. */
  within(box: Box): Component[] {
    return this.getCurrentIndex().within(box)
  }

  destroy(): void {
    this.unlisten()
  }

  /** Whether component `a` is painted above component `b`. */
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

  /** Returns the index with all changes applied. */
  private getCurrentIndex(): SpatialIndex {
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
