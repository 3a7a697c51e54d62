// Methods of texts.
import { apply, apply2, at } from './calls.js'
import { isFloatText, parseNumber } from './casts.js'
import { fail } from './errors.js'
import { readDecimal, toInt } from './numbers.js'
import { compare, isCase } from './comparisons.js'
import { truth } from './objects.js'
import { add, mul, next, previous, sub } from './operators.js'
import { isFullMatch, patternOf, replaceWith, splitText } from './patterns.js'
import { tables } from './tables.js'
import { formatText, text } from './text.js'
import { GroovySet } from './values.js'

const int = toInt
const isWhole = (value, min, max) => {
  const digits = value.trim()
  return (
    /^[+-]?\d{1,40}$/.test(digits) &&
    BigInt(digits.replace(/^\+/, '')) >= min &&
    BigInt(digits.replace(/^\+/, '')) <= max
  )
}
function substring(value, from, to) {
  const [start, end] = [int(from), to === undefined ? value.length : int(to)]
  if (start < 0 || end > value.length || start > end)
    fail('StringIndexOutOfBoundsException', `begin ${start}, end ${end}, length ${value.length}`)
  return value.slice(start, end)
}
const pad = (value, width, side, fill = ' ') => {
  const missing = int(width) - value.length
  if (missing <= 0) return value
  const left = side === 'left' ? missing : side === 'right' ? 0 : Math.floor(missing / 2)
  const filled = (count) => fill.repeat(Math.ceil(count / fill.length)).slice(0, count)
  return filled(left) + value + filled(missing - left)
}
const lines = (value) => {
  const all = value.split(/\r\n|\r|\n/)
  if (all.at(-1) === '') all.pop()
  return all
}
/** Java's trim: control characters and blanks. */
const trim = (value) => value.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, '')
function replaceAll(value, pattern, replacement) {
  const compiled = patternOf(pattern).fresh()
  if (typeof replacement === 'function') {
    return value.replace(compiled, (...found) => {
      const count = found.findIndex((each) => typeof each === 'number')
      const groups = found.slice(0, count).map((each) => each ?? null)
      return text(
        groups.length === 1
          ? apply(replacement, groups[0])
          : replacement.length === 1
            ? replacement(replacement.length === 1 && groups.length > 1 ? groups : groups[0])
            : apply(replacement, groups),
      )
    })
  }
  return value.replace(compiled, replaceWith(text(replacement)))
}
const tokens = (value, marks) => {
  const all = []
  let part = ''
  for (const each of value)
    if (marks.includes(each)) {
      if (part !== '') all.push(part)
      part = ''
    } else part += each
  if (part !== '') all.push(part)
  return all
}

tables.text
  .all(0, {
    length: (s) => s.length,
    size: (s) => s.length,
    toString: (s) => s,
    isEmpty: (s) => s === '',
    isBlank: (s) => s.trim() === '',
    isAllWhitespace: (s) => s.trim() === '',
    trim,
    strip: (s) => s.trim(),
    toUpperCase: (s) => s.toUpperCase(),
    toLowerCase: (s) => s.toLowerCase(),
    reverse: (s) => [...s].toReversed().join(''),
    capitalize: (s) => s.slice(0, 1).toUpperCase() + s.slice(1),
    uncapitalize: (s) => s.slice(0, 1).toLowerCase() + s.slice(1),
    toInteger: (s) => parseNumber('int', s),
    toLong: (s) => parseNumber('long', s),
    toDouble: (s) => parseNumber('double', s),
    toBigDecimal: (s) => parseNumber('BigDecimal', s),
    toBigInteger: (s) => parseNumber('BigInteger', s),
    toBoolean: (s) => ['true', 'y', '1'].includes(s.trim().toLowerCase()),
    isInteger: (s) => isWhole(s, -2147483648n, 2147483647n),
    isLong: (s) => isWhole(s, -9223372036854775808n, 9223372036854775807n),
    isDouble: (s) => isFloatText(s),
    isNumber: (s) => readDecimal(s.trim()) !== undefined,
    isBigDecimal: (s) => readDecimal(s.trim()) !== undefined,
    isBigInteger: (s) => /^[+-]?\d+$/.test(s.trim()),
    toList: (s) => s.split(''),
    toSet: (s) => new GroovySet(s.split('')),
    readLines: lines,
    tokenize: (s) => tokens(s, ' \t\n\r\f'),
    split: (s) => tokens(s, ' \t\n\r\f'),
    next,
    previous,
    hashCode: (s) => {
      let hash = 0
      for (let i = 0; i < s.length; i++) hash = (Math.imul(hash, 31) + s.charCodeAt(i)) | 0
      return hash
    },
    stripIndent: (s) => {
      const all = s.split('\n')
      const widths = all.filter((each) => each.trim() !== '').map((each) => /^[ \t]*/.exec(each)[0].length)
      const width = Math.min(...widths)
      return all.map((each) => each.slice(Math.min(width, /^[ \t]*/.exec(each)[0].length))).join('\n')
    },
    stripMargin: (s) =>
      s
        .split('\n')
        .map((each) => each.replace(/^[ \t]*\|/, ''))
        .join('\n'),
    intern: (s) => s,
  })
  .all(1, {
    equals: (s, other) => s === other,
    equalsIgnoreCase: (s, other) => typeof other === 'string' && s.toLowerCase() === other.toLowerCase(),
    compareTo: (s, other) => compare(s, other),
    compareToIgnoreCase: (s, other) => compare(s.toLowerCase(), text(other).toLowerCase()),
    contains: (s, part) => s.includes(text(part)),
    startsWith: (s, part) => s.startsWith(text(part)),
    endsWith: (s, part) => s.endsWith(text(part)),
    concat: (s, other) => s + text(other),
    count: (s, part) => (text(part) === '' ? 0 : s.split(text(part)).length - 1),
    repeat: (s, count) => mul(s, count),
    multiply: mul,
    plus: add,
    minus: sub,
    matches: (s, pattern) => isFullMatch(pattern, s),
    split: (s, pattern) => splitText(s, pattern),
    tokenize: (s, marks) => tokens(s, text(marks)),
    getAt: at,
    take: (s, n) => s.slice(0, Math.max(0, int(n))),
    drop: (s, n) => s.slice(Math.max(0, int(n))),
    takeRight: (s, n) => (int(n) <= 0 ? '' : s.slice(-int(n))),
    dropRight: (s, n) => (int(n) <= 0 ? s : s.slice(0, -int(n))),
    takeWhile: (s, test) => {
      let n = 0
      while (n < s.length && truth(apply(test, s[n]))) n++
      return s.slice(0, n)
    },
    dropWhile: (s, test) => {
      let n = 0
      while (n < s.length && truth(apply(test, s[n]))) n++
      return s.slice(n)
    },
    takeBefore: (s, mark) => {
      const i = s.indexOf(text(mark))
      return i < 0 ? '' : s.slice(0, i)
    },
    takeAfter: (s, mark) => {
      const i = s.indexOf(text(mark))
      return i < 0 ? '' : s.slice(i + text(mark).length)
    },
    each: (s, use) => {
      for (const each of s.split('')) apply(use, each)
      return s
    },
    collect: (s, use) => s.split('').map((each) => apply(use, each)),
    any: (s, test) => s.split('').some((each) => truth(apply(test, each))),
    every: (s, test) => s.split('').every((each) => truth(apply(test, each))),
    eachWithIndex: (s, use) => {
      s.split('').forEach((each, index) => apply2(use, each, index))
      return s
    },
    eachLine: (s, use) => {
      let last = null
      lines(s).forEach((each, index) => {
        last = (use.max ?? use.length) >= 2 ? use(each, index) : apply(use, each)
      })
      return last
    },
    find: (s, test) =>
      typeof test === 'function'
        ? (s.split('').find((each) => truth(apply(test, each))) ?? null)
        : (patternOf(test).fresh().exec(s)?.[0] ?? null),
    findAll: (s, test) =>
      typeof test === 'function'
        ? s.split('').filter((each) => truth(apply(test, each)))
        : (s.match(patternOf(test).fresh()) ?? []),
    stripMargin: (s, mark) =>
      s
        .split('\n')
        .map((each) => {
          const start = each.trimStart()
          return start.startsWith(text(mark)) ? start.slice(text(mark).length) : each
        })
        .join('\n'),
    asType: (s) => s,
    isCase: (s, value) => isCase(s, value),
    codePointAt: (s, index) =>
      s.codePointAt(int(index)) ??
      fail('StringIndexOutOfBoundsException', `Index ${int(index)} out of bounds for length ${s.length}`),
    removeAll: (s, pattern) => s.replace(patternOf(pattern).fresh(), ''),
    containsIgnoreCase: (s, part) => s.toLowerCase().includes(text(part).toLowerCase()),
    startsWithIgnoreCase: (s, part) => s.toLowerCase().startsWith(text(part).toLowerCase()),
    endsWithIgnoreCase: (s, part) => s.toLowerCase().endsWith(text(part).toLowerCase()),
  })
  .all(2, {
    replace: (s, from, to) => s.split(text(from)).join(text(to)),
    replaceAll,
    replaceFirst: (s, pattern, replacement) => {
      const { source, flags } = patternOf(pattern).part
      return s.replace(
        new RegExp(source, flags.replace('g', '')),
        typeof replacement === 'function'
          ? (...found) => text(apply(replacement, found[0]))
          : replaceWith(text(replacement)),
      )
    },
  })
  .method('substring', 1, 2, substring)
  .method('subSequence', 2, 2, substring)
  .method('indexOf', 1, 2, (s, part, from) => s.indexOf(text(part), from === undefined ? 0 : int(from)))
  .method('lastIndexOf', 1, 2, (s, part, from) => s.lastIndexOf(text(part), from === undefined ? undefined : int(from)))
  .method('padLeft', 1, 2, (s, width, fill) => pad(s, width, 'left', fill))
  .method('padRight', 1, 2, (s, width, fill) => pad(s, width, 'right', fill))
  .method('center', 1, 2, (s, width, fill) => pad(s, width, 'both', fill))
  .method('split', 2, 2, (s, pattern, limit) => splitText(s, pattern, int(limit)))
  .method('inject', 2, 2, (s, start, use) => s.split('').reduce((total, each) => apply2(use, total, each), start))
  .any('formatted', (s, ...values) => formatText(s, values))
  .property('length', (s) => s.length)
