import type { Words } from '../schema/index.ts'
import type { Fault } from './faults.ts'
import { faultWords } from './faults.ts'
import type { ExpressionFunction } from './functions.ts'
import { functions } from './functions.ts'
import type { Operand } from './operand.ts'
import { toFinite } from './operand.ts'
import type { Token } from './tokens.ts'

/** Slot of the binding's own tag, named `value` in expressions. */
export const ownSlot = -1

/** Syntax tree. Every node has its source range, so that faults can be marked in an editor. */
export type Node = { readonly from: number; readonly to: number } & (
  | { readonly kind: 'constant'; readonly operand: Operand }
  /** A tag by its index in the expression's tag list; `ownSlot` for `value`. */
  | { readonly kind: 'tag'; readonly slot: number }
  | { readonly kind: 'unary'; readonly sign: '!' | '-' | '+'; readonly operand: Node }
  | { readonly kind: 'binary'; readonly sign: string; readonly left: Node; readonly right: Node }
  | { readonly kind: 'choose'; readonly condition: Node; readonly chosen: Node; readonly otherwise: Node }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly callee: ExpressionFunction
      readonly args: readonly Node[]
    }
)

/** Result of parsing an expression: syntax tree and distinct tags, which the tree refers to by index. */
export interface ParsedExpression {
  readonly tree: Node
  readonly tags: readonly string[]
  /** If not null, the tree must not be used. */
  readonly fault: Fault | null
}

/**
 * Parses the tokens of an expression. `deepest` is the maximum nesting depth. Syntax errors are returned as `fault`.
 */
export function parseTokens(tokens: readonly Token[], deepest: number): ParsedExpression {
  const parser = new Parser(tokens, deepest)
  const tree = parser.parse()
  return { tree, tags: parser.tags, fault: parser.fault }
}

const power: Readonly<Record<string, number>> = {
  '?': 1,
  '||': 2,
  '&&': 3,
  '==': 4,
  '!=': 4,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
}
const unaryPower = 8

type Spelled = Token & { readonly text: string }

/** Pratt parser. Stops at the first fault; the returned tree is then unusable. */
class Parser {
  fault: Fault | null = null
  readonly tags: string[] = []
  #tokens: readonly Token[]
  #deepest: number
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[], deepest: number) {
    this.#tokens = tokens
    this.#deepest = deepest
  }

  parse(): Node {
    const whole = this.#expression(0)
    const rest = this.#peek()
    if (rest.kind !== 'end') this.#fail(rest, faultWords.operatorMissing)
    return whole
  }

  #expression(minPrecedence: number): Node {
    if (++this.#depth > this.#deepest) return this.#fail(this.#peek(), faultWords.depth(this.#deepest), 'limit')
    let left = this.#prefix()
    while (!this.fault) {
      const token = this.#peek()
      const strength = token.kind === 'sign' ? power[token.text] : undefined
      if (token.kind !== 'sign' || strength === undefined || strength <= minPrecedence) break
      this.#next++
      left = token.text === '?' ? this.#conditional(left) : this.#binary(token.text, left, strength)
    }
    this.#depth--
    return left
  }

  #binary(sign: string, left: Node, strength: number): Node {
    const right = this.#expression(strength)
    return { kind: 'binary', sign, left, right, from: left.from, to: right.to }
  }

  #conditional(condition: Node): Node {
    const chosen = this.#expression(0)
    this.#expect(':')
    const otherwise = this.#expression(0)
    return { kind: 'choose', condition, chosen, otherwise, from: condition.from, to: otherwise.to }
  }

  #prefix(): Node {
    const token = this.#peek()
    this.#next++
    const { from, to } = token
    switch (token.kind) {
      case 'number':
        return { kind: 'constant', operand: toFinite(token.number), from, to }
      case 'text':
        return { kind: 'constant', operand: token.text, from, to }
      case 'tag':
        return { kind: 'tag', slot: this.#getSlot(token.text), from, to }
      case 'name':
        return this.#name(token)
      case 'end':
        return this.#fail(token, token.from === 0 ? faultWords.missing : faultWords.endsEarly)
      case 'sign':
        return this.#sign(token)
    }
  }

  #sign(token: Spelled): Node {
    const { from, text } = token
    if (text === '(') {
      const inner = this.#expression(0)
      const { to } = this.#expect(')')
      return { ...inner, from, to }
    }
    if (text !== '-' && text !== '!' && text !== '+') return this.#fail(token, faultWords.valueMissing(text))
    const operand = this.#expression(unaryPower)
    return { kind: 'unary', sign: text, operand, from, to: operand.to }
  }

  #getSlot(tag: string): number {
    const found = this.tags.indexOf(tag)
    return found < 0 ? this.tags.push(tag) - 1 : found
  }

  #name(token: Spelled): Node {
    if (this.#is('(')) return this.#call(token)
    const { from, to, text } = token
    switch (text) {
      case 'value':
        return { kind: 'tag', slot: ownSlot, from, to }
      case 'true':
        return { kind: 'constant', operand: true, from, to }
      case 'false':
        return { kind: 'constant', operand: false, from, to }
      case 'null':
        return { kind: 'constant', operand: undefined, from, to }
      default:
        return this.#fail(
          token,
          functions.has(text) ? faultWords.brackets(text) : faultWords.unknownName(text),
          'syntax',
          this.#isAtEnd(),
        )
    }
  }

  #call(token: Spelled): Node {
    const name = token.text
    const callee = functions.get(name)
    if (!callee) return this.#fail(token, faultWords.unknownFunction(name))
    this.#next++
    const args: Node[] = []
    while (!this.fault && !this.#is(')')) {
      if (args.length > 0) this.#expect(',')
      if (!this.fault) args.push(this.#expression(0))
    }
    const { to } = this.#expect(')')
    if (args.length >= callee.minArgs && args.length <= callee.maxArgs)
      return { kind: 'call', name, callee, args, from: token.from, to }
    return this.#fail(token, faultWords.count(name, callee.minArgs, callee.maxArgs, args.length))
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', from: 0, to: 0 }
  }

  #isAtEnd(): boolean {
    return this.#peek().kind === 'end'
  }

  #is(sign: string): boolean {
    const token = this.#peek()
    return token.kind === 'sign' && token.text === sign
  }

  #expect(sign: string): Token {
    const token = this.#peek()
    if (this.#is(sign)) this.#next++
    else this.#fail(token, faultWords.signMissing(sign))
    return token
  }

  /** A fault at the end of the source counts as incomplete, because more input can fix it. */
  #fail(token: Token, words: Words, kind: Fault['kind'] = 'syntax', isIncomplete = token.kind === 'end'): Node {
    const { from, to } = token
    this.fault ??= { kind, from, to, words, isIncomplete }
    return { kind: 'constant', operand: undefined, from, to }
  }
}
