import type { Brush, Size } from '../paint/brush.ts'
import type { Fields, FieldValue, ValuesOf, Words } from '../schema/index.ts'

/** One kind of component, said once: inspector, binding dialog, file check, palette and words all read this. */
export interface ComponentType<F extends Fields = Fields> {
  readonly type: string
  readonly words: Words
  /** The toolbox's section. */
  readonly palette: 'basic' | 'shape' | 'plant'
  readonly size: Size
  readonly fields: F
  /** Every field's default, by name. */
  readonly defaults: ValuesOf<F>
  /** Draws the component with whole props (defaults filled in) into its box. Pure: same input, same calls. */
  draw(brush: Brush, props: ValuesOf<F>, size: Size): void
  /** The field whose colour stands for the whole when it is only a few pixels large on screen. */
  readonly standIn: keyof F & string
}

/** The catalog holds types of many fields: their draw is called only with props resolved from their own fields. */
export type AnyComponentType = Omit<ComponentType, 'draw'> & {
  draw(brush: Brush, props: Readonly<Record<string, FieldValue>>, size: Size): void
}

/** The mould of a component type; fills `defaults` from the fields. */
export function defineComponent<const F extends Fields>(definition: Omit<ComponentType<F>, 'defaults'>): ComponentType<F> {
  const defaults = Object.fromEntries(Object.entries(definition.fields).map(([name, field]) => [name, field.default]))
  return Object.freeze({ ...definition, defaults: Object.freeze(defaults) as ValuesOf<F> })
}
