import type { Field } from '../schema/index.ts'
import type { ExpressionProblem, Fault } from './faults.ts'
import { faultWords, problemOf } from './faults.ts'
import { kindFaults } from './expressionKinds.ts'
import type { Evaluate } from './functions.ts'
import { choose } from './functions.ts'
import type { Operand } from './operand.ts'
import { equal, formatNumber, known, numeric, truth } from './operand.ts'
import type { Node } from './parseExpression.ts'
import { ownSlot, parseTokens } from './parseExpression.ts'
import { quality } from './quality.ts'
import { tokenize } from './tokens.ts'

export type { ExpressionProblem } from './faults.ts'

/** At most so many characters, and so many brackets, signs and calls inside one another. */
export const expressionLimits = { length: 500, depth: 32 } as const

/** An expression ready to be evaluated again and again. */
export interface Expression {
  readonly problems?: undefined
  /**
   * Works it out; `read` gives the tags by their place in `tags`, `sense` their quality. Total: never throws, unknown
   * comes back as undefined. Without `sense`, what is known counts as good and what is not as stale.
   */
  readonly evaluate: Evaluate
  /** The tags it names in braces, `project/device/point`, each once. */
  readonly tags: readonly string[]
  /** Whether it reads `value`, the binding's own tag; without it any of its other tags may stand there. */
  readonly readsValue: boolean
  /** Whether it asks for quality: only then is `sense` called, and the result as good as the worst tag used for it. */
  readonly asksQuality: boolean
}

/**
 * Compiles an expression to closures: own lexer, Pratt parser, a fixed table of functions. It can reach `value`,
 * the tags it names and nothing else, whatever is written in it. What can never give a result (a text times a number)
 * is refused like what is no expression at all.
 */
export function compileExpression(source: string): Expression | { readonly problems: readonly ExpressionProblem[] } {
  const { tree, tags, faults } = analysed(source)
  const broken = faults.filter(({ kind }) => kind !== 'idle')
  if (!tree || broken.length > 0) return { problems: broken.map(problemOf) }
  const asksQuality = isAsking(tree)
  return { evaluate: compile(tree, asksQuality), tags, readsValue: readsOwn(tree), asksQuality }
}

/**
 * What is wrong with an expression, for an editor to mark while it is typed: each problem from one character to
 * another, in both languages; `isIncomplete` where more text may still mend it. `field` is the property the result is
 * for: a text for a number is then a problem too. None: an empty list.
 */
export function checkExpression(source: string, field?: Field): readonly ExpressionProblem[] {
  return analysed(source, field).faults.map(problemOf)
}

interface Analysed {
  readonly tree: Node | null
  readonly tags: readonly string[]
  readonly faults: readonly Fault[]
}

function analysed(source: string, field?: Field): Analysed {
  const broken = (fault: Fault): Analysed => ({ tree: null, tags: [], faults: [fault] })
  const { length, depth } = expressionLimits
  if (source.length > length) {
    return broken({ kind: 'limit', from: length, to: source.length, words: faultWords.length(length), isIncomplete: false })
  }
  const cut = tokenize(source)
  if (cut.fault) return broken(cut.fault)
  const { tree, tags, fault } = parseTokens(cut.tokens, depth)
  return fault ? broken(fault) : { tree, tags, faults: kindFaults(tree, field) }
}

function isAsking(node: Node): boolean {
  switch (node.kind) {
    case 'constant':
    case 'tag': return false
    case 'unary': return isAsking(node.operand)
    case 'binary': return isAsking(node.left) || isAsking(node.right)
    case 'choose': return isAsking(node.condition) || isAsking(node.chosen) || isAsking(node.otherwise)
    case 'call': return node.called.asks !== undefined || node.args.some(isAsking)
  }
}

function readsOwn(node: Node): boolean {
  switch (node.kind) {
    case 'constant': return false
    case 'tag': return node.slot === ownSlot
    case 'unary': return readsOwn(node.operand)
    case 'binary': return readsOwn(node.left) || readsOwn(node.right)
    case 'choose': return readsOwn(node.condition) || readsOwn(node.chosen) || readsOwn(node.otherwise)
    case 'call': return node.args.some(readsOwn)
  }
}

/** `tells`: each tag that is read says so to `sense`. */
function compile(node: Node, tells: boolean): Evaluate {
  switch (node.kind) {
    case 'constant': {
      const { operand } = node
      return () => operand
    }
    case 'tag': return reading(node.slot, tells)
    case 'unary': return unary(node.sign, compile(node.operand, tells))
    case 'binary': return binary(node.sign, compile(node.left, tells), compile(node.right, tells))
    case 'choose': return choose(compile(node.condition, tells), compile(node.chosen, tells), compile(node.otherwise, tells))
    case 'call': {
      const { called: { asks, compile: make }, args } = node
      const [first] = args
      return asks !== undefined && first?.kind === 'tag' ? asking(first.slot, asks) : make(args.map((arg) => compile(arg, tells)))
    }
  }
}

function reading(slot: number, tells: boolean): Evaluate {
  if (slot === ownSlot) return tells ? (value, _read, sense) => {
    sense?.(slot, true)
    return value
  } : (value) => value
  return tells ? (_value, read, sense) => {
    sense?.(slot, true)
    return read(slot)
  } : (_value, read) => read(slot)
}

function asking(slot: number, mark: number): Evaluate {
  return (value, read, sense) => {
    if (sense) return sense(slot, false) === mark
    const operand = slot === ownSlot ? value : read(slot)
    return mark === (operand === undefined ? quality.stale : quality.good)
  }
}

const not = (holds: boolean | undefined): boolean | undefined => (holds === undefined ? undefined : !holds)

function unary(sign: '!' | '-' | '+', operand: Evaluate): Evaluate {
  switch (sign) {
    case '!': return (value, read, sense) => not(truth(operand(value, read, sense)))
    case '-': return (value, read, sense) => known(-numeric(operand(value, read, sense)))
    case '+': return (value, read, sense) => known(numeric(operand(value, read, sense)))
  }
}

function binary(sign: string, left: Evaluate, right: Evaluate): Evaluate {
  switch (sign) {
    case '+': return (value, read, sense) => add(left(value, read, sense), right(value, read, sense))
    case '-': return (value, read, sense) => known(numeric(left(value, read, sense)) - numeric(right(value, read, sense)))
    case '*': return (value, read, sense) => known(numeric(left(value, read, sense)) * numeric(right(value, read, sense)))
    case '/': return (value, read, sense) => known(numeric(left(value, read, sense)) / numeric(right(value, read, sense)))
    case '%': return (value, read, sense) => known(numeric(left(value, read, sense)) % numeric(right(value, read, sense)))
    case '<': return compare(left, right, (x, y) => x < y)
    case '<=': return compare(left, right, (x, y) => x <= y)
    case '>': return compare(left, right, (x, y) => x > y)
    case '>=': return compare(left, right, (x, y) => x >= y)
    case '==': return (value, read, sense) => equal(left(value, read, sense), right(value, read, sense))
    case '!=': return (value, read, sense) => not(equal(left(value, read, sense), right(value, read, sense)))
    // An unknown side does not matter where the other decides alone.
    case '&&': return (value, read, sense) => {
      const first = truth(left(value, read, sense))
      if (first === false) return false
      const second = truth(right(value, read, sense))
      return second === false ? false : first && second
    }
    default: return (value, read, sense) => {
      const first = truth(left(value, read, sense))
      if (first === true) return true
      const second = truth(right(value, read, sense))
      return second === true ? true : first === undefined ? undefined : second
    }
  }
}

function compare(left: Evaluate, right: Evaluate, holds: (x: number, y: number) => boolean): Evaluate {
  return (value, read, sense) => {
    const x = numeric(left(value, read, sense))
    const y = numeric(right(value, read, sense))
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
