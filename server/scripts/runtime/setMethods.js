// Methods that only sets or ranges have.
import { apply, sumOf } from './calls.js'
import { itemsOf, comparator } from './collections.js'
import { fail } from './errors.js'
import { invokeProperty } from './listMethods.js'
import { isNumber, toInt } from './numbers.js'
import { compare, isCase } from './comparisons.js'
import { tables } from './tables.js'

const int = toInt
const setSort = (s, use) => [...s].sort(typeof use === 'function' ? comparator(use) : compare)
tables.set
  .all(0, {
    clear: (s) => {
      s.map.clear()
      return null
    },
    sort: setSort,
  })
  .all(1, {
    add: (s, value) => s.add(value),
    addAll: (s, values) => {
      let isChanged = false
      for (const each of itemsOf(values)) isChanged = s.add(each) || isChanged
      return isChanged
    },
    remove: (s, value) => s.delete(value),
    leftShift: (s, value) => {
      s.add(value)
      return s
    },
    contains: (s, value) => s.has(value),
    sort: setSort,
    removeAll: (s, values) => {
      let isChanged = false
      for (const each of itemsOf(values)) isChanged = s.delete(each) || isChanged
      return isChanged
    },
  })
tables.set.getOther = (s, name) => [...s].map((each) => invokeProperty(each, name))
tables.range
  .all(0, {
    getFrom: (r) => (r.isText ? r.at(0) : Math.min(r.from, r.at(r.size - 1))),
    getTo: (r) => (r.isText ? r.at(r.size - 1) : Math.max(r.from, r.at(r.size - 1))),
    size: (r) => r.size,
    isEmpty: (r) => r.size === 0,
    isReverse: (r) => r.step < 0,
    sum: (r) => sumOf(r),
    sort: (r) => [...r].sort(compare),
  })
  .all(1, {
    contains: (r, value) => isCase(r, value),
    containsWithinBounds: (r, value) =>
      isNumber(value) && compare(value, Math.min(r.from, r.to)) >= 0 && compare(value, Math.max(r.from, r.to)) <= 0,
    step: (r, n) => {
      const width = int(n)
      if (width === 0) fail('IllegalArgumentException', 'The step size must not be zero')
      const items = [...r]
      const all = width < 0 ? items.toReversed() : items
      return all.filter((_, index) => index % Math.abs(width) === 0)
    },
  })
  .all(2, {
    step: (r, n, use) => {
      for (const each of r) if ((each - r.from) % int(n) === 0) apply(use, each)
      return null
    },
  })
