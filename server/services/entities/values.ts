import type { EntityValues } from '../../../contract/entity/field.ts'

/** The text of a field that its declaration demands; empty where there is none. */
export const textIn = (values: EntityValues, field: string): string => textOf(values[field]) ?? ''

/** A value that is a text, or null: what a nullable column holds. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
