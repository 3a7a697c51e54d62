// Methods of maps and their entries.
import { apply, applyEntry, invoke } from './calls.js'
import { compare, equal, equalsStrictly } from './comparisons.js'
import { truth } from './objects.js'
import { add, sub } from './operators.js'
import { collectInto, comparator, countInto, entriesOf, groupInto, itemsOf } from './collections.js'
import { tables } from './tables.js'
import { text } from './text.js'
import { GroovyMap, GroovySet } from './values.js'

const test = (use, entry) => truth(applyEntry(use, entry))
const mapOf = (entries) => {
  const map = new GroovyMap()
  for (const { key, value } of entries) map.set(key, value)
  return map
}
const inject = (total, entry, use) =>
  (use.max ?? use.length) >= 3 ? use(total, entry.key, entry.value) : invoke(use, total, entry)
function put(map, key, value) {
  const old = map.get(key)
  map.set(key, value)
  return old
}
function best(map, use, sign) {
  const order = comparator(use, applyEntry)
  const entries = entriesOf(map)
  return entries.length === 0 ? null : entries.reduce((found, each) => (order(each, found) * sign > 0 ? each : found))
}
const byKey = (a, b) => compare(a.key, b.key)
const remove = (map, key) => {
  const old = map.get(key)
  map.delete(key)
  return old
}

tables.map
  .all(0, {
    size: (m) => m.size,
    isEmpty: (m) => m.size === 0,
    toString: text,
    keySet: (m) => new GroovySet(m.keys()),
    values: (m) => [...m.values.values()],
    entrySet: entriesOf,
    clear: (m) => {
      m.clear()
      return null
    },
    sort: (m) => mapOf(entriesOf(m).sort(byKey)),
    toSorted: (m) => mapOf(entriesOf(m).sort(byKey)),
    getKeys: (m) => m.keys(),
    asImmutable: (m) => mapOf(entriesOf(m)),
    collectEntries: (m) => mapOf(entriesOf(m)),
    any: (m) => m.size > 0,
    iterator: entriesOf,
  })
  .all(1, {
    removeElement: remove,
    get: (m, key) => m.get(key),
    getAt: (m, key) => m.get(key),
    containsKey: (m, key) => m.has(key),
    containsValue: (m, value) => [...m.values.values()].some((each) => equalsStrictly(each, value)),
    remove,
    plus: add,
    minus: sub,
    equals: (m, other) => equal(m, other),
    leftShift: (m, other) => {
      for (const [key, value] of other) m.set(key, value)
      return m
    },
    putAll: (m, other) => {
      for (const [key, value] of other) m.set(key, value)
      return null
    },
    each: (m, use) => {
      for (const each of entriesOf(m)) applyEntry(use, each)
      return m
    },
    forEach: (m, use) => {
      for (const each of entriesOf(m)) applyEntry(use, each)
      return null
    },
    reverseEach: (m, use) => {
      for (const each of entriesOf(m).toReversed()) applyEntry(use, each)
      return m
    },
    eachWithIndex: (m, use) => {
      entriesOf(m).forEach((each, index) =>
        (use.max ?? use.length) >= 3 ? use(each.key, each.value, index) : invoke(use, each, index),
      )
      return m
    },
    collect: (m, use) => entriesOf(m).map((each) => applyEntry(use, each)),
    collectMany: (m, use) => entriesOf(m).flatMap((each) => itemsOf(applyEntry(use, each))),
    collectEntries: (m, use) => collectInto(new GroovyMap(), entriesOf(m), applyEntry, use),
    find: (m, use) => entriesOf(m).find((each) => test(use, each)) ?? null,
    findAll: (m, use) => mapOf(entriesOf(m).filter((each) => test(use, each))),
    any: (m, use) => entriesOf(m).some((each) => test(use, each)),
    every: (m, use) => entriesOf(m).every((each) => test(use, each)),
    count: (m, use) => entriesOf(m).filter((each) => test(use, each)).length,
    groupBy: (m, use) => groupInto(entriesOf(m), applyEntry, use, () => new GroovyMap()),
    groupEntriesBy: (m, use) => groupInto(entriesOf(m), applyEntry, use),
    countBy: (m, use) => countInto(entriesOf(m), applyEntry, use),
    min: (m, use) => best(m, use, -1),
    max: (m, use) => best(m, use, 1),
    sort: (m, use) => mapOf(entriesOf(m).sort(comparator(use, applyEntry))),
    toSorted: (m, use) => mapOf(entriesOf(m).sort(comparator(use, applyEntry))),
    subMap: (m, keys) => {
      const map = new GroovyMap()
      for (const key of itemsOf(keys)) if (m.has(key)) map.set(key, m.get(key))
      return map
    },
    findResult: (m, use) => {
      for (const each of entriesOf(m)) {
        const found = applyEntry(use, each)
        if (found !== null) return found
      }
      return null
    },
    findResults: (m, use) =>
      entriesOf(m)
        .map((each) => applyEntry(use, each))
        .filter((each) => each !== null),
    isCase: (m, key) => truth(m.get(key)),
    removeAll: (m, use) => {
      let isChanged = false
      for (const each of entriesOf(m)) if (test(use, each)) isChanged = m.delete(each.key) || isChanged
      return isChanged
    },
    retainAll: (m, use) => {
      let isChanged = false
      for (const each of entriesOf(m)) if (!test(use, each)) isChanged = m.delete(each.key) || isChanged
      return isChanged
    },
    take: (m, n) => mapOf(entriesOf(m).slice(0, n)),
    drop: (m, n) => mapOf(entriesOf(m).slice(n)),
    takeWhile: (m, use) => {
      const all = entriesOf(m)
      const end = all.findIndex((each) => !test(use, each))
      return mapOf(end < 0 ? all : all.slice(0, end))
    },
    intersect: (m, other) =>
      mapOf(entriesOf(m).filter((each) => other.has(each.key) && equal(other.get(each.key), each.value))),
  })
  .all(2, {
    put,
    putAt: (m, key, value) => {
      m.set(key, value)
      return value
    },
    get: (m, key, fallback) => {
      if (m.has(key)) return m.get(key)
      m.set(key, fallback)
      return fallback
    },
    getOrDefault: (m, key, fallback) => (m.has(key) ? m.get(key) : fallback),
    putIfAbsent: (m, key, value) => {
      const old = m.get(key)
      if (old === null) m.set(key, value)
      return old
    },
    computeIfAbsent: (m, key, use) => {
      const old = m.get(key)
      if (old !== null) return old
      const made = apply(use, key)
      if (made !== null) m.set(key, made)
      return made
    },
    computeIfPresent: (m, key, use) => {
      const old = m.get(key)
      if (old === null) return null
      const made = invoke(use, key, old)
      if (made === null) m.delete(key)
      else m.set(key, made)
      return made
    },
    inject: (m, start, use) => entriesOf(m).reduce((total, each) => inject(total, each, use), start),
    collect: (m, into, use) => {
      for (const each of entriesOf(m)) into.push(applyEntry(use, each))
      return into
    },
    replace: (m, key, value) => (m.has(key) ? put(m, key, value) : null),
  })
  .all(3, {
    merge: (m, key, value, use) => {
      const old = m.get(key)
      const made = old === null ? value : invoke(use, old, value)
      if (made === null) m.delete(key)
      else m.set(key, made)
      return made
    },
  })
tables.map.getOther = (m, name) => m.get(name)
tables.map.setOther = (m, name, value) => m.set(name, value)

tables.entry
  .all(0, { getKey: (e) => e.key, getValue: (e) => e.value, toString: text })
  .all(1, {
    setValue: (e, value) => {
      const old = e.value
      e.map.set(e.key, value)
      e.value = value
      return old
    },
    equals: (e, other) => equal(e, other),
    getAt: (e, index) => (index === 0 ? e.key : e.value),
  })
  .property('key', (e) => e.key)
  .property(
    'value',
    (e) => e.value,
    (e, value) => {
      e.map.set(e.key, value)
      e.value = value
    },
  )
