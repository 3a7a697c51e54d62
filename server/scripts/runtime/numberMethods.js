// Methods of numbers, booleans, closures, patterns, exceptions and null.
import { apply, getProperty, invoke } from './calls.js'
import { cast, coerce } from './casts.js'
import { fail, isException, ScriptError } from './errors.js'
import { setPropertyReader } from './listMethods.js'
import {
  BigInteger,
  compareNumbers,
  Decimal,
  divideNumbers,
  Double,
  makeDecimal,
  makeDouble,
  multiplyNumbers,
  negateNumber,
  numberText,
  plainText,
  powerOf,
  setScale,
  stripZeros,
  addNumbers,
  toDecimal,
  toInt,
  toLong,
  toWhole,
  countDigits,
} from './numbers.js'
import { className, compare, equal, equalsStrictly, setExceptionTest } from './comparisons.js'
import { missing, typeName } from './objects.js'
import { add, and, div, mul, negate, next, or, pow, previous, rem, sub, xor } from './operators.js'
import { tables } from './tables.js'
import { text } from './text.js'
import { ClassRef } from './values.js'

setExceptionTest(isException)
setPropertyReader(getProperty)
const int = toInt
const isWhole = (n) => typeof n === 'number' || typeof n === 'bigint' || n instanceof BigInteger
const like = (n, whole) =>
  typeof n === 'number'
    ? Number(BigInt.asIntN(32, whole))
    : typeof n === 'bigint'
      ? toLong(whole)
      : new BigInteger(whole)
export function abs(n) {
  if (n instanceof Double) return makeDouble(Math.abs(n.value))
  return compareNumbers(n, 0) < 0 ? negateNumber(n) : n
}
function round(n, digits) {
  if (isWhole(n)) return digits === undefined && !(n instanceof BigInteger) ? (typeof n === 'number' ? n : n) : n
  if (n instanceof Decimal) return setScale(n, digits === undefined ? 0 : int(digits))
  if (digits === undefined) return toLong(toWhole(makeDouble(Math.floor(n.value + 0.5))))
  return Number.isFinite(n.value) ? makeDouble(Math.floor(n.value * 10 ** int(digits) + 0.5) / 10 ** int(digits)) : n
}
const toward = (mode, float) => (n, digits) => {
  if (isWhole(n)) return n
  if (n instanceof Decimal) return setScale(n, digits === undefined ? 0 : int(digits), mode)
  const scale = 10 ** (digits === undefined ? 0 : int(digits))
  return makeDouble(float(n.value * scale) / scale)
}
const trunc = toward('down', Math.trunc)
function intdiv(a, b) {
  if (!isWhole(a) || !isWhole(b)) return missing(a, 'intdiv', [b])
  const [x, y] = [toWhole(a), toWhole(b)]
  if (y === 0n) fail('ArithmeticException', typeof a === 'number' && typeof b === 'number' ? '/ by zero' : '/ by zero')
  return like(
    typeof a === 'number' && typeof b === 'number'
      ? 0
      : a instanceof BigInteger || b instanceof BigInteger
        ? new BigInteger(0n)
        : 0n,
    x / y,
  )
}
export const modes = {
  UP: 'up',
  DOWN: 'down',
  CEILING: 'ceiling',
  FLOOR: 'floor',
  HALF_UP: 'halfUp',
  HALF_DOWN: 'halfDown',
  HALF_EVEN: 'halfEven',
}
export class RoundingMode {
  constructor(name) {
    this.mode = modes[name]
    this.$text = name
    this.$t = tables.type
  }
}
export const modeOf = (mode) =>
  mode instanceof RoundingMode
    ? mode.mode
    : typeof mode === 'number'
      ? (Object.values(modes)[mode] ?? 'halfUp')
      : fail('IllegalArgumentException', 'A RoundingMode is needed')
function divide(a, b, scale, mode) {
  if (scale === undefined) {
    const result = divideNumbers(a, b)
    const exact = multiplyNumbers(toDecimal(result), toDecimal(b))
    return compareNumbers(exact, a) === 0
      ? result
      : fail('ArithmeticException', 'Non-terminating decimal expansion; no exact representable decimal result.')
  }
  const [digits, how] = mode === undefined ? [toDecimal(a).scale, scale] : [int(scale), mode]
  return divideTo(toDecimal(a), toDecimal(b), digits, modeOf(how))
}
/** Quotient with so many decimals. */
export function divideTo(a, b, scale, mode) {
  if (b.unscaled === 0n) fail('ArithmeticException', a.unscaled === 0n ? 'Division undefined' : 'Division by zero')
  const raise = Math.max(0, scale + 2 - (a.scale - b.scale))
  const top = a.unscaled * 10n ** BigInt(Math.min(raise, 10_000))
  const whole = top / b.unscaled
  const isNegative = a.unscaled < 0n !== b.unscaled < 0n
  const rest = top % b.unscaled === 0n ? 0n : isNegative ? -1n : 1n
  return setScale(makeDecimal(whole * 10n + rest, a.scale - b.scale + raise + 1), scale, mode)
}
const counting = (n, use, end, stepOf) => {
  for (
    let each = n;
    stepOf > 0 ? compareNumbers(each, end) <= 0 : compareNumbers(each, end) >= 0;
    each = addNumbers(each, stepOf)
  )
    apply(use, each)
  return null
}

tables.number
  .all(0, {
    toString: numberText,
    intValue: int,
    toInteger: int,
    longValue: (n) => cast('long', n),
    toLong: (n) => cast('long', n),
    doubleValue: (n) => cast('double', n),
    toDouble: (n) => cast('double', n),
    toBigDecimal: toDecimal,
    toBigInteger: (n) => cast('BigInteger', n),
    abs,
    isNaN: (n) => n instanceof Double && Number.isNaN(n.value),
    isInfinite: (n) => n instanceof Double && Math.abs(n.value) === Infinity,
    next,
    previous,
    negate,
    unaryMinus: negate,
    signum: (n) => compareNumbers(n, 0),
    toPlainString: plainText,
    stripTrailingZeros: (n) => stripZeros(toDecimal(n)),
    scale: (n) => toDecimal(n).scale,
    precision: (n) => countDigits(toDecimal(n).unscaled),
    hashCode: int,
    isPositive: (n) => compareNumbers(n, 0) > 0,
  })
  .all(1, {
    plus: add,
    minus: sub,
    multiply: mul,
    div,
    mod: rem,
    remainder: rem,
    power: pow,
    intdiv,
    add,
    subtract: sub,
    and,
    or,
    xor,
    compareTo: (n, other) => compare(n, other),
    equals: (n, other) => equalsStrictly(n, other),
    max: (n, other) => (compareNumbers(n, other) >= 0 ? n : other),
    min: (n, other) => (compareNumbers(n, other) <= 0 ? n : other),
    pow: (n, e) => powerOf(n, e),
    times: (n, use) => {
      for (let index = 0; index < int(n); index++) apply(use, index)
      return null
    },
    asType: (n, type) => coerce(type.name, n),
  })
  .all(2, { upto: (n, end, use) => counting(n, use, end, 1), downto: (n, end, use) => counting(n, use, end, -1) })
  .all(3, {
    step: (n, end, width, use) => {
      if (compareNumbers(width, 0) === 0) fail('IllegalArgumentException', 'Infinite loop')
      const up = compareNumbers(width, 0) > 0
      for (
        let each = n;
        up ? compareNumbers(each, end) < 0 : compareNumbers(each, end) > 0;
        each = addNumbers(each, width)
      )
        apply(use, each)
      return null
    },
  })
  .method('upto', 2, 2, (n, end, use) => counting(n, use, end, 1))
  .method('round', 0, 1, round)
  .method('trunc', 0, 1, trunc)
  .method('setScale', 1, 2, (n, digits, mode) => {
    const d = toDecimal(n)
    if (mode !== undefined) return setScale(d, int(digits), modeOf(mode))
    const exact = setScale(d, int(digits))
    return compareNumbers(exact, d) === 0 ? exact : fail('ArithmeticException', 'Rounding necessary')
  })
  .method('divide', 1, 3, divide)

tables.boolean.all(0, { toString: String, booleanValue: (b) => b }).all(1, {
  equals: (b, other) => b === other,
  compareTo: (b, other) => compare(b, other),
  and: (b, other) => and(b, other),
  or: (b, other) => or(b, other),
  xor: (b, other) => xor(b, other),
})
tables.null
  .all(0, { toString: () => 'null', iterator: () => [] })
  .all(1, {
    equals: (_, other) => other === null || other === undefined,
    each: () => null,
    is: (_, other) => other === null,
  })
  .all(1, { collect: () => [], findAll: () => [], any: () => false, every: () => true, find: () => null })
  .method('plus', 1, 1, (_, other) => add(null, other))
tables.closure
  .all(0, { toString: text, getMaximumNumberOfParameters: (c) => c.max ?? c.length })
  .any('call', (c, ...args) => invoke(c, ...args))
  .any('doCall', (c, ...args) => invoke(c, ...args))
  .any('apply', (c, ...args) => invoke(c, ...args))
  .any('curry', (c, ...first) => {
    const made = (...rest) => invoke(c, ...first, ...rest)
    made.max = Math.max(0, (c.max ?? c.length) - first.length)
    Object.defineProperty(made, 'length', { value: Math.max(0, c.length - first.length) })
    return made
  })
tables.error
  .all(0, {
    getMessage: (e) => e.text,
    getLocalizedMessage: (e) => e.text,
    getCause: (e) => e.origin,
    toString: (e) => e.toText(),
    printStackTrace: () => null,
  })
  .property('message', (e) => e.text)
  .property('cause', (e) => e.origin)
tables.matcher
  .all(0, {
    find: (m) => {
      m.at = m.found === null ? 0 : m.pattern.part.lastIndex
      const p = m.pattern.part
      p.lastIndex = m.next ?? 0
      m.found = p.exec(m.text)
      m.next = m.found === null ? m.text.length : p.lastIndex + (m.found[0] === '' ? 1 : 0)
      return m.found !== null
    },
    matches: (m) => {
      m.found = m.pattern.full.exec(m.text)
      return m.found !== null
    },
    groupCount: (m) => new RegExp(`${m.pattern.body}|`, m.pattern.flags).exec('').length - 1,
    group: (m) => groupOf(m, 0),
    size: (m) => m.all().length,
    getCount: (m) => m.all().length,
    collect: (m) => m.all(),
    hasGroup: (m) => new RegExp(`${m.pattern.body}|`, m.pattern.flags).exec('').length > 1,
    start: (m) => m.found?.index ?? fail('IllegalStateException', 'No match available'),
    end: (m) => (m.found ? m.found.index + m.found[0].length : fail('IllegalStateException', 'No match available')),
  })
  .all(1, {
    group: groupOf,
    getAt: (m, index) => {
      const all = m.all()
      const i = int(index) < 0 ? all.length + int(index) : int(index)
      return i >= 0 && i < all.length
        ? all[i]
        : fail('IndexOutOfBoundsException', `index is out of range ${int(index)} (index = ${int(index)})`)
    },
    each: (m, use) => {
      for (const each of m.all()) apply(use, each)
      return m
    },
    collect: (m, use) => m.all().map((each) => apply(use, each)),
    findAll: (m, use) => m.all().filter((each) => apply(use, each)),
    replaceAll: (m, by) => m.text.replace(m.pattern.fresh(), text(by)),
  })
  .property('count', (m) => m.all().length)
function groupOf(m, index) {
  if (!m.found) fail('IllegalStateException', 'No match found')
  const key = typeof index === 'string' ? m.found.groups?.[index] : m.found[int(index)]
  if (typeof index !== 'string' && int(index) >= m.found.length)
    fail('IndexOutOfBoundsException', `No group ${int(index)}`)
  return key ?? null
}
tables.type.all(0, {
  toString: text,
  getSimpleName: (c) => c.name ?? c.$text,
  getName: (c) => c.qualified ?? c.name ?? c.$text,
  name: (c) => c.$text,
})
const classOf = (value) =>
  new ClassRef(
    value instanceof ScriptError ? value.type : typeName(value),
    value instanceof ScriptError ? value.className() : className(value),
  )
for (const table of Object.values(tables)) {
  table.method('is', 1, 1, (a, b) => a === b)
  if (table !== tables.null) table.method('getClass', 0, 0, classOf)
  if (table !== tables.null && table !== tables.map) table.property('class', classOf)
  if (table !== tables.null)
    table
      .method('with', 1, 1, (value, use) => apply(use, value))
      .method('tap', 1, 1, (value, use) => {
        apply(use, value)
        return value
      })
  table
    .method('equals', 1, 1, table.methods[1].equals ?? ((a, b) => equal(a, b)))
    .method('toString', 0, 0, table.methods[0].toString ?? text)
    .method('asBoolean', 0, 0, (value) => cast('boolean', value))
}
