import { tagPattern, type Words } from '../schema/index.ts'
import type { Fault } from './faults.ts'
import { faultWords } from './faults.ts'

interface Span {
  /** Character range in the source: `from` (from 0, inclusive) to `to` (exclusive). */
  readonly from: number
  readonly to: number
}

/** A token of an expression. */
export type Token = Span &
  (
    | { readonly kind: 'number'; readonly number: number }
    | { readonly kind: 'text' | 'name' | 'tag' | 'sign'; readonly text: string }
    | { readonly kind: 'end' }
  )

const space = /\s+/y
const numberToken = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const nameToken = /[A-Za-z_][A-Za-z0-9_]*/y
const textToken = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/y
const tagToken = /\{([^{}]*)\}/y
const signToken = /&&|\|\||==|!=|<=|>=|[-+*/%<>!?:(),]/y

/**
 * Splits an expression into tokens, the last of which is `end`. Returns a fault if that fails. Names in braces must
 * match `namePattern`, by default that of tags.
 */
export function tokenize(
  source: string,
  namePattern: RegExp = tagPattern,
): { readonly tokens: readonly Token[]; readonly fault?: undefined } | { readonly fault: Fault } {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match) at = pattern.lastIndex
    return match
  }
  while (at < source.length) {
    const from = at
    if (take(space)) continue
    let match = take(numberToken)
    if (match) {
      tokens.push({ kind: 'number', from, to: at, number: Number(match[0]) })
      continue
    }
    match = take(nameToken)
    if (match) {
      tokens.push({ kind: 'name', from, to: at, text: match[0] })
      continue
    }
    match = take(textToken)
    if (match) {
      tokens.push({
        kind: 'text',
        from,
        to: at,
        text: (match[1] ?? match[2] ?? '').replace(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign),
      })
      continue
    }
    match = take(tagToken)
    if (match) {
      const text = (match[1] ?? '').trim()
      if (!namePattern.test(text))
        return { fault: { kind: 'syntax', from, to: at, words: faultWords.tagForm, isIncomplete: false } }
      tokens.push({ kind: 'tag', from, to: at, text })
      continue
    }
    match = take(signToken)
    if (!match) return { fault: strange(source, from) }
    tokens.push({ kind: 'sign', from, to: at, text: match[0] })
  }
  return { tokens: [...tokens, { kind: 'end', from: source.length, to: source.length }] }
}

/**
 * An unclosed brace or quote spans to the end of the source and can still be completed; other faults cover one
 * character.
 */
function strange(source: string, from: number): Fault {
  const character = String.fromCodePoint(source.codePointAt(from) ?? 0)
  const opened = openers[character]
  if (opened) return { kind: 'syntax', from, to: source.length, words: opened, isIncomplete: true }
  const half = halfWidth(character)
  const isLast = from === source.length - 1
  return {
    kind: 'syntax',
    from,
    to: from + character.length,
    words:
      mistaken[character] ??
      (half === undefined ? faultWords.strange(character) : faultWords.fullWidth(character, half)),
    isIncomplete: isLast && character in mistaken,
  }
}

/** Escape sequences with a special meaning; any other escaped character is kept without the backslash. */
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' }
const openers: Readonly<Record<string, Words>> = {
  '{': faultWords.braceOpen,
  '"': faultWords.textOpen,
  "'": faultWords.textOpen,
}
const mistaken: Readonly<Record<string, Words>> = {
  '=': faultWords.compare,
  '&': faultWords.and,
  '|': faultWords.or,
  '.': faultWords.members,
}

/** Returns the half-width equivalent of a full-width character typed with a Chinese input method, or undefined. */
function halfWidth(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCodePoint(code - 0xfee0)
  return { '“': '"', '”': '"', '‘': "'", '’': "'", '×': '*', '÷': '/', '≥': '>=', '≤': '<=', '≠': '!=' }[character]
}
