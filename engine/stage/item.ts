import { isMotionProp, isPromptProp } from '../bindings/commonFields.ts'
import type { Quality } from '../bindings/quality.ts'
import { followPage, type AnyComponentType } from '../components/catalog.ts'
import type { Component, Extras, PageTheme } from '../document/index.ts'
import { liveFrame, animationSpeed, withShadow } from '../paint/inheritedState.ts'
import type { Held } from '../paint/images.ts'
import type { Frame, Painted } from '../paint/painter.ts'
import type { Run } from '../paint/primitivePages.ts'
import type { FieldValue } from '../schema/index.ts'

export type Values = Readonly<Record<string, FieldValue>>

/** One component for who shows live values on it again and again: nothing is looked up, no object of values is handed over. */
export interface LiveSide {
  /** Its row for `Stage.showStraight`; absent: it has none. */
  readonly row?: number
  /** Puts one live value over the component's own. */
  set(name: string, value: FieldValue): void
  /** Shows with the next frame what was set, as doubtful as `quality`. */
  show(quality: Quality): void
}

interface Owner {
  /** How what follows the page looks. */
  readonly theme: PageTheme
  /** Values that were written past the item. */
  readonly straight: { take(row: number): string | null }
  /** The live values of an item have changed; `isNew` when there are now others than before. */
  liveChanged(item: Item, isNew: boolean): void
  liveSide(id: Component['id']): LiveSide
}

/** One component on the stage: its record, what it is painted with and where, and the live values over it. */
export class Item implements Painted, LiveSide {
  // What a repaint reads stands first, in as few lines of the processor's cache as can be.
  component: Component
  type: AnyComponentType | undefined
  run: Run | null = null
  /** Names of the live values; the values themselves are in `whole`. */
  private live: LiveNames = noNames
  /** Defaults, own and live values; null: nothing is live. */
  private whole: Record<string, FieldValue> | null = null
  quality: Quality = 0
  isDirty = false
  private hasNewNames = false
  isMoving = false
  isFlowing = false
  isFull = false
  /** An element of the page lies over it. */
  isCovered = false
  /** The newest live value of its type's `tint` that came by `set`, while it is not yet in `whole`: showing it takes no more than this. */
  tinted: string | null = null
  /** Its row of the straight way; -1: nobody who shows live values holds it. */
  row = -1
  /** Whether what was last shown differs from what is painted by its tint alone. */
  isOnlyTinted = false
  /** Whether what was last shown can differ from what is painted by its animation being started, stopped or sped up alone. */
  isOnlyStarted = false
  motion = 0
  mark: Run | null = null
  held: Held | null = null
  private readonly owner: Owner

  constructor(component: Component, type: AnyComponentType | undefined, owner: Owner) {
    this.component = component
    this.type = type
    this.owner = owner
  }

  get isLive(): boolean { return this.live !== noNames }
  /** Whether that value is all that is live. */
  isLiveOnly(name: string): boolean { return this.live.hasOnly(name) }
  get hasLiveFrame(): boolean { return this.live.frameNames.length > 0 }

  /** What differs from the drawing; null: nothing. */
  get values(): Values | null {
    const whole = this.settled()
    return whole && picked(whole, this.live.names)
  }

  set(name: string, value: FieldValue): void {
    const successor = this.run ? undefined : this.successor()
    if (successor) return successor.set(name, value)
    if (name === this.type?.tint && typeof value === 'string' && this.live.hasOnly(name)) {
      this.takeStraight()
      this.tinted = value
      return
    }
    const whole = this.settled() ?? (this.whole = wholeProps(this.type, this.component))
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

  /** It may have been taken off the drawing and come back as another item. */
  private successor(): LiveSide | undefined {
    const side = this.owner.liveSide(this.component.id)
    return side === this ? undefined : side
  }

  /** Forgets every live value; seen with the next `show`. */
  clear(): void {
    this.live = noNames
    this.whole = null
    this.takeStraight()
    this.tinted = null
    this.hasNewNames = true
  }

  /** Becomes the item of another record of the same component; what is live stays live. */
  become(component: Component, type: AnyComponentType | undefined): void {
    const { values } = this
    this.component = component
    this.type = type
    if (values) this.whole = { ...wholeProps(type, component), ...values }
  }

  /** Is off the pages, which were cleared. */
  unplace(): void {
    this.run = null
    this.mark = null
    this.motion = 0
    this.isMoving = false
    this.isFlowing = false
    this.held = null
    this.isDirty = false
  }

  /** What it is drawn with. */
  props(): Values {
    const whole = this.settled() ?? wholeProps(this.type, this.component)
    if (this.type?.followsPage) followPage(this.type, whole, this.owner.theme)
    return whole
  }

  /** `whole` with the newest value in it that came past it, or is a tint. */
  private settled(): Record<string, FieldValue> | null {
    const newest = this.takeStraight() ?? this.tinted
    const [only] = this.live.names
    if (newest !== null && this.whole && only !== undefined) this.whole[only] = newest
    this.tinted = null
    return this.whole
  }

  /** The value that was written past it, if any; it is known now. */
  private takeStraight(): string | null {
    return this.row < 0 ? null : this.owner.straight.take(this.row)
  }

  /** Whether it is to be seen by its own and its live values; groups around it aside. */
  isVisible(): boolean {
    return this.live.hasVisible ? Boolean(this.whole?.['visible']) : this.component.visible
  }

  /** What of it is beside its type's own, the live shadow in it. */
  extras(): Extras {
    const { component: { extras }, live, whole } = this
    if (!live.hasShadow || !whole) return extras
    return withShadow(extras, whole)
  }

  /** How fast its own animation runs. */
  get speed(): number { return animationSpeed(this.whole) }

  /** The component's own frame with live values in it. */
  frame(): Frame {
    const { component, live, whole } = this
    return whole && live.frameNames.length > 0 ? liveFrame(component, picked(whole, live.frameNames)) : component
  }
}

/** A list of names, one object for all items that have the same ones: it stays in the processor's cache. */
interface LiveNames {
  readonly names: readonly string[]
  /** Those that have a say in place, size, turn, mirroring or opacity. */
  readonly frameNames: readonly string[]
  readonly hasVisible: boolean
  readonly hasShadow: boolean
  /** They say nothing but whether, and how fast, it moves, and what its prompt is. */
  readonly isOnlyMotion: boolean
  hasOnly(name: string): boolean
  readonly longer: Map<string, LiveNames>
}

const frameProps: readonly string[] = ['x', 'y', 'width', 'height', 'angleDeg', 'flipX', 'flipY', 'opacity']
const noNames = listOf([])

function listOf(names: readonly string[]): LiveNames {
  const [only] = names.length === 1 ? names : []
  return {
    names, frameNames: names.filter((name) => frameProps.includes(name)), hasVisible: names.includes('visible'), isOnlyMotion: names.length > 0 && names.every((name) => isMotionProp(name) || isPromptProp(name)),
    hasShadow: names.includes('shadowLength') || names.includes('shadowColor'),
    hasOnly: (name) => name === only, longer: new Map(),
  }
}

function namesWith(list: LiveNames, name: string): LiveNames {
  const known = list.longer.get(name) ?? listOf([...list.names, name])
  list.longer.set(name, known)
  return known
}

function picked(whole: Values, names: readonly string[]): Record<string, FieldValue> {
  return Object.fromEntries(names.map((name) => [name, whole[name]]))
}

function wholeProps(type: AnyComponentType | undefined, component: Component): Record<string, FieldValue> {
  return type ? { ...type.defaults, ...component.props } : { ...component.props }
}

/** Whether live values of a group have a say in nothing but its animation and its prompt. */
export function saysOnlyAnimated(values: Values | null | undefined): boolean {
  for (const name in values) if (!isMotionProp(name) && !isPromptProp(name)) return false
  return true
}
