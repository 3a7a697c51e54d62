import type { Words } from '@mimic/engine/schema'

export type { Words } from '@mimic/engine/schema'

/** The faces that one page of the installation may have (specification, section 2): the street's, the platform's, the tunnel's. */
export type Variant = 'plain' | 'ob' | 'tunnel'

/** Another field has one of these values; `and`: and a further one has one of its own. */
export interface Condition {
  readonly field: string
  readonly is: readonly (string | number | boolean)[]
  readonly and?: Condition
}

interface FieldBase<Kind extends string> {
  readonly kind: Kind
  readonly words: Words
  /** Must not be empty. A field that is not required may be null, which is how "nothing entered" is kept. */
  readonly required: boolean
  /** Said when it is empty though required; `Please enter …` with the field's words when absent. */
  readonly emptyWords?: Words
  /** What it means that nothing was entered, where that means something: said in place of a dash. */
  readonly noneWords?: Words
  readonly help?: Words
  /** Chosen when the row is made and never changed. */
  readonly fixed?: true
  /** Written by the server alone: shown in lists and details, in no form, and refused in a body. */
  readonly readOnly?: true
  /** The form's section; the first section has no heading. */
  readonly group?: Words
  /** Asked for only while this holds. A field that stands under another which is itself asked for only sometimes says both. */
  readonly when?: Condition
  /** The faces of the page that show it; every one when absent. */
  readonly variants?: readonly Variant[]
  /** The faces of the page on which it must not be empty; rows made elsewhere may leave it so. */
  readonly requiredIn?: readonly Variant[]
}

/** What a text is; each is checked where the field is checked. A `code` is letters, digits, `.`, `_`, `:` and `-`; `drawing` is a drawing's id, chosen by its name; `plantDevice` a device of the plant, chosen among those that have tags; `topic` a topic of the installation's own with the place of the device in it. */
export type EntityTextFormat =
  | 'line' | 'lines' | 'code' | 'drawing' | 'plantName' | 'plantDevice' | 'scriptId' | 'phone' | 'email' | 'url' | 'cron' | 'json' | 'tag' | 'time' | 'topic' | 'address'
export interface TextField extends FieldBase<'text'> {
  readonly default: string | null
  readonly minLength: number
  readonly maxLength: number
  readonly format: EntityTextFormat
  /**
   * It names a device of the plant: shown by what people call that device, which the row's `titles` say by the text itself. A text that is no
   * device's name stays what it is. (The field of format `plantDevice` by which a row says which device speaks for it is not shown so.)
   */
  readonly isDevice?: true
}
export interface NumberField extends FieldBase<'number'> {
  readonly default: number | null
  readonly min: number
  readonly max: number
  readonly integer: boolean
  /** Digits after the point in lists. */
  readonly digits: number
  readonly unit: string
}
export interface FlagField extends FieldBase<'flag'> {
  readonly default: boolean
  /** What sheets of the trade write for it besides yes and no, in small letters; a number before such a word says nothing more. */
  readonly codes?: Readonly<Record<string, boolean>>
  /** Sheets also write 1 for no and 2 for yes: a column that has a 2 means that by its 1. */
  readonly isAlsoOneTwo?: true
}
export interface Option<Value extends string | number = string | number> {
  readonly value: Value
  readonly words: Words
  /** The mark of its badge: `alarm`, `warning` and `good` say a state and never decorate; what is `underway` waits for somebody or something that is at it. */
  readonly tone?: 'good' | 'warning' | 'alarm' | 'idle' | 'underway'
}
/** One of the options; where `dictionary` is set the dictionary of that type adds to them and renames them. */
export interface ChoiceField<Value extends string | number = string | number> extends FieldBase<'choice'> {
  readonly default: Value | null
  readonly options: readonly Option<Value>[]
  readonly dictionary?: string
}
/** Several of the options, in their order. */
export interface ChoicesField extends FieldBase<'choices'> {
  readonly default: readonly string[]
  readonly options: readonly Option<string>[]
}
/**
 * A moment, as milliseconds since 1970; `day` is shown without its time. `clock`: said by the project's clock, wherever its reader is, because it is where a day,
 * an hour or a month of the plant begins; a `day` always is.
 */
export interface InstantField extends FieldBase<'instant'> {
  readonly default: number | null
  readonly precision: 'day' | 'second'
  readonly clock?: 'project'
}
/** Another entity's row, by its id. `exclusive`: a row chosen here twice asks for confirmation, for the later choice wins. */
export interface RefField extends FieldBase<'ref'> {
  readonly default: string | null
  readonly to: string
  /** What becomes of this row when the other is removed: its removal is refused, or the field is emptied. */
  readonly onRemove: 'refuse' | 'empty'
  readonly exclusive?: true
}
/** Several rows of another entity. A removed one leaves the list. */
export interface RefsField extends FieldBase<'refs'> {
  readonly default: readonly string[]
  readonly to: string
  readonly max: number
  readonly exclusive?: true
}
export interface StoredFile {
  readonly id: string
  readonly name: string
}
/** Uploaded files or pictures: their ids, which the server knows, and the names people gave them. */
export interface FilesField extends FieldBase<'files'> {
  readonly default: readonly StoredFile[]
  readonly pictures: boolean
  /** Small letters, without the dot. */
  readonly extensions: readonly string[]
  readonly maxBytes: number
  readonly max: number
}
/** Written, never read again: an answer says only whether there is one. */
export interface SecretField extends FieldBase<'secret'> {
  readonly default: null
  readonly minLength: number
  readonly maxLength: number
}
/** What the plant says right now: the point `point` of the device that the row's field `device` names. Never stored with the row. */
export interface LiveField extends FieldBase<'live'> {
  readonly default: null
  readonly point: string
  /** The text of the row that names its own point; `point` where nothing is entered there. */
  readonly pointBy?: string
  /** The number of the row that the point's figure is multiplied by; nothing entered: by 1. */
  readonly scaledBy?: string
  readonly device: string
  /** The tag itself, of rows that no one device speaks for. */
  readonly tagOf?: (row: Readonly<Record<string, unknown>>) => string | undefined
  readonly unit: string
  /** The text of the row that is its unit, or the choice by which `units` name it; `unit` where neither says one. */
  readonly unitBy?: string
  /** By the choice's values. */
  readonly units?: Readonly<Record<string, Words>>
  readonly digits: number
  /** The words of its values, where they are not figures. */
  readonly options?: readonly Option<number>[]
  /** The flag of the row by which the values of a switch mean the other: 0 on, 1 off. */
  readonly turnedBy?: string
}
/** A few rows of fields inside a row: the points of a timetable, the parameters of a thing model. */
export interface RowsField extends FieldBase<'rows'> {
  readonly default: readonly EntityValues[]
  readonly fields: EntityFields
  readonly min: number
  readonly max: number
}

export type EntityField =
  | TextField | NumberField | FlagField | ChoiceField | ChoicesField | InstantField | RefField | RefsField | FilesField | SecretField | RowsField | LiveField
export type EntityFields = Readonly<Record<string, EntityField>>
export type EntityValue = string | number | boolean | null | readonly string[] | readonly StoredFile[] | readonly EntityValues[]
export interface EntityValues {
  readonly [field: string]: EntityValue
}

type Options<F extends EntityField, Needed extends keyof F = never> = Partial<Omit<F, 'kind' | 'words' | Needed>> & Pick<F, Needed>

const megabyte = 1024 * 1024

export const text = (words: Words, options: Options<TextField> = {}): TextField =>
  ({ kind: 'text', words, required: false, default: null, minLength: 1, maxLength: 100, format: 'line', ...options })
export const number = (words: Words, options: Options<NumberField> = {}): NumberField =>
  ({ kind: 'number', words, required: false, default: null, min: -1e9, max: 1e9, integer: false, digits: 2, unit: '', ...options })
export const flag = (words: Words, options: Options<FlagField> = {}): FlagField =>
  ({ kind: 'flag', words, required: true, default: false, ...options })
export const choice = <Value extends string | number>(words: Words, options: Options<ChoiceField<Value>, 'options'>): ChoiceField<Value> =>
  ({ kind: 'choice', words, required: false, default: null, ...options })
export const choices = (words: Words, options: Options<ChoicesField, 'options'>): ChoicesField =>
  ({ kind: 'choices', words, required: false, default: [], ...options })
export const instant = (words: Words, options: Options<InstantField> = {}): InstantField =>
  ({ kind: 'instant', words, required: false, default: null, precision: 'second', ...options })
/** Whether a moment is said by the clock of its row's project, and not by its reader's. */
export const usesProjectCalendar = ({ precision, clock }: InstantField): boolean => precision === 'day' || clock === 'project'
export const ref = (words: Words, to: string, options: Options<RefField> = {}): RefField =>
  ({ kind: 'ref', words, required: false, default: null, to, onRemove: 'refuse', ...options })
export const refs = (words: Words, to: string, options: Options<RefsField> = {}): RefsField =>
  ({ kind: 'refs', words, required: false, default: [], to, max: 1000, ...options })
/** Sizes and counts as in sections 5 and 9 of the specification. */
export const files = (words: Words, options: Options<FilesField> = {}): FilesField => ({
  kind: 'files', words, required: false, default: [], pictures: false, extensions: ['doc', 'xlsx', 'xls', 'ppt', 'txt', 'pdf'], maxBytes: 5 * megabyte, max: 5, ...options,
})
export const pictures = (words: Words, options: Options<FilesField> = {}): FilesField =>
  files(words, { pictures: true, extensions: ['png', 'jpg', 'jpeg'], ...options })
export const secret = (words: Words, options: Options<SecretField> = {}): SecretField =>
  ({ kind: 'secret', words, required: false, default: null, minLength: 1, maxLength: 128, ...options })
export const rows = (words: Words, fields: EntityFields, options: Options<RowsField> = {}): RowsField =>
  ({ kind: 'rows', words, required: false, default: [], fields, min: 0, max: 100, ...options })
export const live = (words: Words, options: Options<LiveField, 'point'>): LiveField =>
  ({ kind: 'live', words, required: false, readOnly: true, default: null, device: 'device', unit: '', digits: 1, ...options })

/** The value's type as a row of the API has it; a secret is only whether there is one. */
export type ValueOf<F extends EntityField> =
  F extends NumberField | InstantField ? number | null
    : F extends FlagField | SecretField ? boolean
      : F extends ChoiceField<infer Value> ? Value | null
        : F extends ChoicesField | RefsField ? readonly string[]
          : F extends FilesField ? readonly StoredFile[]
            : F extends RowsField ? readonly EntityValues[]
              : F extends LiveField ? never : string | null
