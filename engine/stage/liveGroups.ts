import type { Quality } from '../bindings/quality.ts'
import type { Component, Id } from '../document/index.ts'
import { worstQuality } from '../paint/inheritedState.ts'
import { saysOnlyAnimated, type Values } from './item.ts'

interface Lookup {
  get(id: Id): Component | undefined
}

/** Live values of groups, and how doubtful they are: a group is seen by its members, and so is its doubt. */
export class LiveGroups {
  private readonly values = new Map<Id, Values>()
  private readonly doubts = new Map<Id, Quality>()
  private readonly document: Lookup

  constructor(document: Lookup) {
    this.document = document
  }

  get(id: Id): Values | undefined {
    return this.values.size > 0 ? this.values.get(id) : undefined
  }

  /** What a group shows, and how doubtful that is; null: nothing live. */
  shown(id: Id): { readonly values: Values | null; readonly quality: Quality } | null {
    const values = this.values.get(id) ?? null
    const quality = this.doubts.get(id) ?? 0
    return values || quality ? { values, quality } : null
  }

  /** Takes new values of a group; answers whether its members have nothing new to show but whether, and how fast, they move. */
  set(id: Id, values: Values | null, quality: Quality): boolean {
    const isOnlyAnimated = saysOnlyAnimated(this.values.get(id)) && saysOnlyAnimated(values) && quality === (this.doubts.get(id) ?? 0)
    if (values) this.values.set(id, values)
    else this.values.delete(id)
    if (values && quality) this.doubts.set(id, quality)
    else this.doubts.delete(id)
    return isOnlyAnimated
  }

  forget(id: Id): void {
    this.values.delete(id)
    this.doubts.delete(id)
  }

  /** How doubtful a component is that is itself as doubtful as `own`. */
  worst(component: Component, own: Quality): Quality {
    return this.doubts.size > 0 ? worstQuality(component, own, this.document, (id) => this.doubts.get(id)) : own
  }

  /** Whether all groups around it let it be seen, by their live values or else as they are drawn. */
  letSee({ parent }: Component): boolean {
    for (let id = parent; id !== null;) {
      const group = this.document.get(id)
      if (!group) break
      const live = this.get(id)?.['visible']
      if (live === undefined ? !group.visible : !live) return false
      id = group.parent
    }
    return true
  }

  /** Whether live values of a group around it have a say in where a component is. */
  isCarrying({ parent }: Component): boolean {
    if (this.values.size === 0) return false
    for (let id = parent; id !== null; id = this.document.get(id)?.parent ?? null) {
      const live = this.values.get(id)
      if (live && ('x' in live || 'y' in live || 'angleDeg' in live)) return true
    }
    return false
  }
}
