export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Deep comparison of untrusted data with validated data. The depth is limited by the validated data. */
export function isSameJson(value: unknown, known: unknown): boolean {
  if (typeof known !== 'object' || known === null) return value === known
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(known)) {
    if (!Array.isArray(value) || value.length !== known.length) return false
    for (let i = 0; i < known.length; i++) if (!isSameJson(value[i], known[i])) return false
    return true
  }
  return !Array.isArray(value) && isObject(value) && isObject(known) && haveSameKeys(value, known)
}

function haveSameKeys(value: Record<string, unknown>, known: Record<string, unknown>): boolean {
  let keys = 0
  for (const key in known) {
    if (!isSameJson(value[key], known[key])) return false
    keys++
  }
  for (const _ in value) keys--
  return keys === 0
}
