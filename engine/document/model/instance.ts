import type { Action, Animation, Binding, Id } from './binding.ts'
import type { FieldValue } from '../../schema/index.ts'

/** Kind of a symbol parameter: a tag or tag prefix, or a property value. */
export type ParamKind = 'tag' | 'text' | 'number' | 'color' | 'flag'
/** Value of a parameter: a tag or tag prefix as text, or a value of its kind. */
export type ParamValue = string | number | boolean
/** Values of a symbol's parameters by parameter name, as stored in an instance. */
export type ParamValues = Readonly<Record<string, ParamValue>>

/** Position of an instance: the symbol's box scaled, mirrored, then rotated around its centre. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly angleDeg: number
  readonly flipX: boolean
  readonly flipY: boolean
}

/**
 * Differences of one member in one instance. Null resets a value to the type's default; absent keys are as in the
 * symbol.
 */
export interface Override {
  readonly name?: string
  readonly opacity?: number
  readonly visible?: boolean
  readonly locked?: boolean
  readonly props?: Readonly<Record<string, FieldValue | null>>
  readonly bindings?: readonly Binding[]
  readonly animation?: Animation | null
  readonly action?: Action | null
  readonly extras?: Readonly<Record<string, FieldValue | null>>
  /** For a member that is itself an instance. */
  readonly params?: ParamValues
}

/** Makes a group an instance: symbol, place, parameters and overrides of its members. */
export interface SymbolLink {
  readonly symbol: Id
  readonly place: Place
  /** Only values that differ from the parameters' defaults. */
  readonly params: ParamValues
  /** Overrides by member path: the id in the symbol, or ids joined by `/` through nested instances. */
  readonly overrides: Readonly<Record<string, Override>>
}
