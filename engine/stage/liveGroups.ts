import type { Quality } from '../bindings/quality.ts'
import type { Component, Id } from '../document/index.ts'
import { worstQuality } from '../paint/brush/inheritedState.ts'
import { hasOnlyMotion, type Values } from './item.ts'

interface Lookup {
  get(id: Id): Component | undefined
}

/** Live values and quality of groups. Groups are not painted; both apply to their members. */
export class LiveGroups {
  private readonly values = new Map<Id, Values>()
  private readonly qualities = new Map<Id, Quality>()
  private readonly document: Lookup

  constructor(document: Lookup) {
    this.document = document
  }

  get(id: Id): Values | undefined {
    return this.values.size > 0 ? this.values.get(id) : undefined
  }

  /** Returns the live values and quality of a group, or null if there are none. */
  getLive(id: Id): { readonly values: Values | null; readonly quality: Quality } | null {
    const values = this.values.get(id) ?? null
    const quality = this.qualities.get(id) ?? 0
    return values || quality ? { values, quality } : null
  }

  /** Sets the values of a group. Returns true if the change affects only the animation of its members. */
  set(id: Id, values: Values | null, quality: Quality): boolean {
    const isOnlyAnimated =
      hasOnlyMotion(this.values.get(id)) && hasOnlyMotion(values) && quality === (this.qualities.get(id) ?? 0)
    if (values) this.values.set(id, values)
    else this.values.delete(id)
    if (values && quality) this.qualities.set(id, quality)
    else this.qualities.delete(id)
    return isOnlyAnimated
  }

  forget(id: Id): void {
    this.values.delete(id)
    this.qualities.delete(id)
  }

  /** Returns the worst of a component's own quality and that of its groups. */
  worst(component: Component, own: Quality): Quality {
    return this.qualities.size > 0 ? worstQuality(component, own, this.document, (id) => this.qualities.get(id)) : own
  }

  /** Whether all groups around a component are visible, including live values. */
  areGroupsVisible({ parent }: Component): boolean {
    for (let id = parent; id !== null;) {
      const group = this.document.get(id)
      if (!group) break
      const live = this.get(id)?.['visible']
      if (live === undefined ? !group.visible : !live) return false
      id = group.parent
    }
    return true
  }

  /** Whether live values of a surrounding group move or rotate the component. */
  isCarrying({ parent }: Component): boolean {
    if (this.values.size === 0) return false
    for (let id = parent; id !== null; id = this.document.get(id)?.parent ?? null) {
      const live = this.values.get(id)
      if (live && ('x' in live || 'y' in live || 'angleDeg' in live)) return true
    }
    return false
  }
}
