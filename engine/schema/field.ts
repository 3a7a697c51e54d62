/** What a person reads, said once in both languages beside the thing it names. */
export interface Words {
  readonly en: string
  readonly zh: string
}

interface FieldBase<Kind extends string, Value> {
  readonly kind: Kind
  readonly words: Words
  /** What the words leave open: what a number means, how a text is written. */
  readonly hint?: Words
  readonly default: Value
  /** What a running drawing shows for as long as the tag that drives it was never known; a measured value has NaN, which is no value. Absent: the drawing's own. */
  readonly unknown?: Value
  /** Whether a live tag may drive it. */
  readonly bindable: boolean
  /** The inspector's section. */
  readonly group: 'geometry' | 'style' | 'text' | 'value' | 'data'
}

/** A finite number; `unit` is the trade's sign (px, °, %, Hz) shown behind the editor. */
export interface NumberField extends FieldBase<'number', number> {
  readonly min: number
  readonly max: number
  readonly step: number
  readonly unit: string
}
/**
 * What a text is: words in one line or several, an address on this host or of another, the address of a picture (or the
 * picture itself as a data address), the address of a model, JSON, a tag, tags (one a line), places of a model (one a line), or
 * what a line's end sticks to. A format is checked
 * where the field is checked.
 */
export type TextFormat = 'line' | 'lines' | 'url' | 'picture' | 'model' | 'json' | 'tag' | 'tags' | 'markers' | 'end'
export interface TextField extends FieldBase<'text', string> {
  readonly maxLength: number
  readonly format: TextFormat
  /** Read by the program alone (code, a path, an example of an answer): none of the words that a drawing shows. */
  readonly isCode?: boolean
}
/** `#rrggbb` or `#rrggbbaa`; where `gradient` is set also a gradient in the notation of `color.ts`. */
export interface ColorField extends FieldBase<'color', string> {
  readonly gradient: boolean
}
export interface FlagField extends FieldBase<'flag', boolean> {}
export interface ChoiceField<Option extends string = string> extends FieldBase<'choice', Option> {
  readonly options: readonly { readonly value: Option; readonly words: Words }[]
}
/** Corners of a line as flat x, y pairs, each a share (0 to 1) of the component's box. */
export interface PointsField extends FieldBase<'points', readonly number[]> {}

export type Field = NumberField | TextField | ColorField | FlagField | ChoiceField | PointsField
export type Fields = Readonly<Record<string, Field>>
export type FieldValue = Field['default']
export type ValuesOf<F extends Fields> = { readonly [K in keyof F]: F[K]['default'] }

type Options<F extends Field, Required extends keyof F = never> = Partial<Omit<F, 'kind' | 'words' | Required>> & Pick<F, Required>

export const number = (words: Words, options: Options<NumberField, 'default'>): NumberField => ({
  kind: 'number', words, bindable: true, group: 'style', min: -1e6, max: 1e6, step: 1, unit: '', ...options,
})

export const text = (words: Words, options: Options<TextField> = {}): TextField => ({
  kind: 'text', words, default: '', bindable: true, group: 'text', maxLength: 2000, format: 'lines', ...options,
})

export const color = (words: Words, options: Options<ColorField, 'default'>): ColorField => ({
  kind: 'color', words, bindable: true, group: 'style', gradient: false, ...options,
})

export const flag = (words: Words, options: Options<FlagField> = {}): FlagField => ({
  kind: 'flag', words, default: false, bindable: true, group: 'style', ...options,
})

export const choice = <Option extends string>(
  words: Words,
  options: Options<ChoiceField<Option>, 'default' | 'options'>,
): ChoiceField<NoInfer<Option>> => ({ kind: 'choice', words, bindable: true, group: 'style', ...options })

export const points = (words: Words, options: Options<PointsField, 'default'>): PointsField => ({
  kind: 'points', words, bindable: false, group: 'geometry', ...options,
})
