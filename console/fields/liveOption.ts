import type { LiveField, Option } from '../../contract/entity/field.ts'

/** What a value of the plant is called, where its values have words; of a switch that is turned round, 0 is on (specification, section 4). */
export function liveOption(field: LiveField, row: { readonly [name: string]: unknown }, value: number): Option | undefined {
  const isTurned = field.turnedBy !== undefined && row[field.turnedBy] === true
  // What is no state of a switch stays none when it is turned.
  const meant = isTurned && (value === 0 || value === 1) ? 1 - value : value
  return field.options?.find((option) => option.value === meant)
}
