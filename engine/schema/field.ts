/** A text for users in both languages. */
export interface Words {
  readonly en: string
  readonly zh: string
}

interface FieldBase<Kind extends string, Value> {
  readonly kind: Kind
  readonly words: Words
  /** Explanation, for example of the values of a number or the format of a text. */
  readonly hint?: Words
  readonly default: Value
  /**
   * Value shown in a running drawing until the bound tag has a value for the first time; NaN for a measured value, to
   * show none. Absent: the drawing's own value.
   */
  readonly unknown?: Value
  /** Whether a tag may drive the field. */
  readonly bindable: boolean
  /** Section of the inspector. */
  readonly group: 'geometry' | 'style' | 'text' | 'value' | 'data'
}

/** A finite number. `unit` is the symbol (px, °, %, Hz) shown after the editor. */
export interface NumberField extends FieldBase<'number', number> {
  readonly min: number
  readonly max: number
  readonly step: number
  readonly unit: string
}
/**
 * Content of a text, checked wherever the field is checked:
 *
 * - `line`, `lines`: text in one line or several
 * - `url`: address on this host or another
 * - `picture`: address of a picture, or the picture as a `data:` address
 * - `model`: address of a 3D model
 * - `json`: JSON
 * - `tag`, `tags`: a tag, or one per line
 * - `markers`: markers of a model, one per line
 * - `end`: attachment of a line's end to a component
 */
export type TextFormat = 'line' | 'lines' | 'url' | 'picture' | 'model' | 'json' | 'tag' | 'tags' | 'markers' | 'end'
/** A text property. `maxLength` is in characters. */
export interface TextField extends FieldBase<'text', string> {
  readonly maxLength: number
  readonly format: TextFormat
  /** Set for texts that are not displayed, such as code, a path or a sample response. */
  readonly isCode?: boolean
}
/** A colour, `#rrggbb` or `#rrggbbaa`. If `gradient` is set, also a gradient in the notation of `color.ts`. */
export interface ColorField extends FieldBase<'color', string> {
  readonly gradient: boolean
}
/** A property that is either on or off. */
export interface FlagField extends FieldBase<'flag', boolean> {}
/** A property with one of several fixed values. */
export interface ChoiceField<Option extends string = string> extends FieldBase<'choice', Option> {
  readonly options: readonly { readonly value: Option; readonly words: Words }[]
}
/** Points of a line as flat x, y pairs, as fractions (0 to 1) of the component's box. */
export interface PointsField extends FieldBase<'points', readonly number[]> {}

/** Declaration of a component property: kind, label, limits and default. */
export type Field = NumberField | TextField | ColorField | FlagField | ChoiceField | PointsField
/** Fields of a component type by property name. */
export type Fields = Readonly<Record<string, Field>>
/** Value of any field: number, text, boolean, or flat x, y pairs of points. */
export type FieldValue = Field['default']
/** Values of the given fields, each with the type of its field. */
export type FieldValues<F extends Fields> = { readonly [K in keyof F]: F[K]['default'] }

type Options<F extends Field, Required extends keyof F = never> = Partial<Omit<F, 'kind' | 'words' | Required>> &
  Pick<F, Required>

export const number = (words: Words, options: Options<NumberField, 'default'>): NumberField => ({
  kind: 'number',
  words,
  bindable: true,
  group: 'style',
  min: -1e6,
  max: 1e6,
  step: 1,
  unit: '',
  ...options,
})

export const text = (words: Words, options: Options<TextField> = {}): TextField => ({
  kind: 'text',
  words,
  default: '',
  bindable: true,
  group: 'text',
  maxLength: 2000,
  format: 'lines',
  ...options,
})

export const color = (words: Words, options: Options<ColorField, 'default'>): ColorField => ({
  kind: 'color',
  words,
  bindable: true,
  group: 'style',
  gradient: false,
  ...options,
})

export const flag = (words: Words, options: Options<FlagField> = {}): FlagField => ({
  kind: 'flag',
  words,
  default: false,
  bindable: true,
  group: 'style',
  ...options,
})

export const choice = <Option extends string>(
  words: Words,
  options: Options<ChoiceField<Option>, 'default' | 'options'>,
): ChoiceField<NoInfer<Option>> => ({ kind: 'choice', words, bindable: true, group: 'style', ...options })

export const points = (words: Words, options: Options<PointsField, 'default'>): PointsField => ({
  kind: 'points',
  words,
  bindable: false,
  group: 'geometry',
  ...options,
})
