// Classes with static methods: Math, Integer, String, NumberUtil and others.
import { anyDecimal, cast, parseNumber } from './casts.js'
import { fail } from './errors.js'
import {
  BigInteger,
  compareNumbers,
  Decimal,
  Double,
  isNumber,
  makeDecimal,
  makeDouble,
  multiplyNumbers,
  negateNumber,
  numberText,
  plainText,
  powerOf,
  setScale,
  stripZeros,
  subtractNumbers,
  addNumbers,
  toDecimal,
  toFloat,
  toInt,
  toLong,
  toWhole,
} from './numbers.js'
import { abs, divideTo, modeOf, modes, RoundingMode } from './numberMethods.js'
import { equalsStrictly } from './comparisons.js'
import { add, mul, sub } from './operators.js'
import { defineStatic } from './tables.js'
import { formatText, text } from './text.js'

const int = toInt
const float = (value) =>
  isNumber(value) ? toFloat(value) : fail('MissingMethodException', `The method needs a number, not ${text(value)}`)
const floats = (body) => {
  const method = (...values) => makeDouble(body(...values.map(float)))
  Object.defineProperty(method, 'length', { value: body.length })
  return method
}
const optional = (body, max) => {
  body.max = max
  return body
}
defineStatic(
  'Math',
  { PI: makeDouble(Math.PI), E: makeDouble(Math.E) },
  {
    abs: (n) => (n instanceof Decimal ? makeDouble(Math.abs(toFloat(n))) : abs(n)),
    max: (a, b) => (compareNumbers(a, b) >= 0 ? widen(a, b) : widen(b, a)),
    min: (a, b) => (compareNumbers(a, b) <= 0 ? widen(a, b) : widen(b, a)),
    round: (n) => (typeof n === 'number' ? n : toLong(toWhole(makeDouble(Math.floor(float(n) + 0.5))))),
    floorMod: (a, b) => sub(a, mul(b, Math.floor(float(a) / float(b)) | 0)),
    floorDiv: (a, b) => Math.floor(float(a) / float(b)) | 0,
    addExact: (a, b) => add(a, b),
    floor: floats((x) => Math.floor(x)),
    ceil: floats((x) => Math.ceil(x)),
    rint: floats((x) => {
      const r = Math.round(x)
      return Math.abs(x % 1) === 0.5 && r % 2 !== 0 ? r - 1 : r
    }),
    sqrt: floats((x) => Math.sqrt(x)),
    cbrt: floats((x) => Math.cbrt(x)),
    pow: floats((x, y) => Math.pow(x, y)),
    exp: floats((x) => Math.exp(x)),
    log: floats((x) => Math.log(x)),
    log10: floats((x) => Math.log10(x)),
    sin: floats((x) => Math.sin(x)),
    cos: floats((x) => Math.cos(x)),
    tan: floats((x) => Math.tan(x)),
    asin: floats((x) => Math.asin(x)),
    acos: floats((x) => Math.acos(x)),
    atan: floats((x) => Math.atan(x)),
    atan2: floats((x, y) => Math.atan2(x, y)),
    hypot: floats((x, y) => Math.hypot(x, y)),
    signum: floats((x) => Math.sign(x)),
    toRadians: floats((x) => (x / 180) * Math.PI),
    toDegrees: floats((x) => (x * 180) / Math.PI),
  },
)
/** Math.max of an int and a decimal is a double, as Java's overloads make it. */
function widen(value, other) {
  const isFloat = (n) => n instanceof Double || n instanceof Decimal
  if (isFloat(value) || isFloat(other)) return value instanceof Double ? value : makeDouble(toFloat(value))
  return typeof value === 'number' && typeof other === 'bigint' ? BigInt(value) : value
}
const parse = (type) => (value) =>
  typeof value === 'string'
    ? parseNumber(type, value)
    : isNumber(value)
      ? cast(type, value)
      : fail(
          'NumberFormatException',
          value === null ? 'Cannot parse null string: null' : `For input string: "${text(value)}"`,
        )
const radixText = (radix) => (n) =>
  (typeof n === 'number' ? n >>> 0 : BigInt.asUintN(64, BigInt(toWhole(n)))).toString(radix)
const parseRadix = (type) =>
  optional((value, radix) => {
    if (radix === undefined) return parse(type)(value)
    if (!/^[+-]?[0-9a-z]{1,70}$/i.test(value)) fail('NumberFormatException', `For input string: "${value}"`)
    let total = 0n
    for (const each of value.toLowerCase().replace(/^[+-]/, '')) {
      const digit = Number.parseInt(each, 36)
      if (digit >= int(radix))
        fail(
          'NumberFormatException',
          `For input string: "${value}"${int(radix) === 10 ? '' : ` under radix ${int(radix)}`}`,
        )
      total = total * BigInt(int(radix)) + BigInt(digit)
    }
    const signed = value.startsWith('-') ? -total : total
    const [min, max] = type === 'int' ? [-2147483648n, 2147483647n] : [-9223372036854775808n, 9223372036854775807n]
    if (signed < min || signed > max)
      fail(
        'NumberFormatException',
        `For input string: "${value}"${int(radix) === 10 ? '' : ` under radix ${int(radix)}`}`,
      )
    return type === 'int' ? Number(signed) : signed
  }, 2)
const withRadix = (type) => {
  const body = parseRadix(type)
  const one = (value) => body(value)
  one.max = 2
  return Object.assign((value, ...rest) => body(value, ...rest), { max: 2 })
}
defineStatic(
  'Integer',
  { MAX_VALUE: 2147483647, MIN_VALUE: -2147483648 },
  {
    parseInt: withRadix('int'),
    valueOf: withRadix('int'),
    toString: optional((n, ...radix) => (radix.length === 0 ? numberText(n) : n.toString(int(radix[0]))), 2),
    toHexString: radixText(16),
    toBinaryString: radixText(2),
    toOctalString: radixText(8),
    max: (a, b) => (a > b ? a : b),
    min: (a, b) => (a < b ? a : b),
    sum: (a, b) => add(a, b),
    compare: (a, b) => compareNumbers(a, b),
    signum: (n) => Math.sign(n),
    bitCount: (n) => (n >>> 0).toString(2).replaceAll('0', '').length,
  },
)
defineStatic(
  'Long',
  { MAX_VALUE: 9223372036854775807n, MIN_VALUE: -9223372036854775808n },
  {
    parseLong: withRadix('long'),
    valueOf: withRadix('long'),
    toString: (n) => numberText(n),
    toHexString: radixText(16),
    toBinaryString: radixText(2),
    max: (a, b) => cast('long', compareNumbers(a, b) > 0 ? a : b),
    min: (a, b) => cast('long', compareNumbers(a, b) < 0 ? a : b),
    compare: (a, b) => compareNumbers(a, b),
  },
)
defineStatic(
  'Double',
  {
    MAX_VALUE: makeDouble(Number.MAX_VALUE),
    MIN_VALUE: makeDouble(5e-324),
    NaN: makeDouble(NaN),
    POSITIVE_INFINITY: makeDouble(Infinity),
    NEGATIVE_INFINITY: makeDouble(-Infinity),
  },
  {
    parseDouble: parse('double'),
    valueOf: parse('double'),
    toString: (n) => numberText(cast('double', n)),
    isNaN: (n) => Number.isNaN(float(n)),
    isInfinite: (n) => Math.abs(float(n)) === Infinity,
    isFinite: (n) => Number.isFinite(float(n)),
    compare: (a, b) => compareNumbers(a, b),
    max: (a, b) => makeDouble(Math.max(float(a), float(b))),
    min: (a, b) => makeDouble(Math.min(float(a), float(b))),
  },
)
defineStatic(
  'BigDecimal',
  { ZERO: makeDecimal(0n, 0), ONE: makeDecimal(1n, 0), TEN: makeDecimal(10n, 0) },
  {
    valueOf: optional((n, ...scale) => (scale.length === 0 ? toDecimal(n) : makeDecimal(toWhole(n), int(scale[0]))), 2),
  },
)
defineStatic(
  'BigInteger',
  { ZERO: new BigInteger(0n), ONE: new BigInteger(1n), TEN: new BigInteger(10n) },
  { valueOf: (n) => cast('BigInteger', n) },
)
defineStatic(
  'Boolean',
  { TRUE: true, FALSE: false },
  {
    parseBoolean: (value) => value !== null && text(value).toLowerCase() === 'true',
    valueOf: (value) => (typeof value === 'boolean' ? value : value !== null && text(value).toLowerCase() === 'true'),
    toString: text,
  },
)
defineStatic(
  'String',
  {},
  { valueOf: text },
  {
    format: (pattern, ...values) => formatText(text(pattern), values),
    join: (mark, ...values) =>
      (values.length === 1 && typeof values[0] === 'object' ? [...values[0]] : values).map(text).join(text(mark)),
  },
)
defineStatic(
  'Objects',
  {},
  {
    equals: (a, b) => equalsStrictly(a, b),
    isNull: (a) => a === null,
    nonNull: (a) => a !== null,
    toString: optional((a, ...rest) => (a === null && rest.length > 0 ? rest[0] : text(a)), 2),
    requireNonNull: (a) => (a === null ? fail('NullPointerException', null) : a),
  },
)
defineStatic('RoundingMode', Object.fromEntries(Object.keys(modes).map((name) => [name, new RoundingMode(name)])), {})

const roundTo = (value, digits = 0, mode) =>
  setScale(anyDecimal(value), int(digits), mode === undefined ? 'halfUp' : modeOf(mode))
const fold =
  (onDecimal, onFloat) =>
  (...values) =>
    (values.some((each) => each instanceof Double)
      ? values
          .map((each) => (each === null ? 0 : isNumber(each) ? toFloat(each) : toFloat(anyDecimal(each))))
          .reduce(onFloat)
      : undefined) ?? values.map(anyDecimal).reduce(onDecimal)
const asNumber =
  (body) =>
  (...values) => {
    const result = body(...values)
    return typeof result === 'number' ? makeDouble(result) : result
  }
defineStatic(
  'NumberUtil',
  {},
  {
    toStr: (n) => (n === null ? fail('NullPointerException', 'Number is null !') : plainText(stripZeros(toDecimal(n)))),
    isNumber: (value) =>
      value !== null && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$|^0[xX][0-9a-fA-F]+$/.test(text(value)),
    isInteger: (value) =>
      value !== null &&
      /^[+-]?\d{1,10}$/.test(text(value)) &&
      BigInt(text(value).replace('+', '')) === BigInt.asIntN(32, BigInt(text(value).replace('+', ''))),
    parseInt: (value) => toInt(anyDecimal(value)),
    parseLong: (value) => cast('long', anyDecimal(value)),
    parseDouble: (value) => cast('double', anyDecimal(value)),
    compare: (a, b) => compareNumbers(a, b),
    equals: (a, b) => compareNumbers(a, b) === 0,
    max: (a, b) => (compareNumbers(a, b) >= 0 ? a : b),
    min: (a, b) => (compareNumbers(a, b) <= 0 ? a : b),
    toBigDecimal: anyDecimal,
    negate: (n) => negateNumber(n),
  },
  {
    add: asNumber(
      fold(addNumbers, (a, b) => Number(plainText(addNumbers(toDecimal(makeDouble(a)), toDecimal(makeDouble(b)))))),
    ),
    sub: asNumber(
      fold(subtractNumbers, (a, b) =>
        Number(plainText(subtractNumbers(toDecimal(makeDouble(a)), toDecimal(makeDouble(b))))),
      ),
    ),
    mul: asNumber(
      fold(multiplyNumbers, (a, b) =>
        Number(plainText(multiplyNumbers(toDecimal(makeDouble(a)), toDecimal(makeDouble(b))))),
      ),
    ),
    div: (a, b, scale = 10, mode) => {
      const quotient = divideTo(
        anyDecimal(a),
        anyDecimal(b),
        Math.abs(int(scale)),
        mode === undefined ? 'halfUp' : modeOf(mode),
      )
      return a instanceof Double || b instanceof Double ? makeDouble(toFloat(quotient)) : quotient
    },
    round: roundTo,
    roundStr: (value, digits, mode) => plainText(roundTo(value, digits, mode)),
    pow: (a, b) => powerOf(anyDecimal(a), int(b)),
    decimalFormat: () =>
      fail(
        'UnsupportedOperationException',
        'NumberUtil.decimalFormat is not part of the built-in subset. Use String.format',
      ),
  },
)
