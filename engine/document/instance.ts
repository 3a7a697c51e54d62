import type { Action, Animation, Binding, Id } from './binding.ts'
import type { FieldValue } from '../schema/index.ts'

/** What a parameter of a symbol stands for: (the beginning of) a tag, or a value of a property. */
export type ParamKind = 'tag' | 'text' | 'number' | 'color' | 'flag'
/** A parameter's value: a tag or its beginning as text, or a value of its kind. */
export type ParamValue = string | number | boolean
export type ParamValues = Readonly<Record<string, ParamValue>>

/** Where an instance lies: the symbol's box stretched, mirrored, then turned about its centre. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly angleDeg: number
  readonly flipX: boolean
  readonly flipY: boolean
}

/** What one instance has differently in one member. Null stands for the type's default; absent keys are as in the symbol. */
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
  /** Of a member that is an instance itself. */
  readonly params?: ParamValues
}

/** Makes a group an instance: which symbol, where, with which parameters, and what is different in its members. */
export interface SymbolLink {
  readonly symbol: Id
  readonly place: Place
  /** Only what differs from the parameters' defaults. */
  readonly params: ParamValues
  /** By the way to the member: its id in the symbol, or such ids joined by `/` through nested instances. */
  readonly overrides: Readonly<Record<string, Override>>
}
