/**
 * Compares our data with untrusted data. The depth is limited by our data, so cycles in untrusted data are harmless.
 * Keys with an undefined value are ignored.
 */
export function isEqualData(ours: unknown, theirs: unknown): boolean {
  if (typeof ours !== 'object' || ours === null) return Object.is(ours, theirs)
  if (typeof theirs !== 'object' || theirs === null || Array.isArray(ours) !== Array.isArray(theirs)) return false
  if (ours === theirs) return true
  const [own, other] = [getEntries(ours), new Map(getEntries(theirs))]
  return own.length === other.size && own.every(([key, value]) => other.has(key) && isEqualData(value, other.get(key)))
}

function getEntries(data: object): [string, unknown][] {
  return Object.entries(data).filter(([, value]) => value !== undefined)
}
