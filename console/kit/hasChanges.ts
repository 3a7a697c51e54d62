/**
 * Whether something else stands in a form than at first. Nothing, empty and null are the same to who looks at it; what stands there without
 * having stood there at first counts.
 */
export function hasChanges(present: object, first: object): boolean {
  const before = new Map<string, unknown>(Object.entries(first))
  return Object.entries(present).some(([name, value]) => said(value) !== said(before.get(name)))
}

const said = (value: unknown): string => (value === undefined || value === null ? '""' : JSON.stringify(value))
