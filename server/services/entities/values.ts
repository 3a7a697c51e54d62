import type { EntityValues } from '../../../contract/entity/field.ts'

/** Text of a required field; empty if missing. */
export const textIn = (values: EntityValues, field: string): string => textOf(values[field]) ?? ''

/** Returns the value if it is text, or null. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
