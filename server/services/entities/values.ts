import type { EntityValues } from '../../../contract/entity/field.ts'

/** Text of a required field; empty if missing. */
export const getText = (values: EntityValues, field: string): string => toText(values[field]) ?? ''

/** Returns the value if it is text, or null. */
export const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null)
