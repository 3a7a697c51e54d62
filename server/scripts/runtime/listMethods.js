// Methods of lists, sets and ranges. Those that return another list work on a copy.
import { apply, apply2, at, contains, setAt, sumOf } from './calls.js'
import {
  itemsOf,
  test,
  comparator,
  best,
  groupInto,
  countInto,
  collectInto,
  flatten,
  unique,
  replaceAll,
  empty,
  collate,
  combinations,
} from './collections.js'
import { fail } from './errors.js'
import { compare, equal, equalsStrictly, isCase } from './comparisons.js'
import { truth } from './objects.js'
import { add, and, div, mul, sub } from './operators.js'
import { tables } from './tables.js'
import { text } from './text.js'
import { GroovyMap, GroovySet, isCollection, JSONArray, Range } from './values.js'
import { toInt } from './numbers.js'

const int = toInt

/** Methods that only read: for lists, sets and ranges alike. Their object comes as an array. */
const reading = {
  0: {
    size: (l) => l.length,
    isEmpty: (l) => l.length === 0,
    toString: text,
    first: (l) => empty(l, 'first')[0],
    last: (l) => empty(l, 'last').at(-1),
    head: (l) => empty(l, 'head')[0],
    tail: (l) => empty(l, 'tail').slice(1),
    init: (l) => empty(l, 'init').slice(0, -1),
    reverse: (l) => l.toReversed(),
    toSorted: (l) => l.toSorted(compare),
    toUnique: (l) => unique(l),
    sum: (l) => sumOf(l),
    min: (l) => best(l, undefined, -1),
    max: (l) => best(l, undefined, 1),
    flatten: (l) => flatten(l),
    toList: (l) => [...l],
    asList: (l) => [...l],
    toSet: (l) => new GroovySet(l),
    asImmutable: (l) => [...l],
    asUnmodifiable: (l) => [...l],
    withIndex: (l) => l.map((each, index) => [each, index]),
    indexed: (l) => {
      const map = new GroovyMap()
      l.forEach((each, index) => map.set(index, each))
      return map
    },
    indices: (l) => new Range(0, l.length, true, false),
    getIndices: (l) => new Range(0, l.length, true, false),
    any: (l) => l.some(truth),
    every: (l) => l.every(truth),
    findAll: (l) => l.filter(truth),
    find: (l) => l.find(truth) ?? null,
    grep: (l) => l.filter(truth),
    collect: (l) => [...l],
    join: (l) => l.map(text).join(''),
    average: (l) => div(sumOf(l), l.length),
    collectEntries: (l) => collectInto(new GroovyMap(), l),
    transpose: (l) => {
      const lists = l.map(itemsOf)
      const size = Math.min(...lists.map((each) => each.length))
      return Array.from({ length: lists.length === 0 ? 0 : size }, (_, index) => lists.map((each) => each[index]))
    },
    combinations,
    countBy: (l) => countInto(l, (_, each) => each),
    shuffled: (l) => [...l],
    subsequences: (l) => {
      if (l.length > 12) fail('IllegalArgumentException', 'subsequences() is limited to lists of 12 elements')
      const all = new GroovySet()
      for (let bits = 1; bits < 1 << l.length; bits++) all.add(l.filter((_, index) => bits & (1 << index)))
      return all
    },
  },
  1: {
    contains: (l, value) => contains(l, value),
    containsAll: (l, values) => itemsOf(values).every((each) => contains(l, each)),
    disjoint: (l, values) => !itemsOf(values).some((each) => contains(l, each)),
    intersect: (l, values) => and(l, itemsOf(values)),
    equals: (l, other) => equal(l, other),
    plus: add,
    minus: sub,
    multiply: mul,
    getAt: at,
    isCase,
    indexOf: (l, value) => l.findIndex((each) => equalsStrictly(each, value)),
    lastIndexOf: (l, value) => l.findLastIndex((each) => equalsStrictly(each, value)),
    get: (l, index) => {
      const i = int(index)
      if (i < 0 || i >= l.length) fail('IndexOutOfBoundsException', `Index ${i} out of bounds for length ${l.length}`)
      return l[i]
    },
    count: (l, value) =>
      l.filter((each) => (typeof value === 'function' ? test(value, each) : equal(each, value))).length,
    collect: (l, use) => l.map((each) => apply(use, each)),
    collectMany: (l, use) => l.flatMap((each) => itemsOf(apply(use, each))),
    collectNested: (l, use) =>
      l.map((each) => (isCollection(each) ? reading[1].collectNested([...each], use) : apply(use, each))),
    findAll: (l, use) => l.filter((each) => test(use, each)),
    find: (l, use) => l.find((each) => test(use, each)) ?? null,
    grep: (l, use) => l.filter((each) => isCase(use, each)),
    split: (l, use) => [l.filter((each) => test(use, each)), l.filter((each) => !test(use, each))],
    any: (l, use) => l.some((each) => test(use, each)),
    every: (l, use) => l.every((each) => test(use, each)),
    findIndexOf: (l, use) => l.findIndex((each) => test(use, each)),
    findLastIndexOf: (l, use) => l.findLastIndex((each) => test(use, each)),
    findIndexValues: (l, use) => l.flatMap((each, index) => (test(use, each) ? [BigInt(index)] : [])),
    findResult: (l, use) => {
      for (const each of l) {
        const found = apply(use, each)
        if (found !== null) return found
      }
      return null
    },
    findResults: (l, use) => l.map((each) => apply(use, each)).filter((each) => each !== null),
    sum: (l, start) => (typeof start === 'function' ? sumOf(l.map((each) => apply(start, each))) : sumOf(l, start)),
    average: (l, use) => div(sumOf(l.map((each) => apply(use, each))), l.length),
    min: (l, use) => best(l, use, -1),
    max: (l, use) => best(l, use, 1),
    join: (l, mark) => l.map(text).join(text(mark)),
    groupBy: (l, use) => groupInto(l, apply, use),
    countBy: (l, use) => countInto(l, apply, use),
    collectEntries: (l, use) => collectInto(new GroovyMap(), l, apply, use),
    toSorted: (l, use) => l.toSorted(comparator(use)),
    toUnique: (l, use) => unique(l, use),
    take: (l, n) => l.slice(0, Math.max(0, int(n))),
    drop: (l, n) => l.slice(Math.max(0, int(n))),
    takeRight: (l, n) => (int(n) <= 0 ? [] : l.slice(-int(n))),
    dropRight: (l, n) => (int(n) <= 0 ? [...l] : l.slice(0, -int(n))),
    takeWhile: (l, use) => {
      const end = l.findIndex((each) => !test(use, each))
      return end < 0 ? [...l] : l.slice(0, end)
    },
    dropWhile: (l, use) => {
      const start = l.findIndex((each) => !test(use, each))
      return start < 0 ? [] : l.slice(start)
    },
    inject: (l, use) => {
      if (l.length === 0)
        fail('NoSuchElementException', 'Cannot call inject() on an empty collection without passing an initial value.')
      return l.slice(1).reduce((total, each) => apply2(use, total, each), l[0])
    },
    withIndex: (l, start) => l.map((each, index) => [each, index + int(start)]),
    hashCode: () => 0,
    flatten: (l, use) => flatten(l.map((each) => apply(use, each))),
  },
  2: {
    inject: (l, start, use) => l.reduce((total, each) => apply2(use, total, each), start),
    sum: (l, start, use) =>
      sumOf(
        l.map((each) => apply(use, each)),
        start,
      ),
    subList: (l, from, to) => {
      const [start, end] = [int(from), int(to)]
      if (start < 0 || end > l.length || start > end)
        fail('IndexOutOfBoundsException', end > l.length ? `toIndex = ${end}` : `fromIndex = ${start}`)
      return l.slice(start, end)
    },
    collect: (l, into, use) => {
      for (const each of l) into.push(apply(use, each))
      return into
    },
    groupBy: (l, first, second) => {
      const groups = groupInto(l, apply, first)
      for (const [key, items] of groups) groups.set(key, groupInto(items, apply, second))
      return groups
    },
    findIndexOf: (l, start, use) => {
      const index = l.slice(int(start)).findIndex((each) => test(use, each))
      return index < 0 ? -1 : index + int(start)
    },
  },
}

/** Methods that visit elements and return the object itself. */
const visiting = {
  each: (l, use) => {
    for (const each of l) apply(use, each)
  },
  forEach: (l, use) => {
    for (const each of l) apply(use, each)
  },
  reverseEach: (l, use) => {
    for (const each of l.toReversed()) apply(use, each)
  },
  eachWithIndex: (l, use) => {
    l.forEach((each, index) => apply2(use, each, index))
  },
}

for (const [count, bodies] of Object.entries(reading)) {
  for (const [name, body] of Object.entries(bodies)) {
    tables.list.method(name, Number(count), Number(count), body)
    const isSelf = name === 'toString' || name === 'equals' || name === 'isCase' || name === 'plus' || name === 'minus'
    for (const table of [tables.set, tables.range])
      table.method(name, Number(count), Number(count), isSelf ? body : (object, ...args) => body([...object], ...args))
  }
}
for (const [name, body] of Object.entries(visiting)) {
  for (const table of [tables.list, tables.set, tables.range])
    table.method(name, 1, 1, (object, use) => {
      body(table === tables.list ? object : [...object], use)
      return name === 'forEach' ? null : object
    })
}
for (const [min, max] of [[1, 3]])
  for (const table of [tables.list, tables.set, tables.range])
    table.method('collate', min, max, (object, ...args) => collate([...object], ...args))
for (const name of ['findAll', 'grep'])
  tables.set.method(
    name,
    1,
    1,
    (object, use) =>
      new GroovySet([...object].filter((each) => (name === 'grep' ? isCase(use, each) : test(use, each)))),
  )
tables.set.method('findAll', 0, 0, (object) => new GroovySet([...object].filter(truth)))

/** What a list accepts: JSON arrays convert it. */
let accept = (list, value) => value
export const setAccept = (conversion) => {
  accept = conversion
}
const put = (list, value) => (list instanceof JSONArray ? accept(list, value) : value)
function removeAt(list, index) {
  if (index < 0 || index >= list.length)
    fail('IndexOutOfBoundsException', `Index ${index} out of bounds for length ${list.length}`)
  return list.splice(index, 1)[0]
}
const removeValue = (list, value) => {
  const index = list.findIndex((each) => equalsStrictly(each, value))
  if (index >= 0) list.splice(index, 1)
  return index >= 0
}

tables.list
  .all(0, {
    clear: (l) => {
      l.length = 0
      return null
    },
    pop: (l) => (l.length === 0 ? fail('NoSuchElementException', 'Cannot pop() an empty List') : l.shift()),
    removeLast: (l) =>
      l.length === 0 ? fail('NoSuchElementException', 'Cannot removeLast() element from an empty List') : l.pop(),
    sort: (l) => l.sort(compare),
    unique: (l) => replaceAll(l, unique(l)),
  })
  .all(1, {
    add: (l, value) => {
      l.push(put(l, value))
      return true
    },
    push: (l, value) => {
      l.unshift(put(l, value))
      return true
    },
    leftShift: (l, value) => {
      l.push(put(l, value))
      return l
    },
    addAll: (l, values) => {
      for (const each of itemsOf(values)) l.push(put(l, each))
      return itemsOf(values).length > 0
    },
    remove: (l, value) => (typeof value === 'number' ? removeAt(l, value) : removeValue(l, value)),
    removeAt: (l, index) => removeAt(l, int(index)),
    removeElement: removeValue,
    removeAll: (l, values) => {
      const before = l.length
      replaceAll(
        l,
        l.filter((each) => (typeof values === 'function' ? !test(values, each) : !contains(itemsOf(values), each))),
      )
      return l.length !== before
    },
    removeIf: (l, use) => {
      const before = l.length
      replaceAll(
        l,
        l.filter((each) => !test(use, each)),
      )
      return l.length !== before
    },
    retainAll: (l, values) => {
      const before = l.length
      replaceAll(
        l,
        l.filter((each) => (typeof values === 'function' ? test(values, each) : contains(itemsOf(values), each))),
      )
      return l.length !== before
    },
    sort: (l, use) =>
      typeof use === 'boolean' ? (use ? l.sort(compare) : l.toSorted(compare)) : l.sort(comparator(use)),
    unique: (l, use) =>
      typeof use === 'boolean' ? (use ? replaceAll(l, unique(l)) : unique(l)) : replaceAll(l, unique(l, use)),
  })
  .all(2, {
    add: (l, index, value) => {
      const i = int(index)
      if (i < 0 || i > l.length) fail('IndexOutOfBoundsException', `Index: ${i}, Size: ${l.length}`)
      l.splice(i, 0, put(l, value))
      return null
    },
    set: (l, index, value) => {
      const i = int(index)
      if (i < 0 || i >= l.length) fail('IndexOutOfBoundsException', `Index ${i} out of bounds for length ${l.length}`)
      const old = l[i]
      l[i] = put(l, value)
      return old
    },
    putAt: (l, index, value) => {
      setAt(l, index, value)
      return null
    },
    swap: (l, a, b) => {
      ;[l[int(a)], l[int(b)]] = [l[int(b)], l[int(a)]]
      return l
    },
    sort: (l, isOwn, use) => (truth(isOwn) ? l.sort(comparator(use)) : l.toSorted(comparator(use))),
    unique: (l, isOwn, use) => (truth(isOwn) ? replaceAll(l, unique(l, use)) : unique(l, use)),
    getAt: (l, a, b) => at(l, [a, b]),
  })
  .property('length', (l) => l.length)
  .property('indices', (l) => new Range(0, l.length, true, false))
  .property('empty', (l) => l.length === 0)
tables.list.getOther = (l, name) => l.map((each) => (each === null ? null : invokeProperty(each, name)))
/** Reads a property of each element: set by `numberMethods.js`. */
export let invokeProperty = () => null
export const setPropertyReader = (read) => {
  invokeProperty = read
}
