import type { Parsed, Problem } from '../../schema/index.ts'

/**
 * Parses untrusted JSON. The nesting depth is checked by a linear scan. Syntax errors include their position, which the
 * built-in parser does not always report. A byte order mark is skipped.
 */
export function readJson(text: string, maxDepth: number): Parsed<unknown> {
  return depthFault(text, maxDepth) ?? parseJson(text, maxDepth)
}

/**
 * Like `readJson`, without the depth check, which takes as long as parsing. For callers that validate against a schema,
 * which limits the depth, and call `depthFault` for rejected input.
 */
export function parseJson(text: string, maxDepth: number): Parsed<unknown> {
  const json = stripByteOrderMark(text)
  try {
    return { value: JSON.parse(json) }
  } catch {
    const at = jsonFaultAt(json)
    return (
      depthFault(json, maxDepth) ??
      fault('drawing.syntax', at >= json.length ? 'the text ends too early' : 'this is not JSON', json, at)
    )
  }
}

/** Returns the problem of a text with more than `maxDepth` open brackets, or undefined. */
export function depthFault(text: string, maxDepth: number): { problems: readonly Problem[] } | undefined {
  const json = stripByteOrderMark(text)
  const deepAt = tooDeepAt(json, maxDepth)
  return deepAt >= 0 ? fault('drawing.depth', `more than ${maxDepth} brackets are open`, json, deepAt) : undefined
}

/** Returns the index of the first invalid character of a JSON text, or its length if the text is incomplete. */
export function jsonFaultAt(text: string): number {
  const open: string[] = []
  let expects: 'value' | 'firstValue' | 'firstKey' | 'key' | 'colon' | 'after' = 'value'
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const sign = text.charAt(at)
    if (expects === 'after') {
      const inner = open.at(-1)
      if (inner === undefined) return at
      if (sign === ',') expects = inner === '{' ? 'key' : 'value'
      else if (sign === closing[inner]) open.pop()
      else return at
      at++
    } else if (expects === 'colon') {
      if (sign !== ':') return at
      expects = 'value'
      at++
    } else if ((expects === 'firstKey' && sign === '}') || (expects === 'firstValue' && sign === ']')) {
      open.pop()
      expects = 'after'
      at++
    } else if (expects === 'firstKey' || expects === 'key') {
      if (sign !== '"') return at
      const end = stringEnd(text, at)
      if (end.faultAt >= 0) return end.faultAt
      expects = 'colon'
      at = end.next
    } else if (sign === '{' || sign === '[') {
      open.push(sign)
      expects = sign === '{' ? 'firstKey' : 'firstValue'
      at++
    } else {
      const end = sign === '"' ? stringEnd(text, at) : literalEnd(text, at)
      if (end.faultAt >= 0) return end.faultAt
      expects = 'after'
      at = end.next
    }
  }
  return text.length
}

interface TokenEnd {
  readonly next: number
  /** -1 if the token is valid. */
  readonly faultAt: number
}

const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']' }
const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function stripByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

function tooDeepAt(text: string, maxDepth: number): number {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (isInText) {
      if (sign === 92) at++
      else if (sign === 34) isInText = false
    } else if (sign === 34) isInText = true
    else if (sign === 91 || sign === 123) {
      if (++depth > maxDepth) return at
    } else if (sign === 93 || sign === 125) depth--
  }
  return -1
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++
  return at
}

function stringEnd(text: string, from: number): TokenEnd {
  for (let at = from + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === 34) return { next: at + 1, faultAt: -1 }
    if (sign < 32) return { next: at, faultAt: at }
    if (sign !== 92) continue
    escape.lastIndex = at
    if (!escape.test(text))
      return { next: at, faultAt: /^\\(?:u[0-9a-fA-F]{0,3})?$/.test(text.slice(at, at + 7)) ? text.length : at }
    at = escape.lastIndex - 1
  }
  return { next: text.length, faultAt: text.length }
}

function literalEnd(text: string, from: number): TokenEnd {
  literal.lastIndex = from
  return literal.test(text) ? { next: literal.lastIndex, faultAt: -1 } : { next: from, faultAt: from }
}

function fault(code: string, reason: string, text: string, at: number): { problems: readonly Problem[] } {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = at - before.lastIndexOf('\n')
  return { problems: [{ path: '', code, message: `${reason} at character ${at} (line ${line}, column ${column})` }] }
}
