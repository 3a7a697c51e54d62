import type { Trait } from '../components/roles.ts'
import type { Via } from '../document/index.ts'
import type { FieldValue } from '../schema/index.ts'

/** What a part looks like, by traits; what its type has no field for is left out. */
export type Look = Readonly<Partial<Record<Trait, FieldValue>>>

/** A binding that a file asks for: a trait or a property that all components have, a foreign name, and how. */
export interface StyleRequest {
  readonly prop: Trait | CommonProp
  readonly name: string
  readonly via: Via
  readonly path: string
}
export type CommonProp = 'x' | 'y' | 'width' | 'height' | 'angleDeg' | 'opacity' | 'visible' | 'animated'
