import type { Component, DrawingDocument, Id } from '../document/index.ts'
import { groupType } from '../document/index.ts'
import {
  inheritFromGroups,
  findAnimationSource,
  applyPose,
  animationSpeed,
  type Frame,
  type Surroundings,
} from '../paint/brush/inheritedState.ts'
import type { MotionTable } from '../paint/gpu/motionTable.ts'
import type { Item } from './item.ts'
import type { LiveGroups } from './liveGroups.ts'

/** Current positions of a scene's components: live values of components and groups, and running animations. */
export class LiveTransforms {
  private readonly items: ReadonlyMap<Id, Item>
  private readonly groups: LiveGroups
  private readonly motions: MotionTable
  private readonly around: Surroundings
  /** Components whose position depends on live values. */
  private readonly moved = new Set<Id>()

  constructor(document: DrawingDocument, items: ReadonlyMap<Id, Item>, groups: LiveGroups, motions: MotionTable) {
    this.items = items
    this.groups = groups
    this.motions = motions
    this.around = { get: (id) => document.get(id), live: (id) => groups.get(id) }
  }

  /** Returns the frame that a component is painted with. */
  getFrame(component: Component): Frame {
    const item = this.items.get(component.id)
    return item
      ? this.getItemFrame(item)
      : component.type === groupType
        ? inheritFromGroups(component, component.id, this.around)
        : component
  }

  /** Returns the frame of a component including its animation at `nowMs` of the stage's clock. */
  getAnimatedFrame(component: Component, nowMs: number): Frame {
    const frame = this.getFrame(component)
    const carrier = this.isPlaying(component.id) ? findAnimationSource(component, this.around) : null
    if (!carrier?.animation) return frame
    const elapsedMs = this.motions.elapsedAt(this.items.get(component.id)?.motion ?? 0, carrier.animation, nowMs)
    return applyPose(frame, carrier.animation, this.getPivotFrame(carrier, component, frame), elapsedMs)
  }

  /** Returns an item's frame with position and opacity of its groups applied. */
  getItemFrame(item: Item): Frame {
    const { component } = item
    const frame = item.frame()
    return component.parent === null ? frame : inheritFromGroups(frame, component.parent, this.around)
  }

  /** Returns the component whose animation moves this one, or null. */
  findAnimationSource(component: Component): Component | null {
    return findAnimationSource(component, this.around)
  }

  /** Returns the frame about whose centre the animation rotates. */
  getPivotFrame(carrier: Component | null, component: Component, frame: Frame): Frame {
    return carrier === null || carrier === component ? frame : inheritFromGroups(carrier, carrier.id, this.around)
  }

  getSpeed(carrier: Component | null, item: Item): number {
    return carrier === item.component ? item.speed : carrier ? animationSpeed(this.groups.get(carrier.id)) : 0
  }

  /** Whether live values determine the component's position, which the spatial index does not contain. */
  isMoved(id: Id): boolean {
    return this.moved.has(id)
  }

  /** Components whose position depends on live values. */
  get movedNow(): readonly Component[] {
    return [...this.moved].flatMap((id) => this.items.get(id)?.component ?? [])
  }

  /** Whether a running animation affects the component. */
  isPlaying(id: Id): boolean {
    const item = this.items.get(id)
    return (
      item !== undefined && item.motion !== 0 && this.getSpeed(this.findAnimationSource(item.component), item) !== 0
    )
  }

  /** Components affected by running animations. */
  get playingNow(): readonly Component[] {
    return [...this.items.values()].flatMap(({ component }) => (this.isPlaying(component.id) ? [component] : []))
  }

  /** Updates `moved` after live values of the item or its groups have changed. */
  note(item: Item): void {
    const { id } = item.component
    if (item.hasLiveFrame || this.groups.isCarrying(item.component)) this.moved.add(id)
    else this.moved.delete(id)
  }

  forget(id: Id): void {
    this.moved.delete(id)
  }
}
