import type { FieldValue } from '../schema/index.ts'
import type { Extras } from './extras.ts'
import type { SymbolDefinition, SymbolLink } from './symbol.ts'

export type { Extras } from './extras.ts'

declare const idBrand: unique symbol
/** A component's identifier: unique in its drawing and never reused. */
export type Id = string & { readonly [idBrand]: true }

export type Props = Readonly<Record<string, FieldValue>>

/** How a tag's value becomes a property's value. Pure data: evaluated in bindings/, never as code. */
export type Via =
  /** The value itself; a number is first scaled and shifted, then, for a text property, written with `decimals` and `unit`. */
  | { readonly kind: 'value'; readonly scale?: number; readonly offset?: number; readonly decimals?: number; readonly unit?: string }
  /** Linear map of [fromLow, fromHigh] to [toLow, toHigh], clamped. */
  | { readonly kind: 'range'; readonly from: readonly [number, number]; readonly to: readonly [number, number] }
  /** The first state whose closed interval holds the value; `otherwise` when none does (absent: the property keeps its own value). */
  | {
      readonly kind: 'states'
      readonly states: readonly { readonly min: number; readonly max: number; readonly value: FieldValue }[]
      readonly otherwise?: FieldValue
    }
  /** An expression over `value` and other tags written in braces. */
  | { readonly kind: 'expression'; readonly source: string }

/** What drives one property of a component: a tag, and the way from its value to the property's. */
export interface Binding {
  /** Name of a bindable field, or one of the common ones: x, y, width, height, angleDeg, opacity, visible. */
  readonly prop: string
  /** `project/device/point`. */
  readonly tag: string
  readonly via: Via
}

/** Only one is effective at a time. Directions: rotate +1 clockwise; slide goes by dx, dy pixels and back. */
export type Animation =
  | { readonly kind: 'showHide'; readonly periodMs: number }
  | { readonly kind: 'blink'; readonly periodMs: number }
  | { readonly kind: 'rotate'; readonly periodMs: number; readonly direction: 1 | -1 }
  | { readonly kind: 'slide'; readonly periodMs: number; readonly dx: number; readonly dy: number }

/** What a click does in a running drawing. A switch sends the absolute value that is not shown now, never "toggle". */
export type Action =
  | { readonly kind: 'link'; readonly url: string; readonly open: 'current' | 'window' | 'popup'; readonly width?: number; readonly height?: number }
  | { readonly kind: 'drawing'; readonly drawing: string; readonly open: 'current' | 'window' | 'popup'; readonly width?: number; readonly height?: number }
  | { readonly kind: 'switch'; readonly tag: string; readonly on: number; readonly off: number }
  | { readonly kind: 'write'; readonly tag: string; readonly value: number | null }

/**
 * One component of a drawing: a frozen record. x and y are the top left corner of its unrotated box in drawing
 * pixels, whatever its parent; rotation and mirroring are about the box's centre. `rank` orders siblings (a
 * fractional index: an order array made thousands of patches for one bring-to-front). `props` holds only what
 * differs from the type's defaults.
 */
export interface Component {
  readonly id: Id
  readonly type: string
  readonly name: string
  readonly rank: string
  readonly parent: Id | null
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly angleDeg: number
  readonly flipX: boolean
  readonly flipY: boolean
  readonly opacity: number
  readonly visible: boolean
  readonly locked: boolean
  readonly props: Props
  readonly bindings: readonly Binding[]
  readonly animation: Animation | null
  readonly action: Action | null
  /** Hover prompt, shadow and the like; `noExtras` for most. */
  readonly extras: Extras
  /** What makes a group an instance of a symbol: its members are then made from the symbol, never written by hand. */
  readonly link: SymbolLink | null
}

/** The reserved type of a group: a record without a picture whose box is the union of its members'. */
export const groupType = 'group'

/** The sheet that a drawing lies on; sizes in drawing pixels, `backColor` as `#rrggbb` or `#rrggbbaa`, `backgroundImage` an address or ''. */
export interface Layer {
  readonly backColor: string
  readonly backgroundImage: string
  /** Width over height that a resize keeps; 0 keeps none. */
  readonly widthHeightRatio: number
  readonly width: number
  readonly height: number
}

/** What a transaction did. It is the news that listeners get and, turned round, its own undo. */
export interface Diff {
  readonly added: readonly Component[]
  readonly updated: readonly (readonly [before: Component, after: Component])[]
  readonly removed: readonly Component[]
  readonly name?: readonly [before: string, after: string]
  readonly layer?: readonly [before: Layer, after: Layer]
  readonly symbols?: readonly [before: readonly SymbolDefinition[], after: readonly SymbolDefinition[]]
}
