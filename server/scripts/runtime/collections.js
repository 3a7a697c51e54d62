// Operations on lists, sets and maps that their methods share.
import { apply } from './calls.js'
import { fail } from './errors.js'
import { toInt } from './numbers.js'
import { compare, equal, isCase } from './comparisons.js'
import { missing, truth } from './objects.js'
import { Entry, GroovyMap, isCollection } from './values.js'

const int = toInt
/** Elements of what may be a closure's list or a single value. */
export const itemsOf = (value) =>
  Array.isArray(value)
    ? value
    : isCollection(value)
      ? [...value]
      : value === null
        ? []
        : value instanceof GroovyMap
          ? entriesOf(value)
          : [value]
export const entriesOf = (map) => Array.from(map, ([key, value]) => new Entry(map, key, value))
export const test = (closure, each) =>
  truth(typeof closure === 'function' ? apply(closure, each) : isCase(closure, each))

/** Comparator for `sort`, `min` and `max`: none, a closure of one value (its key) or of two. */
export function comparator(closure, use = apply) {
  if (closure === undefined || closure === null) return compare
  if ((closure.max ?? closure.length) >= 2) return (a, b) => int(closure(a, b))
  return (a, b) => compare(use(closure, a), use(closure, b))
}

export function best(items, closure, sign) {
  if (items.length === 0) return null
  const order = comparator(closure)
  return items.reduce((found, each) => (order(each, found) * sign > 0 ? each : found))
}

export function groupInto(items, use, closure, make = () => []) {
  const groups = new GroovyMap()
  for (const each of items) {
    const key = use(closure, each)
    let group = groups.get(key)
    if (group === null) groups.set(key, (group = make()))
    if (group instanceof GroovyMap) group.set(each.key, each.value)
    else group.push(each)
  }
  return groups
}

export function countInto(items, use, closure) {
  const counts = new GroovyMap()
  for (const each of items) {
    const key = use(closure, each)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Entries of `collectEntries`: of lists [key, value], of maps, or of values as both. */
export function collectInto(map, items, use, closure) {
  for (const each of items) {
    const made = closure === undefined ? each : use(closure, each)
    if (made instanceof GroovyMap) for (const [key, value] of made) map.set(key, value)
    else if (made instanceof Entry) map.set(made.key, made.value)
    else if (Array.isArray(made)) map.set(made[0] ?? null, made[1] ?? null)
    else missing(map, 'addEntry', [made])
  }
  return map
}

export function flatten(items, into = []) {
  for (const each of items) {
    if (isCollection(each)) flatten(each, into)
    else into.push(each)
  }
  return into
}

export function unique(items, closure) {
  const order = closure === undefined || closure === null ? undefined : comparator(closure)
  if (order === undefined) {
    const seen = new Map()
    return items.filter((each) => {
      // Numbers of different types may be equal: they are compared one by one, texts by their key.
      if (typeof each === 'string' || typeof each === 'number') {
        if (seen.has(each)) return false
        seen.set(each, true)
        return ![...seen.keys()].some((other) => other !== each && typeof other === 'object' && equal(other, each))
      }
      if ([...seen.keys()].some((other) => equal(other, each))) return false
      seen.set(each, true)
      return true
    })
  }
  const kept = []
  for (const each of items) if (!kept.some((other) => order(other, each) === 0)) kept.push(each)
  return kept
}

export const replaceAll = (list, items) => {
  list.length = 0
  for (const each of items) list.push(each)
  return list
}
export const empty = (list, name) =>
  list.length === 0 ? fail('NoSuchElementException', `Cannot access ${name}() element from an empty List`) : list
export function collate(items, size, step = size, keepRest = true) {
  const parts = []
  if (int(size) <= 0 || int(step) <= 0) fail('IllegalArgumentException', 'step cannot be zero')
  for (let start = 0; start < items.length; start += int(step)) {
    const part = items.slice(start, start + int(size))
    if (part.length < int(size) && !truth(keepRest)) break
    parts.push(part)
  }
  return parts
}
export function combinations(lists) {
  return lists.reduce((made, list) => made.flatMap((each) => itemsOf(list).map((value) => [...each, value])), [[]])
}
