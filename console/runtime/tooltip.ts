import type { Disabled } from '@mimic/engine'
import type { Component, Id } from '@mimic/engine/document'
import type { FieldValue } from '@mimic/engine/schema'
import { tagsOf } from './valueRows.ts'

/** What is said of a component under a resting pointer. */
export interface Tooltip {
  /** What it is said of: the component itself or a group around it. */
  readonly component: Component
  readonly text: string
  /** `line`: the text alone. `card`: name, text and the tags behind it. */
  readonly kind: 'line' | 'card'
  readonly side: 'top' | 'bottom' | 'left' | 'right'
  /** Why a press on it would be refused. */
  readonly offDuty: Disabled | null
}

/** What is shown over a component's own values now. */
type LiveOf = (id: Id) => Readonly<Record<string, FieldValue>> | null | undefined

/**
 * The prompt of the component that was hit: its own words, else the tags it shows or that it is off duty, else the words
 * of the nearest group around it. A prompt that a tag drives says what it says now. Null: there is nothing to say.
 */
export function createTooltip(hit: Component, get: (id: Id) => Component | undefined, liveOf: LiveOf = () => undefined, offDuty: Disabled | null = null): Tooltip | null {
  let component: Component | undefined = hit
  for (let depth = 0; component && depth < deepest; depth++) {
    const { promptMode = 'short', promptSide = 'top', ...own } = component.extras
    const live = liveOf(component.id)
    const said = live?.['prompt']
    const text = (typeof said === 'string' ? said : own.prompt ?? '').trim()
    if (text !== '') return { component, text, kind: (live?.['promptMode'] ?? promptMode) === 'long' ? 'card' : 'line', side: promptSide, offDuty: component === hit ? offDuty : null }
    if (component === hit && (offDuty !== null || tagsOf(hit).length > 0)) return { component, text, kind: 'card', side: 'bottom', offDuty }
    component = component.parent === null ? undefined : get(component.parent)
  }
  return null
}

/** A document has no cycles of parents; should one get in, the search still ends. */
const deepest = 64
