import type { Trait } from '../components/roles.ts'
import type { Via } from '../document/index.ts'
import type { FieldValue } from '../schema/index.ts'

/** Appearance of a part by traits. Traits without a field in the type are ignored. */
export type Look = Readonly<Partial<Record<Trait, FieldValue>>>

/** A binding requested by a file: a trait or common property, the source name and the conversion. */
export interface StyleRequest {
  readonly prop: Trait | CommonProp
  readonly name: string
  readonly via: Via
  readonly path: string
}
/** Property of every component that an imported binding can set. `animated` starts and stops the animation. */
export type CommonProp = 'x' | 'y' | 'width' | 'height' | 'angleDeg' | 'opacity' | 'visible' | 'animated'
