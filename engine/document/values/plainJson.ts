/** Returns true for an object that is neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Deep comparison of untrusted data with validated data. The depth is limited by the validated data. */
export function isSameJson(value: unknown, other: unknown): boolean {
  if (typeof other !== 'object' || other === null) return value === other
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(other)) {
    if (!Array.isArray(value) || value.length !== other.length) return false
    for (let i = 0; i < other.length; i++) if (!isSameJson(value[i], other[i])) return false
    return true
  }
  return !Array.isArray(value) && isObject(value) && isObject(other) && haveSameKeys(value, other)
}

function haveSameKeys(value: Record<string, unknown>, other: Record<string, unknown>): boolean {
  let keys = 0
  for (const key in other) {
    if (!isSameJson(value[key], other[key])) return false
    keys++
  }
  for (const _ in value) keys--
  return keys === 0
}
