import type { FieldValue } from '../schema/index.ts'

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
  /** Name of a bindable field, or one of the common ones: x, y, width, height, angleDeg, flipX, flipY, opacity, visible, animated, animationSpeed. */
  readonly prop: string
  /** `project/device/point`. */
  readonly tag: string
  readonly via: Via
}

/** Only one is effective at a time. It runs always, or while and as fast as bindings of `animated` and `animationSpeed` say. Directions: rotate +1 clockwise; slide goes by dx, dy pixels and back. */
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
