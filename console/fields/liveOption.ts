import type { LiveField, Option } from '../../contract/entity/field.ts'

/** Option of a live value, if the field has options. For an inverted switch, 0 is on (specification, section 4). */
export function liveOption(
  field: LiveField,
  row: { readonly [name: string]: unknown },
  value: number,
): Option | undefined {
  const isTurned = field.invertedBy !== undefined && row[field.invertedBy] === true
  // Values other than 0 and 1 are not inverted.
  const effectiveValue = isTurned && (value === 0 || value === 1) ? 1 - value : value
  return field.options?.find((option) => option.value === effectiveValue)
}
