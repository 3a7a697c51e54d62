import type { EntityValue } from '../../../../contract/entity/field.ts'

export const isRecord = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)

/** Compares values as JSON. Lists and rows have the same order on both sides. */
export const isSame = (a: EntityValue | undefined, b: EntityValue | undefined): boolean =>
  a === b || JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b))

/** Sorts keys, because PostgreSQL returns nested rows with another key order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  )
}
