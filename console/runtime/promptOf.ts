import type { Component, Id } from '@mimic/engine/document'
import { tagsOf } from './valueRows.ts'

/** What is said of a component under a resting pointer. */
export interface Prompt {
  /** What it is said of: the component itself or a group around it. */
  readonly component: Component
  readonly text: string
  /** `line`: the text alone. `card`: name, text and the tags behind it. */
  readonly kind: 'line' | 'card'
  readonly side: 'top' | 'bottom' | 'left' | 'right'
}

/**
 * The prompt of the component that was hit: its own words, else the tags it shows, else the words of the nearest group
 * around it. Null: there is nothing to say.
 */
export function promptOf(hit: Component, get: (id: Id) => Component | undefined): Prompt | null {
  let component: Component | undefined = hit
  for (let depth = 0; component && depth < deepest; depth++) {
    const { prompt = '', promptMode = 'short', promptSide = 'top' } = component.extras
    const text = prompt.trim()
    if (text !== '') return { component, text, kind: promptMode === 'long' ? 'card' : 'line', side: promptSide }
    if (component === hit && tagsOf(hit).length > 0) return { component, text, kind: 'card', side: 'bottom' }
    component = component.parent === null ? undefined : get(component.parent)
  }
  return null
}

/** A document has no cycles of parents; should one get in, the search still ends. */
const deepest = 64
