import type { Component, Id } from './component.ts'
import type { ParamKind, ParamValue } from './instance.ts'
import type { Words } from '../schema/index.ts'

export type { Override, ParamKind, ParamValue, ParamValues, Place, SymbolLink } from './instance.ts'

/** A parameter of a symbol: what an instance may say otherwise. */
export interface SymbolParam {
  readonly name: string
  readonly kind: ParamKind
  readonly default: ParamValue
  readonly words?: Words
}

/** The entry of a component library that a symbol was copied from, and how new that was. */
export interface SymbolOrigin {
  /** The entry's id. */
  readonly library: string
  readonly revision: number
}

/** A drawing within a drawing, made once and shown as often as wanted, each time with other parameters. */
export interface SymbolDefinition {
  readonly id: Id
  readonly name: string
  /** The box that an instance's place stretches. */
  readonly width: number
  readonly height: number
  /** Absent: made in this drawing, and kept by no library. */
  readonly origin?: SymbolOrigin
  readonly params: readonly SymbolParam[]
  /** In paint order, within 0, 0, width, height; tags, expressions and texts may hold placeholders, `{pump}`. */
  readonly components: readonly Component[]
  /** By a component's id: which of its properties is which parameter's value. Properties are typed and cannot hold a placeholder. */
  readonly paramProps: Readonly<Record<string, Readonly<Record<string, string>>>>
}
