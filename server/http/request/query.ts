/** Keys that can change the prototype of an object when copied carelessly. */
const forbidden = new Set(['constructor', 'prototype'])
const nested = /^([A-Za-z][A-Za-z0-9]*)\[([A-Za-z][A-Za-z0-9]*)\]$/

/**
 * Converts `name[key]=value` to `{ name: { key: value } }` (specification, section 7), one level deep. Other notations
 * remain separate keys, which schemas reject as unknown. A repeated parameter is an array, which schemas for text
 * reject.
 */
export function nestQuery(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // With a map and entries, a key such as __proto__ becomes an ordinary key, which is rejected.
  const result = new Map<string, unknown>()
  const within = new Map<string, Record<string, unknown>>()
  for (const [key, value] of Object.entries(query)) {
    const [, name = '', inner = ''] = nested.exec(key) ?? []
    const isNested = name !== '' && !forbidden.has(name) && !forbidden.has(inner) && !Object.hasOwn(query, name)
    if (!isNested) {
      result.set(key, value)
      continue
    }
    const group = within.get(name) ?? {}
    group[inner] = value
    within.set(name, group)
    result.set(name, group)
  }
  return Object.fromEntries(result)
}
