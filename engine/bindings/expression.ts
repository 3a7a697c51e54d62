import type { Problem } from '../schema/index.ts'
import type { Evaluate } from './functions.ts'
import { choose, functions } from './functions.ts'
import type { Operand } from './operand.ts'
import { equal, formatNumber, known, numeric, truth } from './operand.ts'
import type { SyntaxFault, Token } from './tokens.ts'
import { tokenize } from './tokens.ts'

export const expressionLimits = { length: 500, depth: 32 } as const

/** A problem with its place in the source, counted in characters from 0. */
export interface ExpressionProblem extends Problem {
  readonly at: number
}

export interface Expression {
  readonly problems?: undefined
  /** Works it out; `read` gives the tags by their place in `tags`. Total: never throws, unknown comes back as undefined. */
  readonly evaluate: Evaluate
  readonly tags: readonly string[]
}

/**
 * Compiles an expression to closures: own lexer, Pratt parser, a fixed table of functions. It can reach `value`,
 * the tags it names and nothing else, whatever is written in it.
 */
export function compileExpression(source: string): Expression | { readonly problems: readonly ExpressionProblem[] } {
  if (source.length > expressionLimits.length) {
    return refuse({ at: expressionLimits.length, message: `an expression has at most ${expressionLimits.length} characters` })
  }
  const cut = tokenize(source)
  if (cut.fault) return refuse(cut.fault)
  const parser = new Parser(cut.tokens)
  const evaluate = parser.parse()
  return parser.fault ? refuse(parser.fault) : { evaluate, tags: parser.tags }
}

const refuse = ({ at, message }: SyntaxFault) => ({ problems: [{ path: '', code: 'expression.syntax', message, at }] })

const power: Readonly<Record<string, number>> = {
  '?': 1, '||': 2, '&&': 3, '==': 4, '!=': 4, '<': 5, '<=': 5, '>': 5, '>=': 5, '+': 6, '-': 6, '*': 7, '/': 7, '%': 7,
}
const unaryPower = 8
const nothing: Evaluate = () => undefined

/** Pratt parser. The first fault stops it; what it returns then is not used. */
class Parser {
  fault: SyntaxFault | null = null
  readonly tags: string[] = []
  #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  parse(): Evaluate {
    const whole = this.#expression(0)
    const rest = this.#peek()
    if (rest.kind !== 'end') this.#fail(rest, 'an operator is missing here')
    return whole
  }

  #expression(least: number): Evaluate {
    if (++this.#depth > expressionLimits.depth) return this.#fail(this.#peek(), `nested more than ${expressionLimits.depth} deep`)
    let left = this.#prefix()
    while (!this.fault) {
      const token = this.#peek()
      const strength = token.kind === 'sign' ? power[token.text] : undefined
      if (token.kind !== 'sign' || strength === undefined || strength <= least) break
      this.#next++
      left = token.text === '?' ? this.#conditional(left) : binary(token.text, left, this.#expression(strength))
    }
    this.#depth--
    return left
  }

  #conditional(condition: Evaluate): Evaluate {
    const then = this.#expression(0)
    this.#expect(':')
    return choose(condition, then, this.#expression(0))
  }

  #prefix(): Evaluate {
    const token = this.#peek()
    this.#next++
    switch (token.kind) {
      case 'number': return constant(known(token.number))
      case 'text': return constant(token.text)
      case 'tag': return this.#tag(token.text)
      case 'name': return this.#name(token)
      case 'end': return this.#fail(token, token.at === 0 ? 'an expression is missing' : 'the expression ends too early')
      case 'sign': return this.#sign(token)
    }
  }

  #sign(token: Token & { readonly text: string }): Evaluate {
    if (token.text === '(') {
      const inner = this.#expression(0)
      this.#expect(')')
      return inner
    }
    if (token.text !== '-' && token.text !== '!' && token.text !== '+') return this.#fail(token, `a value is missing before "${token.text}"`)
    const operand = this.#expression(unaryPower)
    if (token.text === '!') return (value, read) => not(truth(operand(value, read)))
    const factor = token.text === '-' ? -1 : 1
    return (value, read) => known(factor * numeric(operand(value, read)))
  }

  #tag(tag: string): Evaluate {
    const found = this.tags.indexOf(tag)
    const slot = found < 0 ? this.tags.push(tag) - 1 : found
    return (_value, read) => read(slot)
  }

  #name(token: Token & { readonly text: string }): Evaluate {
    const next = this.#peek()
    if (next.kind === 'sign' && next.text === '(') return this.#call(token)
    switch (token.text) {
      case 'value': return (value) => value
      case 'true': return constant(true)
      case 'false': return constant(false)
      case 'null': return nothing
      default: return this.#fail(token, functions.has(token.text) ? `${token.text} is called with brackets` : `"${token.text}" is not known; tags stand in braces`)
    }
  }

  #call(token: Token & { readonly text: string }): Evaluate {
    const called = functions.get(token.text)
    if (!called) return this.#fail(token, `there is no function "${token.text}"`)
    this.#next++
    const args: Evaluate[] = []
    while (!this.fault && !this.#is(')')) {
      if (args.length > 0) this.#expect(',')
      if (!this.fault) args.push(this.#expression(0))
    }
    this.#expect(')')
    if (args.length >= called.least && args.length <= called.most) return called.compile(args)
    const count = called.least === called.most ? String(called.least) : `${called.least} to ${called.most}`
    return this.#fail(token, `${token.text} takes ${count} arguments, not ${args.length}`)
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', at: 0 }
  }

  #is(sign: string): boolean {
    const token = this.#peek()
    return token.kind === 'sign' && token.text === sign
  }

  #expect(sign: string): void {
    if (this.#is(sign)) this.#next++
    else this.#fail(this.#peek(), `"${sign}" is missing`)
  }

  #fail(token: Token, message: string): Evaluate {
    this.fault ??= { at: token.at, message }
    return nothing
  }
}

const constant = (operand: Operand): Evaluate => () => operand
const not = (holds: boolean | undefined): boolean | undefined => (holds === undefined ? undefined : !holds)

function binary(sign: string, left: Evaluate, right: Evaluate): Evaluate {
  switch (sign) {
    case '+': return (value, read) => add(left(value, read), right(value, read))
    case '-': return (value, read) => known(numeric(left(value, read)) - numeric(right(value, read)))
    case '*': return (value, read) => known(numeric(left(value, read)) * numeric(right(value, read)))
    case '/': return (value, read) => known(numeric(left(value, read)) / numeric(right(value, read)))
    case '%': return (value, read) => known(numeric(left(value, read)) % numeric(right(value, read)))
    case '<': return compare(left, right, (x, y) => x < y)
    case '<=': return compare(left, right, (x, y) => x <= y)
    case '>': return compare(left, right, (x, y) => x > y)
    case '>=': return compare(left, right, (x, y) => x >= y)
    case '==': return (value, read) => equal(left(value, read), right(value, read))
    case '!=': return (value, read) => not(equal(left(value, read), right(value, read)))
    // An unknown side does not matter where the other decides alone.
    case '&&': return (value, read) => {
      const first = truth(left(value, read))
      if (first === false) return false
      const second = truth(right(value, read))
      return second === false ? false : first && second
    }
    default: return (value, read) => {
      const first = truth(left(value, read))
      if (first === true) return true
      const second = truth(right(value, read))
      return second === true ? true : first === undefined ? undefined : second
    }
  }
}

function compare(left: Evaluate, right: Evaluate, holds: (x: number, y: number) => boolean): Evaluate {
  return (value, read) => {
    const x = numeric(left(value, read))
    const y = numeric(right(value, read))
    return Number.isNaN(x) || Number.isNaN(y) ? undefined : holds(x, y)
  }
}

/** Adds numbers; with a text on either side it joins. */
function add(left: Operand, right: Operand): Operand {
  if (left === undefined || right === undefined) return undefined
  if (typeof left !== 'string' && typeof right !== 'string') return known(numeric(left) + numeric(right))
  return written(left) + written(right)
}

const written = (operand: string | number | boolean): string => (typeof operand === 'number' ? formatNumber(operand) : String(operand))
