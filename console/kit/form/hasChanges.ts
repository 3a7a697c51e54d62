/**
 * Returns true if a form value differs from the initial one. Undefined, empty and null are equal; values without an
 * initial value count as changes.
 */
export function hasChanges(present: object, first: object): boolean {
  const before = new Map<string, unknown>(Object.entries(first))
  return Object.entries(present).some(([name, value]) => serialize(value) !== serialize(before.get(name)))
}

const serialize = (value: unknown): string => (value === undefined || value === null ? '""' : JSON.stringify(value))
