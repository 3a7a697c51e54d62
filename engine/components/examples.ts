import type { FieldValue } from '../schema/index.ts'

/** Named props of a type's states, kept beside it: golden lists and the catalogue picture are made of them. */
export type Examples = Readonly<Record<string, Readonly<Record<string, FieldValue>>>>
