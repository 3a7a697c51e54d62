import { isFill, safePictureUrl, safeUrl } from '../schema/index.ts'
import type { ChoiceField, Field, FieldValue, TextField } from '../schema/index.ts'
import type { Operand } from './operand.ts'
import { formatNumber, numeric, truth } from './operand.ts'

/** Marks a result that does not fit its property. The last value is kept and the quality is set to bad. */
export const invalid: unique symbol = Symbol('unusable')
/** Value that fits a field, or `invalid` if the result of a binding cannot be converted. */
export type Coerced = FieldValue | typeof invalid

/** Decimal places and unit for a number that is shown in a text field. */
export interface NumberFormat {
  readonly decimals?: number | undefined
  readonly unit?: string | undefined
}

const plain: NumberFormat = {}

/**
 * Converts a result to the type of a field. Numbers are clamped to the limits of a number field, formatted for a text
 * field and used as option index (from 0) for a choice field; a number is never a colour. Returns `invalid` if there is
 * no conversion.
 */
export function coerce(field: Field, result: Operand, format: NumberFormat = plain): Coerced {
  if (result === undefined) return invalid
  switch (field.kind) {
    case 'number': {
      const number = typeof result === 'string' ? NaN : numeric(result)
      return Number.isNaN(number) ? invalid : Math.min(Math.max(number, field.min), field.max)
    }
    case 'flag':
      return typeof result === 'string' ? invalid : (truth(result) ?? invalid)
    case 'text': {
      return fitText(field, typeof result === 'number' ? formatQuantity(result, format) : String(result))
    }
    case 'color':
      return typeof result === 'string' && isFill(result, field.gradient) ? result : invalid
    case 'choice':
      return fitChoice(field, result)
    case 'points':
      return invalid
  }
}

/**
 * Selects an option by value or by index from 0, since controllers send 2 rather than "static". Rounding noise of
 * scaled numbers is tolerated; other fractions are invalid.
 */
function fitChoice({ options }: ChoiceField, result: string | number | boolean): string | typeof invalid {
  if (typeof result === 'string') return options.some((option) => option.value === result) ? result : invalid
  const at = numeric(result)
  const place = Math.round(at)
  return Math.abs(at - place) < 1e-6 ? (options[place]?.value ?? invalid) : invalid
}

/**
 * Plain text is truncated to the maximum length. Addresses and data are rejected instead, because truncation would
 * change their meaning.
 */
function fitText(field: TextField, text: string): string | typeof invalid {
  const isLong = text.length > field.maxLength
  switch (field.format) {
    case 'line':
    case 'lines':
      return isLong ? text.slice(0, field.maxLength) : text
    case 'url':
    case 'model':
      return isLong || safeUrl(text) === undefined ? invalid : text
    case 'picture':
      return isLong || safePictureUrl(text) === undefined ? invalid : text
    case 'json':
    case 'tag':
    case 'tags':
    case 'markers':
    case 'end':
      return isLong ? invalid : text
  }
}

/** Separates the unit with a no-break space, except units that start with % or °. */
function formatQuantity(number: number, { decimals, unit }: NumberFormat): string {
  if (!Number.isFinite(number)) return ''
  const digits = formatNumber(number, decimals)
  if (!unit) return digits
  return unit.startsWith('%') || unit.startsWith('°') ? digits + unit : `${digits}\u00a0${unit}`
}
