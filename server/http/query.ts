/** Keys through which a careless copy reaches an object's prototype. */
const forbidden = new Set(['constructor', 'prototype'])
const nested = /^([A-Za-z][A-Za-z0-9]*)\[([A-Za-z][A-Za-z0-9]*)\]$/

/**
 * `name[key]=value` as `{ name: { key: value } }` (specification, section 7), one level deep. What is written otherwise stays a
 * key of its own, which no schema knows and so none takes; a parameter that stands twice is a list, which no text is.
 */
export function nestQuery(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // A map, then entries: a key like __proto__ becomes a key of its own, which is refused, and sets nothing.
  const read = new Map<string, unknown>()
  const within = new Map<string, Record<string, unknown>>()
  for (const [key, value] of Object.entries(query)) {
    const [, name = '', inner = ''] = nested.exec(key) ?? []
    const isNested = name !== '' && !forbidden.has(name) && !forbidden.has(inner) && !Object.hasOwn(query, name)
    if (!isNested) {
      read.set(key, value)
      continue
    }
    const group = within.get(name) ?? {}
    group[inner] = value
    within.set(name, group)
    read.set(name, group)
  }
  return Object.fromEntries(read)
}
