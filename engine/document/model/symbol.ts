import type { Component, Id } from './component.ts'
import type { ParamKind, ParamValue } from './instance.ts'
import type { Words } from '../../schema/index.ts'

export type { Override, ParamKind, ParamValue, ParamValues, Place, SymbolLink } from './instance.ts'

/** A parameter of a symbol, which instances can set. */
export interface SymbolParam {
  readonly name: string
  readonly kind: ParamKind
  readonly default: ParamValue
  readonly words?: Words
}

/** The library item and revision that a symbol was copied from. */
export interface SymbolOrigin {
  /** Id of the library item. */
  readonly library: string
  readonly revision: number
}

/** A reusable drawing within a drawing. Its instances can have different parameters. */
export interface SymbolDefinition {
  readonly id: Id
  readonly name: string
  /** Size of the box that is scaled to an instance's place, in px. */
  readonly width: number
  readonly height: number
  /** Absent for symbols that do not come from a library. */
  readonly origin?: SymbolOrigin
  readonly params: readonly SymbolParam[]
  /**
   * In paint order, with coordinates relative to the box (0, 0, width, height). Tags, expressions and texts may contain
   * placeholders such as `{pump}`.
   */
  readonly components: readonly Component[]
  /** Parameter names by component id and property. For typed properties, which cannot contain placeholders. */
  readonly paramProps: Readonly<Record<string, Readonly<Record<string, string>>>>
}
