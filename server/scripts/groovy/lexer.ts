import { type Position, ScriptProblem, type Words } from '../problem.ts'
import { refuse, refuseWord } from './problems.ts'

/** A part of a text with placeholders: fixed text, or the tokens of `${…}` or `$name.name`. */
export type TextPart = string | readonly Token[]

export interface Token extends Position {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end'
  /** The word or sign as written; the value of a text. */
  readonly word: string
  /** Parts of a text with placeholders. */
  readonly parts?: readonly TextPart[]
  /** True if a line break precedes the token, unless the token is inside round or square brackets. */
  readonly isFirst: boolean
  /** True if white space precedes the token. */
  readonly isSpaced: boolean
  /** Number of characters in the source. */
  readonly length: number
}

/** Signs, longest first. Some are only recognized to be refused by name. */
const signs = [
  '>>>=',
  '<=>',
  '==~',
  '===',
  '!==',
  '...',
  '..<',
  '<..',
  '>>>',
  '**=',
  '<<=',
  '>>=',
  '?.',
  '?:',
  '?=',
  '?[',
  '*.',
  '..',
  '->',
  '::',
  '.&',
  '.@',
  '=~',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '++',
  '--',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '&=',
  '|=',
  '^=',
  '**',
  '<<',
  '>>',
  '+',
  '-',
  '*',
  '/',
  '%',
  '=',
  '<',
  '>',
  '!',
  '~',
  '?',
  ':',
  '.',
  ',',
  ';',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '&',
  '|',
  '^',
  '@',
] as const
const name = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const number = /0[xX][0-9a-fA-F_]+[lLgGiI]?|0[bB][01_]+[lLgGiI]?|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?[lLgGiIdDfF]?/y
const space = /(?:[ \t\f\u00a0\ufeff]|\\\r?\n)+/y
const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|#![^\n]*/y
/** After such a token `/` divides; otherwise it begins a text between slashes. */
const operandEnd = /^(?:[)\]}]|\+\+|--)$/
const operators: ReadonlySet<string> = new Set([
  'return',
  'in',
  'as',
  'instanceof',
  'case',
  'throw',
  'assert',
  'else',
  'do',
])
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  s: ' ',
  '\\': '\\',
  "'": "'",
  '"': '"',
  $: '$',
  '\n': '',
}
const unclosed: Words = {
  en: 'The text is not closed: its closing quotation mark is missing.',
  zh: '字符串未结束：缺少结束引号。',
}
/** Placeholders inside placeholders; more would exhaust the stack. */
const maxDepth = 20

/** Splits a script into tokens. The last one has the kind `end`. Throws a ScriptProblem. */
export function readTokens(source: string): Token[] {
  return new Lexer(source.replaceAll('\r\n', '\n').replaceAll('\r', '\n')).read()
}

class Lexer {
  private readonly source: string
  private readonly lineStarts: number[] = [0]
  private at = 0
  private depth = 0

  constructor(source: string) {
    this.source = source
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) this.lineStarts.push(at + 1)
  }

  read(): Token[] {
    const tokens = this.readUntil('')
    return tokens
  }

  /** Reads up to the closing bracket of a placeholder, or to the end of the script. */
  private readUntil(close: '' | '}'): Token[] {
    if (++this.depth > maxDepth)
      throw new ScriptProblem(this.position(this.at), 1, {
        en: 'Placeholders are nested too deeply.',
        zh: '占位符嵌套过深。',
      })
    const tokens: Token[] = []
    const open: string[] = []
    for (;;) {
      const { isFirst, isSpaced } = this.skipSpace()
      const isBroken = isFirst && !['(', '['].includes(open.at(-1) ?? '')
      const start = this.at
      const { kind, word, parts } = this.readToken(tokens.at(-1), start)
      if (kind === 'sign') {
        if (word === '(' || word === '[' || word === '{' || word === '?[') open.push(word.at(-1) ?? '')
        else if (word === ')' || word === ']' || word === '}') {
          if (word === '}' && close === '}' && open.length === 0) {
            tokens.push({ kind: 'end', word: '', isFirst: false, isSpaced, ...this.position(start), length: 1 })
            this.depth--
            return tokens
          }
          open.pop()
        }
      }
      tokens.push({
        kind,
        word,
        ...(parts === undefined ? {} : { parts }),
        isFirst: isBroken,
        isSpaced,
        ...this.position(start),
        length: this.at - start,
      })
      if (kind === 'end') {
        if (close !== '') throw new ScriptProblem(this.position(start), 1, unclosed)
        this.depth--
        return tokens
      }
    }
  }

  private readToken(before: Token | undefined, start: number): Pick<Token, 'kind' | 'word' | 'parts'> {
    if (start >= this.source.length) return { kind: 'end', word: '' }
    const isOperand =
      before !== undefined &&
      (before.kind === 'number' ||
        before.kind === 'text' ||
        (before.kind === 'name' && !operators.has(before.word)) ||
        operandEnd.test(before.word))
    const c = this.source[start] ?? ''
    if (this.source.startsWith('$/', start)) refuse(this.position(start), '$/')
    const word = this.match(name)
    if (word !== undefined) return { kind: 'name', word }
    const digits = this.match(number)
    if (digits !== undefined) return { kind: 'number', word: digits }
    if (c === "'" || c === '"') return this.readText(this.source.startsWith(c.repeat(3), start) ? c.repeat(3) : c)
    if (c === '/' && !isOperand) return this.readText('/')
    const sign = signs.find((each) => this.source.startsWith(each, start))
    if (sign === undefined) refuseWord(this.position(start), c)
    if (sign === '::' || sign === '.&' || sign === '.@' || sign === '@' || sign === '<..')
      refuse(this.position(start), sign)
    this.at += sign.length
    return { kind: 'sign', word: sign }
  }

  private readText(quote: string): Pick<Token, 'kind' | 'word' | 'parts'> {
    const start = this.at
    const hasPlaceholders = !quote.startsWith("'")
    const parts: TextPart[] = []
    let text = ''
    this.at += quote.length
    for (;;) {
      const c = this.source[this.at]
      if (c === undefined || (c === '\n' && quote.length === 1 && quote !== '/'))
        throw new ScriptProblem(this.position(start), this.at - start, unclosed)
      if (this.source.startsWith(quote, this.at)) break
      if (c === '\\') text += this.readEscape(quote)
      else if (c === '$' && hasPlaceholders && this.isPlaceholder(quote)) {
        parts.push(text, this.readPlaceholder())
        text = ''
      } else {
        text += c
        this.at++
      }
    }
    this.at += quote.length
    return parts.length === 0 ? { kind: 'text', word: text } : { kind: 'text', word: '', parts: [...parts, text] }
  }

  /** Between slashes only `\/` is an escape. */
  private readEscape(quote: string): string {
    const start = this.at
    const next = this.source[start + 1] ?? ''
    if (quote === '/') {
      this.at += next === '/' ? 2 : 1
      return next === '/' ? '/' : '\\'
    }
    this.at += 2
    const known = escapes[next]
    if (known !== undefined) return known
    const hex = next === 'u' ? /^u*([0-9a-fA-F]{4})/.exec(this.source.slice(start + 1, start + 12)) : null
    if (hex) {
      this.at = start + 1 + hex[0].length
      return String.fromCharCode(Number.parseInt(hex[1] ?? '', 16))
    }
    const octal = /^[0-3]?[0-7]{1,2}/.exec(this.source.slice(start + 1, start + 4))
    if (octal) {
      this.at = start + 1 + octal[0].length
      return String.fromCharCode(Number.parseInt(octal[0], 8))
    }
    throw new ScriptProblem(this.position(start), 2, {
      en: `The escape \\${next} is unknown. For a backslash write \\\\.`,
      zh: `未知转义 \\${next}，反斜杠请写成 \\\\。`,
    })
  }

  private isPlaceholder(quote: string): boolean {
    const next = this.source[this.at + 1] ?? ''
    if (next === '{' || /[\p{L}_]/u.test(next)) return true
    if (quote === '/') return false
    throw new ScriptProblem(this.position(this.at), 1, {
      en: "A dollar sign in such a text begins a placeholder. For the sign itself write \\$ or use '…'.",
      zh: '此处的美元符号表示占位符，若要输出该符号请写 \\$ 或使用单引号。',
    })
  }

  private readPlaceholder(): readonly Token[] {
    if (this.source[this.at + 1] === '{') {
      this.at += 2
      return this.readUntil('}')
    }
    this.at++
    const tokens: Token[] = []
    for (;;) {
      const start = this.at
      const word = this.match(/[\p{L}_][\p{L}\p{N}_]*/uy) ?? ''
      tokens.push({ kind: 'name', word, isFirst: false, isSpaced: false, ...this.position(start), length: word.length })
      if (this.source[this.at] !== '.' || !/[\p{L}_]/u.test(this.source[this.at + 1] ?? '')) break
      tokens.push({ kind: 'sign', word: '.', isFirst: false, isSpaced: false, ...this.position(this.at), length: 1 })
      this.at++
    }
    tokens.push({ kind: 'end', word: '', isFirst: false, isSpaced: false, ...this.position(this.at), length: 1 })
    return tokens
  }

  private skipSpace(): { readonly isFirst: boolean; readonly isSpaced: boolean } {
    const start = this.at
    let isFirst = start === 0
    for (;;) {
      if (this.source[this.at] === '\n') {
        isFirst = true
        this.at++
      } else if (this.match(space) === undefined) {
        if (this.source.startsWith('/*', this.at) && !this.source.includes('*/', this.at + 2))
          throw new ScriptProblem(this.position(this.at), 2, {
            en: 'The comment is not closed: */ is missing.',
            zh: '注释未结束：缺少 */。',
          })
        const skipped = this.match(comment)
        if (skipped === undefined) return { isFirst, isSpaced: this.at > start }
        if (skipped.includes('\n')) isFirst = true
      }
    }
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.source)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  private position(at: number): Position {
    let low = 0
    let high = this.lineStarts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.lineStarts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - (this.lineStarts[low] ?? 0) + 1 }
  }
}
