import type { Disabled } from '@mimic/engine'
import type { Component, Id } from '@mimic/engine/document'
import type { FieldValue } from '@mimic/engine/schema'
import { getTags } from './valueRows.ts'

/** Tooltip of a component. */
export interface Tooltip {
  /** The component itself or a group around it. */
  readonly component: Component
  readonly text: string
  /** `line`: text only. `card`: name, text and tags. */
  readonly kind: 'line' | 'card'
  readonly side: 'top' | 'bottom' | 'left' | 'right'
  /** Reason why the component is disabled. */
  readonly disabledReason: Disabled | null
}

/** Current live values of a component. */
type GetLive = (id: Id) => Readonly<Record<string, FieldValue>> | null | undefined

/**
 * Creates the tooltip of a component: its own prompt, else its tags or disabled state, else the prompt of the nearest
 * group. Live prompts override static ones. Returns null if there is nothing to show.
 */
export function createTooltip(
  hit: Component,
  get: (id: Id) => Component | undefined,
  getLive: GetLive = () => undefined,
  disabledReason: Disabled | null = null,
): Tooltip | null {
  let component: Component | undefined = hit
  for (let depth = 0; component && depth < maxDepth; depth++) {
    const { promptMode = 'short', promptSide = 'top', ...own } = component.extras
    const live = getLive(component.id)
    const livePrompt = live?.['prompt']
    const text = (typeof livePrompt === 'string' ? livePrompt : (own.prompt ?? '')).trim()
    if (text !== '')
      return {
        component,
        text,
        kind: (live?.['promptMode'] ?? promptMode) === 'long' ? 'card' : 'line',
        side: promptSide,
        disabledReason: component === hit ? disabledReason : null,
      }
    if (component === hit && (disabledReason !== null || getTags(hit).length > 0))
      return { component, text, kind: 'card', side: 'bottom', disabledReason }
    component = component.parent === null ? undefined : get(component.parent)
  }
  return null
}

/** Limits the search in case of an invalid cycle of parents. */
const maxDepth = 64
