// Regular expressions of Java, translated to those of JavaScript.
import { fail } from './errors.js'
import { Matcher } from './values.js'

const maxPatterns = 100
const known = new Map()

/** A compiled pattern. */
export class Pattern {
  constructor(source) {
    this.isPattern = true
    this.source = source
    const { body, flags } = translate(source)
    try {
      this.full = new RegExp(`^(?:${body})$`, flags.replace('m', ''))
      this.body = body
      this.flags = flags
      this.part = new RegExp(body, `${flags}g`)
    } catch {
      fail('IllegalArgumentException', `Invalid regular expression: ${source}`)
    }
  }

  /** From the start of a text. */
  fresh() {
    this.part.lastIndex = 0
    return this.part
  }
}

/** Inline flags at the start, and classes that JavaScript knows by another name. */
function translate(source) {
  let body = source
  let flags = ''
  const inline = /^\(\?([imsu]+)\)/.exec(body)
  if (inline) {
    flags = inline[1].replace('u', '')
    body = body.slice(inline[0].length)
  }
  if (/(?:[*+?}])\+/.test(body.replace(/\\./g, '')) || /\(\?>/.test(body))
    fail(
      'IllegalArgumentException',
      `Possessive quantifiers and atomic groups are not part of the built-in subset: ${source}`,
    )
  body = body
    .replace(/\\([AzZ])/g, (_, letter) => (letter === 'A' ? '^' : '$'))
    .replace(/\\p\{(Alpha|Digit|Alnum|Upper|Lower|Punct|Space)\}/g, (_, name) => classes[name])
  if (/\\[pP]\{/.test(body)) flags += 'u'
  return { body, flags }
}
const classes = {
  Alpha: '[a-zA-Z]',
  Digit: '\\d',
  Alnum: '[a-zA-Z0-9]',
  Upper: '[A-Z]',
  Lower: '[a-z]',
  Punct: '[!-/:-@\\[-`{-~]',
  Space: '\\s',
}

export function patternOf(source) {
  if (source.isPattern) return source
  let pattern = known.get(source)
  if (pattern === undefined) {
    pattern = new Pattern(source)
    if (known.size >= maxPatterns) known.clear()
    known.set(source, pattern)
  }
  return pattern
}

export const isFullMatch = (pattern, value) =>
  patternOf(typeof pattern === 'string' || pattern?.isPattern ? pattern : String(pattern)).full.test(value)
export const findMatcher = (value, pattern) => new Matcher(patternOf(pattern), value)

/** Replacement of Java (`$1`, `\$`) applied to a match. */
export function replaceWith(replacement) {
  return (all, ...rest) => {
    const count = rest.findIndex((each) => typeof each === 'number')
    return replacement.replace(/\\(.)|\$(\d)/g, (_, escaped, group) => {
      if (escaped !== undefined) return escaped
      if (Number(group) > count) fail('IndexOutOfBoundsException', `No group ${group}`)
      return group === '0' ? all : (rest[Number(group) - 1] ?? '')
    })
  }
}

Matcher.prototype.all = function all() {
  const found = []
  const pattern = this.pattern.fresh()
  for (let match = pattern.exec(this.text); match !== null; match = pattern.exec(this.text)) {
    found.push(match.length === 1 ? match[0] : [...match].map((each) => each ?? null))
    if (match[0] === '') pattern.lastIndex++
  }
  return found
}

/** Java's split: trailing empty parts go away unless a limit is given. */
export function splitText(value, source, limit = 0) {
  const pattern = patternOf(source).fresh()
  if (value === '') return ['']
  const parts = []
  let start = 0
  for (
    let match = pattern.exec(value);
    match !== null && (limit <= 0 || parts.length < limit - 1);
    match = pattern.exec(value)
  ) {
    if (match[0] === '') {
      if (match.index >= value.length) break
      pattern.lastIndex++
    }
    const end = match.index + match[0].length
    if (end === 0) continue
    parts.push(value.slice(start, match.index))
    start = end
  }
  parts.push(value.slice(start))
  if (limit === 0) while (parts.length > 1 && parts.at(-1) === '') parts.pop()
  return limit === 0 && parts.length === 1 && parts[0] === '' && value !== '' ? [] : parts
}
