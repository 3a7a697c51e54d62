import type { FieldValue } from '../schema/index.ts'
import { circular } from './circular/circular.ts'
import type { AnyComponentType } from './define.ts'
import { gauge } from './gauge/gauge.ts'
import { lamp } from './lamp/lamp.ts'
import { line } from './line/line.ts'
import { pipe } from './pipe/pipe.ts'
import { rect } from './rect/rect.ts'
import { tank } from './tank/tank.ts'
import { text } from './text/text.ts'
import { triangle } from './triangle/triangle.ts'

export type { AnyComponentType, ComponentType } from './define.ts'

/** Every kind of component there is. No other file names a type. */
export interface Catalog {
  get(type: string): AnyComponentType | undefined
  /** In the order of the toolbox. */
  readonly list: readonly AnyComponentType[]
}

const list: readonly AnyComponentType[] = [
  text,
  line,
  rect,
  circular,
  triangle,
  lamp,
  tank,
  pipe,
  gauge,
]

export const catalog: Catalog = catalogOf(list)

/** A catalog of the given types: the product's own, or a test's. */
export function catalogOf(types: readonly AnyComponentType[]): Catalog {
  const byType = new Map(types.map((type) => [type.type, type]))
  return { get: (type) => byType.get(type), list: types }
}

/**
 * Whole props to draw with: defaults, the drawing's own, then live overrides. Bindings have fitted those to their
 * fields already; all that is asked here, once more and cheaply, is that a value has its field's kind and is finite.
 */
export function resolveProps(
  type: { readonly defaults: Readonly<Record<string, FieldValue>> },
  props: Readonly<Record<string, FieldValue>>,
  overrides?: Readonly<Record<string, FieldValue>> | null,
): Readonly<Record<string, FieldValue>> {
  const whole: Record<string, FieldValue> = { ...type.defaults, ...props }
  if (!overrides) return whole
  for (const name in overrides) {
    const value = overrides[name]
    if (typeof value === typeof whole[name] && (typeof value !== 'number' || Number.isFinite(value))) whole[name] = value
  }
  return whole
}
