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

/** Maximum length in characters and maximum nesting depth of an expression. */
export const expressionLimits = { length: 500, depth: 32 } as const

/** A compiled expression. */
export interface Expression {
  readonly problems?: undefined
  /**
   * Evaluates the expression. `read` returns a tag's value by its index in `tags`, `sense` its quality. Never throws;
   * an unknown result is `undefined`. Without `sense`, known values count as good and unknown ones as stale.
   */
  readonly evaluate: Evaluate
  /** Distinct tags in braces, each as `project/device/point`. */
  readonly tags: readonly string[]
  /**
   * Whether the expression reads `value`, the binding's own tag. If not, any of its other tags can be used as the
   * binding's tag.
   */
  readonly readsValue: boolean
  /**
   * Whether the expression uses a quality function such as `isGood`. Only then is `sense` called, and the result's
   * quality is the worst of the tags used for it.
   */
  readonly asksQuality: boolean
}

/**
 * Compiles an expression to closures (own lexer, Pratt parser, fixed function table). An expression can only access
 * `value` and the tags it names. Returns `problems` instead if the expression is invalid or can never give a result,
 * such as a text times a number.
 *
 * ```ts
 * const compiled = compileExpression('if(value > 80, "#ff0000", "#00ff00")')
 * if (!compiled.problems) compiled.evaluate(90, () => undefined) // '#ff0000'
 * ```
 */
export function compileExpression(source: string): Expression | { readonly problems: readonly ExpressionProblem[] } {
  const { tree, tags, faults } = analysed(source)
  const broken = faults.filter(({ kind }) => kind !== 'idle')
  if (!tree || broken.length > 0) return { problems: broken.map(problemOf) }
  const asksQuality = isAsking(tree)
  return { evaluate: compile(tree, asksQuality), tags, readsValue: readsOwn(tree), asksQuality }
}

/**
 * Checks an expression while it is edited. Returns a problem per fault with its character range and a message in both
 * languages; an empty list if there is none. `isIncomplete` marks faults that further typing can fix. With `field`, a
 * result that does not fit the property is a problem too.
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

/** If `tells` is set, every tag read is reported to `sense`. */
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
    // An unknown operand does not matter if the other one decides the result.
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

/** Adds two numbers, or concatenates if either operand is a text. */
function add(left: Operand, right: Operand): Operand {
  if (left === undefined || right === undefined) return undefined
  if (typeof left !== 'string' && typeof right !== 'string') return known(numeric(left) + numeric(right))
  return written(left) + written(right)
}

const written = (operand: string | number | boolean): string => (typeof operand === 'number' ? formatNumber(operand) : String(operand))
