import type { FieldValue } from '../../schema/index.ts'

declare const idBrand: unique symbol
/** Identifier of a component: unique in its drawing and never reused. */
export type Id = string & { readonly [idBrand]: true }

/** Values of a component's fields by field name. */
export type Props = Readonly<Record<string, FieldValue>>

/** Conversion of a tag's value to a property's value. Plain data, evaluated in `bindings/`; never executed as code. */
export type Via =
  /**
   * The value itself. Numbers are scaled and offset first; for text properties they are then formatted with `decimals`
   * and `unit`.
   */
  | {
      readonly kind: 'value'
      readonly scale?: number
      readonly offset?: number
      readonly decimals?: number
      readonly unit?: string
    }
  /** Linear mapping of [fromLow, fromHigh] to [toLow, toHigh], clamped. */
  | { readonly kind: 'range'; readonly from: readonly [number, number]; readonly to: readonly [number, number] }
  /**
   * The first state whose closed interval contains the value, else `otherwise`; if that is absent, the property keeps
   * its own value.
   */
  | {
      readonly kind: 'states'
      readonly states: readonly { readonly min: number; readonly max: number; readonly value: FieldValue }[]
      readonly otherwise?: FieldValue
    }
  /** An expression with `value` and other tags in braces. */
  | { readonly kind: 'expression'; readonly source: string }

/** Binds a property of a component to a tag. */
export interface Binding {
  /**
   * Name of a bindable field, or a common property: x, y, width, height, angleDeg, flipX, flipY, opacity, visible,
   * animated, animationSpeed.
   */
  readonly prop: string
  /** `project/device/point`. */
  readonly tag: string
  readonly via: Via
}

/**
 * Animation of a component; it has at most one. Runs always, or as controlled by bindings of `animated` and
 * `animationSpeed`. `rotate`: direction 1 is clockwise. `slide`: moves by dx, dy px and back.
 */
export type Animation =
  | { readonly kind: 'showHide'; readonly periodMs: number }
  | { readonly kind: 'blink'; readonly periodMs: number }
  | { readonly kind: 'rotate'; readonly periodMs: number; readonly direction: 1 | -1 }
  | { readonly kind: 'slide'; readonly periodMs: number; readonly dx: number; readonly dy: number }

/** Click action in a running drawing. A switch sends the absolute value of the opposite state, not a toggle command. */
export type Action =
  | {
      readonly kind: 'link'
      readonly url: string
      readonly open: 'current' | 'window' | 'popup'
      readonly width?: number
      readonly height?: number
    }
  | {
      readonly kind: 'drawing'
      readonly drawing: string
      readonly open: 'current' | 'window' | 'popup'
      readonly width?: number
      readonly height?: number
    }
  | { readonly kind: 'switch'; readonly tag: string; readonly on: number; readonly off: number }
  | { readonly kind: 'write'; readonly tag: string; readonly value: number | null }
