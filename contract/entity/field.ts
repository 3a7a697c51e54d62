import type { Words } from '@mimic/engine/schema'

export type { Words } from '@mimic/engine/schema'

/** Variants of a page (specification, section 2): street, platform and tunnel. */
export type Variant = 'plain' | 'ob' | 'tunnel'

/** The other field has one of these values and the nested condition `and` also holds, or the condition `or` holds. */
export interface Condition {
  readonly field: string
  readonly is: readonly (string | number | boolean)[]
  readonly and?: Condition
  readonly or?: Condition
}

interface FieldBase<Kind extends string> {
  readonly kind: Kind
  readonly words: Words
  /** The field must not be empty. An empty optional field is null. */
  readonly required: boolean
  /** Message if a required field is empty. Defaults to "Please enter: …" with the field's label. */
  readonly emptyWords?: Words
  /** Text shown instead of a dash when an empty field has a meaning. */
  readonly noneWords?: Words
  readonly help?: Words
  /** Set on creation and never changed. */
  readonly fixed?: true
  /** Written by the server only: shown in lists and details, not in forms, and rejected in request bodies. */
  readonly readOnly?: true
  /** No function uses the value. The form marks the field as "for information only". A rule test finds unused fields. */
  readonly note?: true
  /** Section of the form. The first section has no heading. */
  readonly group?: Words
  /**
   * The form shows the field only while this holds. A field that depends on another conditional field repeats both
   * conditions.
   */
  readonly when?: Condition
  /** Page variants that show the field. Defaults to all. */
  readonly variants?: readonly Variant[]
  /** Page variants that require the field. Rows created elsewhere may leave it empty. */
  readonly requiredIn?: readonly Variant[]
}

/**
 * Format of a text, validated with the field. `code`: letters, digits, `.`, `_`, `:` and `-`. `drawing`: a drawing's
 * id, selected by name. `plantDevice`: a device with tags. `date`: a day of each year (`MM-dd`) or of one
 * (`yyyy-MM-dd`). `topic`: a custom MQTT topic with a device placeholder. `endpoint`: URL
 * of another system, in any protocol. `rtsp`: address of a camera's stream.
 */
export type EntityTextFormat =
  | 'line'
  | 'lines'
  | 'code'
  | 'drawing'
  | 'plantName'
  | 'plantDevice'
  | 'scriptId'
  | 'phone'
  | 'email'
  | 'url'
  | 'cron'
  | 'json'
  | 'tag'
  | 'time'
  | 'date'
  | 'topic'
  | 'address'
  | 'endpoint'
  | 'rtsp'
/** A text field. Lengths are in characters; `default` is null for an empty field. */
export interface TextField extends FieldBase<'text'> {
  readonly default: string | null
  readonly minLength: number
  readonly maxLength: number
  readonly format: EntityTextFormat
  /**
   * The text is a telemetry device name, shown by the display name of the device. `titles` of the row maps the text to
   * that name; unknown names are shown unchanged. The `plantDevice` field that links a row to its own device is not
   * shown this way.
   */
  readonly isDevice?: true
}
/** A number field. `min` and `max` are inclusive; `unit` is shown after the value. */
export interface NumberField extends FieldBase<'number'> {
  readonly default: number | null
  readonly min: number
  readonly max: number
  readonly integer: boolean
  /** Decimal places in lists. */
  readonly digits: number
  readonly unit: string
}
/** A yes/no field. */
export interface FlagField extends FieldBase<'flag'> {
  readonly default: boolean
  /** Additional spellings in imported sheets, in lower case. A number before such a word is ignored. */
  readonly codes?: Readonly<Record<string, boolean>>
  /** Sheets may also use 1 for no and 2 for yes: a column that contains a 2 is read this way. */
  readonly acceptsOneTwo?: true
}
/** One value of a choice field with its label. */
export interface Option<Value extends string | number = string | number> {
  readonly value: Value
  readonly words: Words
  /**
   * Badge colour. `alarm`, `warning` and `good` express a state and are not decorative; `underway` waits for another
   * party.
   */
  readonly tone?: 'good' | 'warning' | 'alarm' | 'idle' | 'underway'
}
/** One of the options. `dictionary` names a dictionary that adds and renames options. */
export interface ChoiceField<Value extends string | number = string | number> extends FieldBase<'choice'> {
  readonly default: Value | null
  readonly options: readonly Option<Value>[]
  readonly dictionary?: string
}
/** Several options, in declaration order. */
export interface ChoicesField extends FieldBase<'choices'> {
  readonly default: readonly string[]
  readonly options: readonly Option<string>[]
}
/**
 * A point in time in milliseconds since 1970. `day` is shown without time. `clock: 'project'` uses the time zone of the
 * project instead of the reader's, for times at which a day, an hour or a month of the plant starts. `day` always does.
 */
export interface InstantField extends FieldBase<'instant'> {
  readonly default: number | null
  readonly precision: 'day' | 'second'
  readonly clock?: 'project'
}
/**
 * The id of a row of another entity. `exclusive`: selecting an already selected row requires confirmation, and the
 * later selection wins.
 */
export interface RefField extends FieldBase<'ref'> {
  readonly default: string | null
  readonly to: string
  /** If the referenced row is deleted: reject the deletion, or empty this field. */
  readonly onRemove: 'refuse' | 'empty'
  readonly exclusive?: true
}
/** Several rows of another entity. Deleted rows are removed from the list. */
export interface RefsField extends FieldBase<'refs'> {
  readonly default: readonly string[]
  readonly to: string
  readonly max: number
  readonly exclusive?: true
}
/** Reference to an uploaded file: id and original file name. */
export interface StoredFile {
  readonly id: string
  readonly name: string
}
/** Uploaded files or pictures: server-assigned ids and user-given names. */
export interface FilesField extends FieldBase<'files'> {
  readonly default: readonly StoredFile[]
  readonly pictures: boolean
  /** Lower case, without the dot. */
  readonly extensions: readonly string[]
  readonly maxBytes: number
  readonly max: number
}
/** Write-only. Responses contain only whether a secret is set. */
export interface SecretField extends FieldBase<'secret'> {
  readonly default: null
  readonly minLength: number
  readonly maxLength: number
  /**
   * Fields with the address that the secret is sent to. A changed address requires the secret again, so that a stored
   * secret is never sent elsewhere.
   */
  readonly sentTo?: readonly string[]
}
/** The current value of `point` of the device named by the row's field `device`. Never stored with the row. */
export interface LiveField extends FieldBase<'live'> {
  readonly default: null
  readonly point: string
  /** Text field of the row that overrides `point`; empty: `point`. */
  readonly pointBy?: string
  /** Number field of the row by which the value is multiplied; empty: 1. */
  readonly scaledBy?: string
  readonly device: string
  /** Returns the tag, for rows without a single device. */
  readonly getTag?: (row: Readonly<Record<string, unknown>>) => string | undefined
  readonly unit: string
  /** Text field of the row with its unit, or the choice field that selects from `units`. `unit` is the fallback. */
  readonly unitBy?: string
  /** Units by choice value. */
  readonly units?: Readonly<Record<string, Words>>
  readonly digits: number
  /** Labels for values that are states rather than numbers. */
  readonly options?: readonly Option<number>[]
  /** Flag field of the row that inverts a switch: 0 is on, 1 is off. */
  readonly invertedBy?: string
}
/** A short list of inner rows: time points of a timetable, parameters of a thing model. */
export interface RowsField extends FieldBase<'rows'> {
  readonly default: readonly EntityValues[]
  readonly fields: EntityFields
  readonly min: number
  readonly max: number
}

/** A field of an entity, of any kind. */
export type EntityField =
  | TextField
  | NumberField
  | FlagField
  | ChoiceField
  | ChoicesField
  | InstantField
  | RefField
  | RefsField
  | FilesField
  | SecretField
  | RowsField
  | LiveField
/** Fields of an entity by name, in display order. */
export type EntityFields = Readonly<Record<string, EntityField>>
/** Value of a field as stored and sent as JSON. Null: no value. */
export type EntityValue =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | readonly StoredFile[]
  | readonly EntityValues[]
/** Values of a row by field name. */
export interface EntityValues {
  readonly [field: string]: EntityValue
}

type Options<F extends EntityField, Needed extends keyof F = never> = Partial<Omit<F, 'kind' | 'words' | Needed>> &
  Pick<F, Needed>

const megabyte = 1024 * 1024

export const text = (words: Words, options: Options<TextField> = {}): TextField => ({
  kind: 'text',
  words,
  required: false,
  default: null,
  minLength: 1,
  maxLength: 100,
  format: 'line',
  ...options,
})
export const number = (words: Words, options: Options<NumberField> = {}): NumberField => ({
  kind: 'number',
  words,
  required: false,
  default: null,
  min: -1e9,
  max: 1e9,
  integer: false,
  digits: 2,
  unit: '',
  ...options,
})
export const flag = (words: Words, options: Options<FlagField> = {}): FlagField => ({
  kind: 'flag',
  words,
  required: true,
  default: false,
  ...options,
})
export const choice = <Value extends string | number>(
  words: Words,
  options: Options<ChoiceField<Value>, 'options'>,
): ChoiceField<Value> => ({ kind: 'choice', words, required: false, default: null, ...options })
export const choices = (words: Words, options: Options<ChoicesField, 'options'>): ChoicesField => ({
  kind: 'choices',
  words,
  required: false,
  default: [],
  ...options,
})
export const instant = (words: Words, options: Options<InstantField> = {}): InstantField => ({
  kind: 'instant',
  words,
  required: false,
  default: null,
  precision: 'second',
  ...options,
})
/** Returns true if the instant is shown in the time zone of the row's project instead of the reader's. */
export const usesProjectCalendar = ({ precision, clock }: InstantField): boolean =>
  precision === 'day' || clock === 'project'
export const ref = (words: Words, to: string, options: Options<RefField> = {}): RefField => ({
  kind: 'ref',
  words,
  required: false,
  default: null,
  to,
  onRemove: 'refuse',
  ...options,
})
export const refs = (words: Words, to: string, options: Options<RefsField> = {}): RefsField => ({
  kind: 'refs',
  words,
  required: false,
  default: [],
  to,
  max: 1000,
  ...options,
})
/** File types, sizes and counts of sections 5 and 9 of the specification. */
export const files = (words: Words, options: Options<FilesField> = {}): FilesField => ({
  kind: 'files',
  words,
  required: false,
  default: [],
  pictures: false,
  extensions: ['doc', 'xlsx', 'xls', 'ppt', 'txt', 'pdf'],
  maxBytes: 5 * megabyte,
  max: 5,
  ...options,
})
export const pictures = (words: Words, options: Options<FilesField> = {}): FilesField =>
  files(words, { pictures: true, extensions: ['png', 'jpg', 'jpeg'], ...options })
export const secret = (words: Words, options: Options<SecretField> = {}): SecretField => ({
  kind: 'secret',
  words,
  required: false,
  default: null,
  minLength: 1,
  maxLength: 128,
  ...options,
})
export const rows = (words: Words, fields: EntityFields, options: Options<RowsField> = {}): RowsField => ({
  kind: 'rows',
  words,
  required: false,
  default: [],
  fields,
  min: 0,
  max: 100,
  ...options,
})
export const live = (words: Words, options: Options<LiveField, 'point'>): LiveField => ({
  kind: 'live',
  words,
  required: false,
  readOnly: true,
  default: null,
  device: 'device',
  unit: '',
  digits: 1,
  ...options,
})

/** Value type of a field in an API row. A secret is a boolean: whether it is set. */
export type FieldValue<F extends EntityField> = F extends NumberField | InstantField
  ? number | null
  : F extends FlagField | SecretField
    ? boolean
    : F extends ChoiceField<infer Value>
      ? Value | null
      : F extends ChoicesField | RefsField
        ? readonly string[]
        : F extends FilesField
          ? readonly StoredFile[]
          : F extends RowsField
            ? readonly EntityValues[]
            : F extends LiveField
              ? never
              : string | null
