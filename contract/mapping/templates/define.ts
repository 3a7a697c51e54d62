import type { Words } from '@mimic/engine/schema'
import type { Mapping } from '../configuration/schema.ts'

/** A message as such devices send it: for previews and tests. A text is sent as it is, anything else as JSON. */
export interface SampleMessage {
  readonly topic: string
  readonly payload: unknown
}

interface Common {
  /** Also the name of the file. */
  readonly id: string
  readonly words: Words
  /** What the template covers. */
  readonly description: Words
  /** What to set at the device or gateway, step by step; shown on its help page. */
  readonly setup: readonly Words[]
  readonly samples: readonly SampleMessage[]
}

/**
 * A make of devices in the gallery. Points are the usual ones of such devices; the onboarding page adds others from
 * messages.
 */
export type MappingTemplate =
  | (Common & { readonly kind: 'mapping'; readonly mapping: Mapping })
  /** Devices describe themselves: see `discovery/homeAssistant.ts`. */
  | (Common & { readonly kind: 'discovery'; readonly filter: string })
  /** Messages need the state of the session: see `sparkplug/host.ts`. */
  | (Common & { readonly kind: 'sparkplug'; readonly filter: string })

export const defineTemplate = <Template extends MappingTemplate>(template: Template): Template => template
