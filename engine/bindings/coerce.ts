import { isFill, safePictureUrl, safeUrl } from '../schema/index.ts'
import type { ChoiceField, Field, FieldValue, TextField } from '../schema/index.ts'
import type { Operand } from './operand.ts'
import { formatNumber, numeric, truth } from './operand.ts'

/** The mark of a result that cannot stand in its property: what was last known is kept and the quality is bad. */
export const invalid: unique symbol = Symbol('unusable')
export type Coerced = FieldValue | typeof invalid

export interface NumberFormat {
  readonly decimals?: number | undefined
  readonly unit?: string | undefined
}

const plain: NumberFormat = {}

/**
 * Brings a result into a property's kind: numbers are clamped to the field's limits, written out for a text, taken for
 * an option's place, and never for a colour. What has no meaning there is unusable.
 */
export function coerce(field: Field, result: Operand, format: NumberFormat = plain): Coerced {
  if (result === undefined) return invalid
  switch (field.kind) {
    case 'number': {
      const number = typeof result === 'string' ? NaN : numeric(result)
      return Number.isNaN(number) ? invalid : Math.min(Math.max(number, field.min), field.max)
    }
    case 'flag': return typeof result === 'string' ? invalid : (truth(result) ?? invalid)
    case 'text': {
      return fitText(field, typeof result === 'number' ? written(result, format) : String(result))
    }
    case 'color': return typeof result === 'string' && isFill(result, field.gradient) ? result : invalid
    case 'choice': return fitChoice(field, result)
    case 'points': return invalid
  }
}

/**
 * An option by its value, or by its place counted from 0: a controller sends 2, not "static". What rounding left of a
 * scaled number does not matter; a number between two places is no option.
 */
function fitChoice({ options }: ChoiceField, result: string | number | boolean): string | typeof invalid {
  if (typeof result === 'string') return options.some((option) => option.value === result) ? result : invalid
  const at = numeric(result)
  const place = Math.round(at)
  return Math.abs(at - place) < 1e-6 ? options[place]?.value ?? invalid : invalid
}

/** Words are cut to their length; an address or data cut short would be another one. */
function fitText(field: TextField, text: string): string | typeof invalid {
  const isLong = text.length > field.maxLength
  switch (field.format) {
    case 'line': case 'lines': return isLong ? text.slice(0, field.maxLength) : text
    case 'url': case 'model': return isLong || safeUrl(text) === undefined ? invalid : text
    case 'picture': return isLong || safePictureUrl(text) === undefined ? invalid : text
    case 'json': case 'tag': case 'tags': case 'markers': case 'end': return isLong ? invalid : text
  }
}

/** A unit stands behind a no-break space, except the signs that cling to their number. */
function written(number: number, { decimals, unit }: NumberFormat): string {
  if (!Number.isFinite(number)) return ''
  const digits = formatNumber(number, decimals)
  if (!unit) return digits
  return unit.startsWith('%') || unit.startsWith('°') ? digits + unit : `${digits}\u00a0${unit}`
}
