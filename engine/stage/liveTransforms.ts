import type { Component, DrawingDocument, Id } from '../document/index.ts'
import { groupType } from '../document/index.ts'
import { inheritFromGroups, findStateCarrier, applyPose, animationSpeed, type Frame, type Surroundings } from '../paint/inheritedState.ts'
import type { MotionTable } from '../paint/motionTable.ts'
import type { Item } from './item.ts'
import type { LiveGroups } from './liveGroups.ts'

/** Where the components of a scene are now: moved by live values, their own and their groups', and by motions that run. */
export class LiveTransforms {
  private readonly items: ReadonlyMap<Id, Item>
  private readonly groups: LiveGroups
  private readonly motions: MotionTable
  private readonly around: Surroundings
  /** Components whose place live values have a say in. */
  private readonly moved = new Set<Id>()

  constructor(document: DrawingDocument, items: ReadonlyMap<Id, Item>, groups: LiveGroups, motions: MotionTable) {
    this.items = items
    this.groups = groups
    this.motions = motions
    this.around = { get: (id) => document.get(id), live: (id) => groups.get(id) }
  }

  /** The frame a component is painted with now. */
  frameNow(component: Component): Frame {
    const item = this.items.get(component.id)
    return item ? this.frameOf(item) : component.type === groupType ? inheritFromGroups(component, component.id, this.around) : component
  }

  /** The frame a component is seen with at a moment of the stage's clock: `frameNow` where its motion has brought it. */
  frameSeen(component: Component, nowMs: number): Frame {
    const frame = this.frameNow(component)
    const carrier = this.isPlaying(component.id) ? findStateCarrier(component, this.around) : null
    if (!carrier?.animation) return frame
    const elapsedMs = this.motions.elapsedAt(this.items.get(component.id)?.motion ?? 0, carrier.animation, nowMs)
    return applyPose(frame, carrier.animation, this.aboutOf(carrier, component, frame), elapsedMs)
  }

  /** The item's frame, and as faint as its groups. */
  frameOf(item: Item): Frame {
    const { component } = item
    const frame = item.frame()
    return component.parent === null ? frame : inheritFromGroups(frame, component.parent, this.around)
  }

  /** Whose motion a component follows; null: it stands still. */
  carrierOf(component: Component): Component | null {
    return findStateCarrier(component, this.around)
  }

  /** About the middle of what a motion turns. */
  aboutOf(carrier: Component | null, component: Component, frame: Frame): Frame {
    return carrier === null || carrier === component ? frame : inheritFromGroups(carrier, carrier.id, this.around)
  }

  speedOf(carrier: Component | null, item: Item): number {
    return carrier === item.component ? item.speed : carrier ? animationSpeed(this.groups.get(carrier.id)) : 0
  }

  /** Whether live values have a say in where a component is: the index of places does not know of them. */
  isMoved(id: Id): boolean {
    return this.moved.has(id)
  }

  /** The components whose place live values have a say in. */
  get movedNow(): readonly Component[] {
    return [...this.moved].flatMap((id) => this.items.get(id)?.component ?? [])
  }

  /** Whether a running motion has a say in where a component is seen. */
  isPlaying(id: Id): boolean {
    const item = this.items.get(id)
    return item !== undefined && item.motion !== 0 && this.speedOf(this.carrierOf(item.component), item) !== 0
  }

  /** The components that running motions have a say in. */
  get playingNow(): readonly Component[] {
    return [...this.items.values()].flatMap(({ component }) => (this.isPlaying(component.id) ? [component] : []))
  }

  /** Live values of the item, or of its groups, are others than before. */
  note(item: Item): void {
    const { id } = item.component
    if (item.hasLiveFrame || this.groups.isCarrying(item.component)) this.moved.add(id)
    else this.moved.delete(id)
  }

  forget(id: Id): void {
    this.moved.delete(id)
  }
}
