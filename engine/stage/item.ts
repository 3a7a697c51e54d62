import { isMotionProp, isPromptProp } from '../bindings/commonFields.ts'
import type { Quality } from '../bindings/quality.ts'
import { followPage, type AnyComponentType } from '../components/catalog.ts'
import type { Component, Extras, PageTheme } from '../document/index.ts'
import { liveFrame, animationSpeed, withShadow } from '../paint/brush/inheritedState.ts'
import type { PictureSlots } from '../paint/atlas/images.ts'
import type { Frame, Painted } from '../paint/painter.ts'
import type { Run } from '../paint/gpu/primitivePages.ts'
import type { FieldValue } from '../schema/index.ts'

/** Property values of a component by name. */
export type Values = Readonly<Record<string, FieldValue>>

/** Handle for repeated live updates of one component, without lookups or value objects. */
export interface LiveHandle {
  /** Row for `Stage.showFast`; absent if the component has none. */
  readonly row?: number
  /** Sets a live value over the component's own. */
  set(name: string, value: FieldValue): void
  /** Shows the values set before in the next frame, with this quality. */
  show(quality: Quality): void
}

interface Owner {
  /** Page theme for components that follow it. */
  readonly theme: PageTheme
  /** Fast path for values that bypass the item. */
  readonly fastPath: { take(row: number): string | null }
  /** Called when the live values of an item have changed. `isNew` is true if the set of live properties has changed. */
  liveChanged(item: Item, isNew: boolean): void
  getLiveHandle(id: Component['id']): LiveHandle
}

/** A component on the stage: its record, its painting state and its live values. */
export class Item implements Painted, LiveHandle {
  // Fields used by a repaint come first, so that they share few cache lines.
  component: Component
  type: AnyComponentType | undefined
  run: Run | null = null
  /** Names of the live values; their values are in `whole`. */
  private live: LiveNames = noNames
  /** Defaults, own and live values combined; null if nothing is live. */
  private whole: Record<string, FieldValue> | null = null
  quality: Quality = 0
  isDirty = false
  private hasNewNames = false
  isMoving = false
  isFlowing = false
  isFull = false
  /** Whether an overlay element covers the component. */
  isCovered = false
  /** Latest live value of the type's `tint` that is not yet in `whole`. It can be shown without repainting. */
  tinted: string | null = null
  /** Row of the fast path; -1 if `getLiveHandle` was never requested. */
  row = -1
  /** Whether the last update changed the tint only. */
  isOnlyTinted = false
  /** Whether the last update can only have started, stopped or changed the speed of its animation (or its prompt). */
  isOnlyStarted = false
  motion = 0
  mark: Run | null = null
  pictureSlots: PictureSlots | null = null
  private readonly owner: Owner

  constructor(component: Component, type: AnyComponentType | undefined, owner: Owner) {
    this.component = component
    this.type = type
    this.owner = owner
  }

  get isLive(): boolean {
    return this.live !== noNames
  }
  /** Whether `name` is the only live value. */
  isLiveOnly(name: string): boolean {
    return this.live.hasOnly(name)
  }
  get hasLiveFrame(): boolean {
    return this.live.frameNames.length > 0
  }

  /** The live values, or null if there are none. */
  get values(): Values | null {
    const whole = this.mergePending()
    return whole && pickValues(whole, this.live.names)
  }

  set(name: string, value: FieldValue): void {
    const successor = this.run ? undefined : this.successor()
    if (successor) return successor.set(name, value)
    if (name === this.type?.tint && typeof value === 'string' && this.live.hasOnly(name)) {
      this.takeFastValue()
      this.tinted = value
      return
    }
    const whole = this.mergePending() ?? (this.whole = wholeProps(this.type, this.component))
    whole[name] = value
    if (this.live.names.includes(name)) return
    this.live = namesWith(this.live, name)
    this.hasNewNames = true
  }

  show(quality: Quality): void {
    const successor = this.run ? undefined : this.successor()
    if (successor) return successor.show(quality)
    const isNew = this.hasNewNames
    this.hasNewNames = false
    this.isOnlyTinted = !isNew && this.tinted !== null && quality === this.quality
    this.isOnlyStarted = !isNew && quality === this.quality && this.live.isOnlyMotion
    this.quality = quality
    this.owner.liveChanged(this, isNew)
  }

  /** Returns the item that replaced this one, if the component was removed and restored. */
  private successor(): LiveHandle | undefined {
    const side = this.owner.getLiveHandle(this.component.id)
    return side === this ? undefined : side
  }

  /** Removes all live values; takes effect with the next `show`. */
  clear(): void {
    this.live = noNames
    this.whole = null
    this.takeFastValue()
    this.tinted = null
    this.hasNewNames = true
  }

  /** Switches to a changed record of the same component and keeps the live values. */
  become(component: Component, type: AnyComponentType | undefined): void {
    const { values } = this
    this.component = component
    this.type = type
    if (values) this.whole = { ...wholeProps(type, component), ...values }
  }

  /** Resets the painting state after the pages were cleared. */
  unplace(): void {
    this.run = null
    this.mark = null
    this.motion = 0
    this.isMoving = false
    this.isFlowing = false
    this.pictureSlots = null
    this.isDirty = false
  }

  /** Returns the properties to draw with. */
  props(): Values {
    const whole = this.mergePending() ?? wholeProps(this.type, this.component)
    if (this.type?.followsPage) followPage(this.type, whole, this.owner.theme)
    return whole
  }

  /** Returns `whole` after merging the latest tint or fast path value. */
  private mergePending(): Record<string, FieldValue> | null {
    const newest = this.takeFastValue() ?? this.tinted
    const [only] = this.live.names
    if (newest !== null && this.whole && only !== undefined) this.whole[only] = newest
    this.tinted = null
    return this.whole
  }

  /** Takes the pending value of the fast path, or null. */
  private takeFastValue(): string | null {
    return this.row < 0 ? null : this.owner.fastPath.take(this.row)
  }

  /** Whether the component itself is visible, including live values; groups are not considered. */
  isVisible(): boolean {
    return this.live.hasVisible ? Boolean(this.whole?.['visible']) : this.component.visible
  }

  /** Returns the extras (such as the shadow) with live values applied. */
  extras(): Extras {
    const {
      component: { extras },
      live,
      whole,
    } = this
    if (!live.hasShadow || !whole) return extras
    return withShadow(extras, whole)
  }

  /** Speed factor of the component's own animation. */
  get speed(): number {
    return animationSpeed(this.whole)
  }

  /** Returns the component's frame with live values applied. */
  frame(): Frame {
    const { component, live, whole } = this
    return whole && live.frameNames.length > 0 ? liveFrame(component, pickValues(whole, live.frameNames)) : component
  }
}

/** A list of property names, shared by all items with the same names to keep it in the CPU cache. */
interface LiveNames {
  readonly names: readonly string[]
  /** Names that affect position, size, rotation, mirroring or opacity. */
  readonly frameNames: readonly string[]
  readonly hasVisible: boolean
  readonly hasShadow: boolean
  /** Whether the names concern only the animation (on/off, speed) and the prompt. */
  readonly isOnlyMotion: boolean
  hasOnly(name: string): boolean
  readonly longer: Map<string, LiveNames>
}

const frameProps: readonly string[] = ['x', 'y', 'width', 'height', 'angleDeg', 'flipX', 'flipY', 'opacity']
const noNames = createNames([])

function createNames(names: readonly string[]): LiveNames {
  const [only] = names.length === 1 ? names : []
  return {
    names,
    frameNames: names.filter((name) => frameProps.includes(name)),
    hasVisible: names.includes('visible'),
    isOnlyMotion: names.length > 0 && names.every((name) => isMotionProp(name) || isPromptProp(name)),
    hasShadow: names.includes('shadowLength') || names.includes('shadowColor'),
    hasOnly: (name) => name === only,
    longer: new Map(),
  }
}

function namesWith(list: LiveNames, name: string): LiveNames {
  const longerList = list.longer.get(name) ?? createNames([...list.names, name])
  list.longer.set(name, longerList)
  return longerList
}

function pickValues(whole: Values, names: readonly string[]): Record<string, FieldValue> {
  return Object.fromEntries(names.map((name) => [name, whole[name]]))
}

function wholeProps(type: AnyComponentType | undefined, component: Component): Record<string, FieldValue> {
  return type ? { ...type.defaults, ...component.props } : { ...component.props }
}

/** Whether live values of a group concern only its animation and prompt. */
export function hasOnlyMotion(values: Values | null | undefined): boolean {
  for (const name in values) if (!isMotionProp(name) && !isPromptProp(name)) return false
  return true
}
