// Methods of numbers, booleans, closures, patterns, exceptions and null, and the classes with static methods.
import { apply, getProperty, invoke } from './calls.js'
import { anyDecimal, cast, coerce, parseNumber } from './casts.js'
import { fail, isException, ScriptError } from './errors.js'
import { setPropertyReader } from './listMethods.js'
import { BigInteger, compareNumbers, Decimal, divideNumbers, Double, isNumber, multiplyNumbers, negateNumber, numberText, plainText, powerOf, setScale, stripZeros, subtractNumbers, addNumbers, toDecimal, toFloat, toInt, toLong, toWhole, countDigits } from './numbers.js'
import { add, and, className, compare, div, equal, equalsStrictly, missing, mul, negate, next, or, pow, previous, rem, setExceptionTest, sub, typeName, xor } from './operators.js'
import { defineStatic, tables } from './tables.js'
import { formatText, text } from './text.js'
import { ClassRef } from './values.js'

setExceptionTest(isException)
setPropertyReader(getProperty)
const int = toInt
const isWhole = (n) => typeof n === 'number' || typeof n === 'bigint' || n instanceof BigInteger
const like = (n, whole) => (typeof n === 'number' ? Number(BigInt.asIntN(32, whole)) : typeof n === 'bigint' ? toLong(whole) : new BigInteger(whole))
function abs(n) {
  if (n instanceof Double) return new Double(Math.abs(n.value))
  return compareNumbers(n, 0) < 0 ? negateNumber(n) : n
}
function round(n, digits) {
  if (isWhole(n)) return digits === undefined && !(n instanceof BigInteger) ? (typeof n === 'number' ? n : n) : n
  if (n instanceof Decimal) return setScale(n, digits === undefined ? 0 : int(digits))
  if (digits === undefined) return toLong(toWhole(new Double(Math.floor(n.value + 0.5))))
  return Number.isFinite(n.value) ? new Double(Math.floor(n.value * 10 ** int(digits) + 0.5) / 10 ** int(digits)) : n
}
const toward = (mode, float) => (n, digits) => {
  if (isWhole(n)) return n
  if (n instanceof Decimal) return setScale(n, digits === undefined ? 0 : int(digits), mode)
  const scale = 10 ** (digits === undefined ? 0 : int(digits))
  return new Double(float(n.value * scale) / scale)
}
const trunc = toward('down', Math.trunc)
function intdiv(a, b) {
  if (!isWhole(a) || !isWhole(b)) return missing(a, 'intdiv', [b])
  const [x, y] = [toWhole(a), toWhole(b)]
  if (y === 0n) fail('ArithmeticException', typeof a === 'number' && typeof b === 'number' ? '/ by zero' : '/ by zero')
  return like(typeof a === 'number' && typeof b === 'number' ? 0 : a instanceof BigInteger || b instanceof BigInteger ? new BigInteger(0n) : 0n, x / y)
}
const modes = { UP: 'up', DOWN: 'down', CEILING: 'ceiling', FLOOR: 'floor', HALF_UP: 'halfUp', HALF_DOWN: 'halfDown', HALF_EVEN: 'halfEven' }
class RoundingMode { constructor(name) { this.mode = modes[name]; this.$text = name; this.$t = tables.type } }
const modeOf = (mode) => (mode instanceof RoundingMode ? mode.mode : typeof mode === 'number' ? Object.values(modes)[mode] ?? 'halfUp' : fail('IllegalArgumentException', 'A RoundingMode is needed'))
function divide(a, b, scale, mode) {
  if (scale === undefined) {
    const result = divideNumbers(a, b)
    const exact = multiplyNumbers(toDecimal(result), toDecimal(b))
    return compareNumbers(exact, a) === 0 ? result : fail('ArithmeticException', 'Non-terminating decimal expansion; no exact representable decimal result.')
  }
  const [digits, how] = mode === undefined ? [toDecimal(a).scale, scale] : [int(scale), mode]
  return divideTo(toDecimal(a), toDecimal(b), digits, modeOf(how))
}
/** Quotient with so many decimals. */
function divideTo(a, b, scale, mode) {
  if (b.unscaled === 0n) fail('ArithmeticException', a.unscaled === 0n ? 'Division undefined' : 'Division by zero')
  const raise = Math.max(0, scale + 2 - (a.scale - b.scale))
  const top = a.unscaled * 10n ** BigInt(Math.min(raise, 10_000))
  const whole = top / b.unscaled
  const isNegative = (a.unscaled < 0n) !== (b.unscaled < 0n)
  const rest = top % b.unscaled === 0n ? 0n : isNegative ? -1n : 1n
  return setScale(new Decimal(whole * 10n + rest, a.scale - b.scale + raise + 1), scale, mode)
}
const counting = (n, use, end, stepOf) => { for (let each = n; stepOf > 0 ? compareNumbers(each, end) <= 0 : compareNumbers(each, end) >= 0; each = addNumbers(each, stepOf)) apply(use, each); return null }

tables.number
  .all(0, {
    toString: numberText, intValue: int, toInteger: int, longValue: (n) => cast('long', n), toLong: (n) => cast('long', n), doubleValue: (n) => cast('double', n), toDouble: (n) => cast('double', n), toBigDecimal: toDecimal, toBigInteger: (n) => cast('BigInteger', n), abs, isNaN: (n) => n instanceof Double && Number.isNaN(n.value), isInfinite: (n) => n instanceof Double && Math.abs(n.value) === Infinity,
    next, previous, negate, unaryMinus: negate, signum: (n) => compareNumbers(n, 0), toPlainString: plainText, stripTrailingZeros: (n) => stripZeros(toDecimal(n)), scale: (n) => toDecimal(n).scale, precision: (n) => countDigits(toDecimal(n).unscaled), hashCode: int, isPositive: (n) => compareNumbers(n, 0) > 0,
  })
  .all(1, {
    plus: add, minus: sub, multiply: mul, div, mod: rem, remainder: rem, power: pow, intdiv, add, subtract: sub, and, or, xor, compareTo: (n, other) => compare(n, other), equals: (n, other) => equalsStrictly(n, other), max: (n, other) => (compareNumbers(n, other) >= 0 ? n : other), min: (n, other) => (compareNumbers(n, other) <= 0 ? n : other), pow: (n, e) => powerOf(n, e),
    times: (n, use) => { for (let index = 0; index < int(n); index++) apply(use, index); return null }, asType: (n, type) => coerce(type.name, n),
  })
  .all(2, { upto: (n, end, use) => counting(n, use, end, 1), downto: (n, end, use) => counting(n, use, end, -1) })
  .all(3, { step: (n, end, width, use) => { if (compareNumbers(width, 0) === 0) fail('IllegalArgumentException', 'Infinite loop'); const up = compareNumbers(width, 0) > 0; for (let each = n; up ? compareNumbers(each, end) < 0 : compareNumbers(each, end) > 0; each = addNumbers(each, width)) apply(use, each); return null } })
  .method('upto', 2, 2, (n, end, use) => counting(n, use, end, 1)).method('round', 0, 1, round).method('trunc', 0, 1, trunc).method('setScale', 1, 2, (n, digits, mode) => { const d = toDecimal(n); if (mode !== undefined) return setScale(d, int(digits), modeOf(mode)); const exact = setScale(d, int(digits)); return compareNumbers(exact, d) === 0 ? exact : fail('ArithmeticException', 'Rounding necessary') }).method('divide', 1, 3, divide)

tables.boolean.all(0, { toString: String, booleanValue: (b) => b }).all(1, { equals: (b, other) => b === other, compareTo: (b, other) => compare(b, other), and: (b, other) => and(b, other), or: (b, other) => or(b, other), xor: (b, other) => xor(b, other) })
tables.null.all(0, { toString: () => 'null', iterator: () => [] }).all(1, { equals: (_, other) => other === null || other === undefined, each: () => null, is: (_, other) => other === null }).all(1, { collect: () => [], findAll: () => [], any: () => false, every: () => true, find: () => null }).method('plus', 1, 1, (_, other) => add(null, other))
tables.closure.all(0, { toString: text, getMaximumNumberOfParameters: (c) => c.max ?? c.length }).any('call', (c, ...args) => invoke(c, ...args)).any('doCall', (c, ...args) => invoke(c, ...args)).any('apply', (c, ...args) => invoke(c, ...args)).any('curry', (c, ...first) => { const made = (...rest) => invoke(c, ...first, ...rest); made.max = Math.max(0, (c.max ?? c.length) - first.length); Object.defineProperty(made, 'length', { value: Math.max(0, c.length - first.length) }); return made })
tables.error.all(0, { getMessage: (e) => e.text, getLocalizedMessage: (e) => e.text, getCause: (e) => e.origin, toString: (e) => e.toText(), printStackTrace: () => null }).property('message', (e) => e.text).property('cause', (e) => e.origin)
tables.matcher
  .all(0, { find: (m) => { m.at = m.found === null ? 0 : m.pattern.part.lastIndex; const p = m.pattern.part; p.lastIndex = m.next ?? 0; m.found = p.exec(m.text); m.next = m.found === null ? m.text.length : p.lastIndex + (m.found[0] === '' ? 1 : 0); return m.found !== null }, matches: (m) => { m.found = m.pattern.full.exec(m.text); return m.found !== null }, groupCount: (m) => new RegExp(`${m.pattern.body}|`, m.pattern.flags).exec('').length - 1, group: (m) => groupOf(m, 0), size: (m) => m.all().length, getCount: (m) => m.all().length, collect: (m) => m.all(), hasGroup: (m) => new RegExp(`${m.pattern.body}|`, m.pattern.flags).exec('').length > 1, start: (m) => m.found?.index ?? fail('IllegalStateException', 'No match available'), end: (m) => (m.found ? m.found.index + m.found[0].length : fail('IllegalStateException', 'No match available')) })
  .all(1, { group: groupOf, getAt: (m, index) => { const all = m.all(); const i = int(index) < 0 ? all.length + int(index) : int(index); return i >= 0 && i < all.length ? all[i] : fail('IndexOutOfBoundsException', `index is out of range ${int(index)} (index = ${int(index)})`) }, each: (m, use) => { for (const each of m.all()) apply(use, each); return m }, collect: (m, use) => m.all().map((each) => apply(use, each)), findAll: (m, use) => m.all().filter((each) => apply(use, each)), replaceAll: (m, by) => m.text.replace(m.pattern.fresh(), text(by)) })
  .property('count', (m) => m.all().length)
function groupOf(m, index) {
  if (!m.found) fail('IllegalStateException', 'No match found')
  const key = typeof index === 'string' ? m.found.groups?.[index] : m.found[int(index)]
  if (typeof index !== 'string' && int(index) >= m.found.length) fail('IndexOutOfBoundsException', `No group ${int(index)}`)
  return key ?? null
}
tables.type.all(0, { toString: text, getSimpleName: (c) => c.name ?? c.$text, getName: (c) => c.qualified ?? c.name ?? c.$text, name: (c) => c.$text })
const classOf = (value) => new ClassRef(value instanceof ScriptError ? value.type : typeName(value), value instanceof ScriptError ? value.className() : className(value))
for (const table of Object.values(tables)) {
  table.method('is', 1, 1, (a, b) => a === b)
  if (table !== tables.null) table.method('getClass', 0, 0, classOf)
  if (table !== tables.null && table !== tables.map) table.property('class', classOf)
  if (table !== tables.null) table.method('with', 1, 1, (value, use) => apply(use, value)).method('tap', 1, 1, (value, use) => { apply(use, value); return value })
  table.method('equals', 1, 1, table.methods[1].equals ?? ((a, b) => equal(a, b))).method('toString', 0, 0, table.methods[0].toString ?? text).method('asBoolean', 0, 0, (value) => cast('boolean', value))
}

// Classes

const float = (value) => (isNumber(value) ? toFloat(value) : fail('MissingMethodException', `The method needs a number, not ${text(value)}`))
const floats = (body) => { const method = (...values) => new Double(body(...values.map(float))); Object.defineProperty(method, 'length', { value: body.length }); return method }
const optional = (body, max) => { body.max = max; return body }
defineStatic('Math', { PI: new Double(Math.PI), E: new Double(Math.E) }, {
  abs: (n) => (n instanceof Decimal ? new Double(Math.abs(toFloat(n))) : abs(n)), max: (a, b) => (compareNumbers(a, b) >= 0 ? widen(a, b) : widen(b, a)), min: (a, b) => (compareNumbers(a, b) <= 0 ? widen(a, b) : widen(b, a)), round: (n) => (typeof n === 'number' ? n : toLong(toWhole(new Double(Math.floor(float(n) + 0.5))))), floorMod: (a, b) => sub(a, mul(b, Math.floor(float(a) / float(b)) | 0)), floorDiv: (a, b) => Math.floor(float(a) / float(b)) | 0, addExact: (a, b) => add(a, b),
  floor: floats((x) => Math.floor(x)), ceil: floats((x) => Math.ceil(x)), rint: floats((x) => { const r = Math.round(x); return Math.abs(x % 1) === 0.5 && r % 2 !== 0 ? r - 1 : r }), sqrt: floats((x) => Math.sqrt(x)), cbrt: floats((x) => Math.cbrt(x)), pow: floats((x, y) => Math.pow(x, y)), exp: floats((x) => Math.exp(x)), log: floats((x) => Math.log(x)), log10: floats((x) => Math.log10(x)), sin: floats((x) => Math.sin(x)), cos: floats((x) => Math.cos(x)), tan: floats((x) => Math.tan(x)), asin: floats((x) => Math.asin(x)), acos: floats((x) => Math.acos(x)), atan: floats((x) => Math.atan(x)), atan2: floats((x, y) => Math.atan2(x, y)), hypot: floats((x, y) => Math.hypot(x, y)), signum: floats((x) => Math.sign(x)), toRadians: floats((x) => x / 180 * Math.PI), toDegrees: floats((x) => x * 180 / Math.PI),
})
/** Math.max of an int and a decimal is a double, as Java's overloads make it. */
function widen(value, other) {
  const isFloat = (n) => n instanceof Double || n instanceof Decimal
  if (isFloat(value) || isFloat(other)) return value instanceof Double ? value : new Double(toFloat(value))
  return typeof value === 'number' && typeof other === 'bigint' ? BigInt(value) : value
}
const parse = (type) => (value) => (typeof value === 'string' ? parseNumber(type, value) : isNumber(value) ? cast(type, value) : fail('NumberFormatException', value === null ? 'Cannot parse null string: null' : `For input string: "${text(value)}"`))
const radixText = (radix) => (n) => (typeof n === 'number' ? n >>> 0 : BigInt.asUintN(64, BigInt(toWhole(n)))).toString(radix)
const parseRadix = (type) => optional((value, radix) => { if (radix === undefined) return parse(type)(value); if (!/^[+-]?[0-9a-z]{1,70}$/i.test(value)) fail('NumberFormatException', `For input string: "${value}"`); let total = 0n; for (const each of value.toLowerCase().replace(/^[+-]/, '')) { const digit = Number.parseInt(each, 36); if (digit >= int(radix)) fail('NumberFormatException', `For input string: "${value}"${int(radix) === 10 ? '' : ` under radix ${int(radix)}`}`); total = total * BigInt(int(radix)) + BigInt(digit) } const signed = value.startsWith('-') ? -total : total; const [min, max] = type === 'int' ? [-2147483648n, 2147483647n] : [-9223372036854775808n, 9223372036854775807n]; if (signed < min || signed > max) fail('NumberFormatException', `For input string: "${value}"${int(radix) === 10 ? '' : ` under radix ${int(radix)}`}`); return type === 'int' ? Number(signed) : signed }, 2)
const withRadix = (type) => { const body = parseRadix(type); const one = (value) => body(value); one.max = 2; return Object.assign((value, ...rest) => body(value, ...rest), { max: 2 }) }
defineStatic('Integer', { MAX_VALUE: 2147483647, MIN_VALUE: -2147483648 }, { parseInt: withRadix('int'), valueOf: withRadix('int'), toString: optional((n, ...radix) => (radix.length === 0 ? numberText(n) : n.toString(int(radix[0]))), 2), toHexString: radixText(16), toBinaryString: radixText(2), toOctalString: radixText(8), max: (a, b) => (a > b ? a : b), min: (a, b) => (a < b ? a : b), sum: (a, b) => add(a, b), compare: (a, b) => compareNumbers(a, b), signum: (n) => Math.sign(n), bitCount: (n) => (n >>> 0).toString(2).replaceAll('0', '').length })
defineStatic('Long', { MAX_VALUE: 9223372036854775807n, MIN_VALUE: -9223372036854775808n }, { parseLong: withRadix('long'), valueOf: withRadix('long'), toString: (n) => numberText(n), toHexString: radixText(16), toBinaryString: radixText(2), max: (a, b) => cast('long', compareNumbers(a, b) > 0 ? a : b), min: (a, b) => cast('long', compareNumbers(a, b) < 0 ? a : b), compare: (a, b) => compareNumbers(a, b) })
defineStatic('Double', { MAX_VALUE: new Double(Number.MAX_VALUE), MIN_VALUE: new Double(5e-324), NaN: new Double(NaN), POSITIVE_INFINITY: new Double(Infinity), NEGATIVE_INFINITY: new Double(-Infinity) }, { parseDouble: parse('double'), valueOf: parse('double'), toString: (n) => numberText(cast('double', n)), isNaN: (n) => Number.isNaN(float(n)), isInfinite: (n) => Math.abs(float(n)) === Infinity, isFinite: (n) => Number.isFinite(float(n)), compare: (a, b) => compareNumbers(a, b), max: (a, b) => new Double(Math.max(float(a), float(b))), min: (a, b) => new Double(Math.min(float(a), float(b))) })
defineStatic('BigDecimal', { ZERO: new Decimal(0n, 0), ONE: new Decimal(1n, 0), TEN: new Decimal(10n, 0) }, { valueOf: optional((n, ...scale) => (scale.length === 0 ? toDecimal(n) : new Decimal(toWhole(n), int(scale[0]))), 2) })
defineStatic('BigInteger', { ZERO: new BigInteger(0n), ONE: new BigInteger(1n), TEN: new BigInteger(10n) }, { valueOf: (n) => cast('BigInteger', n) })
defineStatic('Boolean', { TRUE: true, FALSE: false }, { parseBoolean: (value) => value !== null && text(value).toLowerCase() === 'true', valueOf: (value) => (typeof value === 'boolean' ? value : value !== null && text(value).toLowerCase() === 'true'), toString: text })
defineStatic('String', {}, { valueOf: text }, { format: (pattern, ...values) => formatText(text(pattern), values), join: (mark, ...values) => (values.length === 1 && typeof values[0] === 'object' ? [...values[0]] : values).map(text).join(text(mark)) })
defineStatic('Objects', {}, { equals: (a, b) => equalsStrictly(a, b), isNull: (a) => a === null, nonNull: (a) => a !== null, toString: optional((a, ...rest) => (a === null && rest.length > 0 ? rest[0] : text(a)), 2), requireNonNull: (a) => (a === null ? fail('NullPointerException', null) : a) })
defineStatic('RoundingMode', Object.fromEntries(Object.keys(modes).map((name) => [name, new RoundingMode(name)])), {})

const roundTo = (value, digits = 0, mode) => setScale(anyDecimal(value), int(digits), mode === undefined ? 'halfUp' : modeOf(mode))
const fold = (onDecimal, onFloat) => (...values) => (values.some((each) => each instanceof Double) ? values.map((each) => (each === null ? 0 : isNumber(each) ? toFloat(each) : toFloat(anyDecimal(each)))).reduce(onFloat) : undefined) ?? values.map(anyDecimal).reduce(onDecimal)
const asNumber = (body) => (...values) => { const result = body(...values); return typeof result === 'number' ? new Double(result) : result }
defineStatic('NumberUtil', {}, { toStr: (n) => (n === null ? fail('NullPointerException', 'Number is null !') : plainText(stripZeros(toDecimal(n)))), isNumber: (value) => value !== null && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$|^0[xX][0-9a-fA-F]+$/.test(text(value)), isInteger: (value) => value !== null && /^[+-]?\d{1,10}$/.test(text(value)) && BigInt(text(value).replace('+', '')) === BigInt.asIntN(32, BigInt(text(value).replace('+', ''))), parseInt: (value) => toInt(anyDecimal(value)), parseLong: (value) => cast('long', anyDecimal(value)), parseDouble: (value) => cast('double', anyDecimal(value)), compare: (a, b) => compareNumbers(a, b), equals: (a, b) => compareNumbers(a, b) === 0, max: (a, b) => (compareNumbers(a, b) >= 0 ? a : b), min: (a, b) => (compareNumbers(a, b) <= 0 ? a : b), toBigDecimal: anyDecimal, negate: (n) => negateNumber(n) }, {
  add: asNumber(fold(addNumbers, (a, b) => Number(plainText(addNumbers(toDecimal(new Double(a)), toDecimal(new Double(b))))))), sub: asNumber(fold(subtractNumbers, (a, b) => Number(plainText(subtractNumbers(toDecimal(new Double(a)), toDecimal(new Double(b))))))), mul: asNumber(fold(multiplyNumbers, (a, b) => Number(plainText(multiplyNumbers(toDecimal(new Double(a)), toDecimal(new Double(b))))))),
  div: (a, b, scale = 10, mode) => { const quotient = divideTo(anyDecimal(a), anyDecimal(b), Math.abs(int(scale)), mode === undefined ? 'halfUp' : modeOf(mode)); return a instanceof Double || b instanceof Double ? new Double(toFloat(quotient)) : quotient },
  round: roundTo, roundStr: (value, digits, mode) => plainText(roundTo(value, digits, mode)), pow: (a, b) => powerOf(anyDecimal(a), int(b)), decimalFormat: () => fail('UnsupportedOperationException', 'NumberUtil.decimalFormat is not part of the built-in subset. Use String.format'),
})
