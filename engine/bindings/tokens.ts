import { tagPattern, type Words } from '../schema/index.ts'
import type { Fault } from './faults.ts'
import { faultWords } from './faults.ts'

interface Span {
  /** Its first character, counted from 0, and the one after its last. */
  readonly from: number
  readonly to: number
}

/** A piece of an expression. */
export type Token = Span & (
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

/** Cuts an expression into tokens, the last of them `end`; or says where it cannot. */
export function tokenize(source: string): { readonly tokens: readonly Token[]; readonly fault?: undefined } | { readonly fault: Fault } {
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
      tokens.push({ kind: 'text', from, to: at, text: (match[1] ?? match[2] ?? '').replace(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign) })
      continue
    }
    match = take(tagToken)
    if (match) {
      const text = (match[1] ?? '').trim()
      if (!tagPattern.test(text)) return { fault: { kind: 'syntax', from, to: at, words: faultWords.tagForm, isIncomplete: false } }
      tokens.push({ kind: 'tag', from, to: at, text })
      continue
    }
    match = take(signToken)
    if (!match) return { fault: strange(source, from) }
    tokens.push({ kind: 'sign', from, to: at, text: match[0] })
  }
  return { tokens: [...tokens, { kind: 'end', from: source.length, to: source.length }] }
}

/** What stands open reaches to the end, where it may still be closed; anything else is one character. */
function strange(source: string, from: number): Fault {
  const character = String.fromCodePoint(source.codePointAt(from) ?? 0)
  const opened = openers[character]
  if (opened) return { kind: 'syntax', from, to: source.length, words: opened, isIncomplete: true }
  const half = halfWidth(character)
  const isLast = from === source.length - 1
  return {
    kind: 'syntax', from, to: from + character.length, words: mistaken[character] ?? (half === undefined ? faultWords.strange(character) : faultWords.fullWidth(character, half)),
    isIncomplete: isLast && character in mistaken,
  }
}

/** What a backslash makes of a letter; of any other sign it makes the sign itself. */
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' }
const openers: Readonly<Record<string, Words>> = { '{': faultWords.braceOpen, '"': faultWords.textOpen, "'": faultWords.textOpen }
const mistaken: Readonly<Record<string, Words>> = { '=': faultWords.compare, '&': faultWords.and, '|': faultWords.or, '.': faultWords.members }

/** The sign that a full-width one of a Chinese keyboard stands for; undefined: it is none. */
function halfWidth(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCodePoint(code - 0xfee0)
  return { '“': '"', '”': '"', '‘': "'", '’': "'", '×': '*', '÷': '/', '≥': '>=', '≤': '<=', '≠': '!=' }[character]
}
