import type { Field } from '../schema/index.ts'
import type { ExpressionProblem, Fault } from './faults.ts'
import { faultWords, toProblem } from './faults.ts'
import { findKindFaults } from './expressionKinds.ts'
import type { Evaluate } from './functions.ts'
import { choose } from './functions.ts'
import type { Operand } from './operand.ts'
import { equal, formatNumber, toFinite, numeric, truth } from './operand.ts'
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
  readonly usesQuality: boolean
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
  const { tree, tags, faults } = analyse(source)
  const broken = faults.filter(({ kind }) => kind !== 'idle')
  if (!tree || broken.length > 0) return { problems: broken.map(toProblem) }
  const usesQuality = callsQualityFunction(tree)
  return { evaluate: compileTree(tree, usesQuality), tags, readsValue: readsOwnTag(tree), usesQuality }
}

/**
 * Checks an expression while it is edited. Returns a problem per fault with its character range and a message in both
 * languages; an empty list if there is none. `isIncomplete` marks faults that further typing can fix. With `field`, a
 * result that does not fit the property is a problem too.
 */
export function checkExpression(source: string, field?: Field): readonly ExpressionProblem[] {
  return analyse(source, field).faults.map(toProblem)
}

interface Analysis {
  readonly tree: Node | null
  readonly tags: readonly string[]
  readonly faults: readonly Fault[]
}

function analyse(source: string, field?: Field): Analysis {
  const broken = (fault: Fault): Analysis => ({ tree: null, tags: [], faults: [fault] })
  const { length, depth } = expressionLimits
  if (source.length > length) {
    return broken({
      kind: 'limit',
      from: length,
      to: source.length,
      words: faultWords.length(length),
      isIncomplete: false,
    })
  }
  const cut = tokenize(source)
  if (cut.fault) return broken(cut.fault)
  const { tree, tags, fault } = parseTokens(cut.tokens, depth)
  return fault ? broken(fault) : { tree, tags, faults: findKindFaults(tree, field) }
}

function callsQualityFunction(node: Node): boolean {
  switch (node.kind) {
    case 'constant':
    case 'tag':
      return false
    case 'unary':
      return callsQualityFunction(node.operand)
    case 'binary':
      return callsQualityFunction(node.left) || callsQualityFunction(node.right)
    case 'choose':
      return (
        callsQualityFunction(node.condition) ||
        callsQualityFunction(node.chosen) ||
        callsQualityFunction(node.otherwise)
      )
    case 'call':
      return node.callee.testedQuality !== undefined || node.args.some(callsQualityFunction)
  }
}

function readsOwnTag(node: Node): boolean {
  switch (node.kind) {
    case 'constant':
      return false
    case 'tag':
      return node.slot === ownSlot
    case 'unary':
      return readsOwnTag(node.operand)
    case 'binary':
      return readsOwnTag(node.left) || readsOwnTag(node.right)
    case 'choose':
      return readsOwnTag(node.condition) || readsOwnTag(node.chosen) || readsOwnTag(node.otherwise)
    case 'call':
      return node.args.some(readsOwnTag)
  }
}

/** Compiles a syntax tree. With `reportsQuality`, every tag that is read is reported to `readQuality`. */
export function compileTree(node: Node, reportsQuality: boolean): Evaluate {
  switch (node.kind) {
    case 'constant': {
      const { operand } = node
      return () => operand
    }
    case 'tag':
      return compileTagRead(node.slot, reportsQuality)
    case 'unary':
      return unary(node.sign, compileTree(node.operand, reportsQuality))
    case 'binary':
      return binary(node.sign, compileTree(node.left, reportsQuality), compileTree(node.right, reportsQuality))
    case 'choose':
      return choose(
        compileTree(node.condition, reportsQuality),
        compileTree(node.chosen, reportsQuality),
        compileTree(node.otherwise, reportsQuality),
      )
    case 'call': {
      const {
        callee: { testedQuality, compile },
        args,
      } = node
      const [first] = args
      return testedQuality !== undefined && first?.kind === 'tag'
        ? compileQualityTest(first.slot, testedQuality)
        : compile(args.map((arg) => compileTree(arg, reportsQuality)))
    }
  }
}

function compileTagRead(slot: number, reportsQuality: boolean): Evaluate {
  if (slot === ownSlot)
    return reportsQuality
      ? (value, _read, readQuality) => {
          readQuality?.(slot, true)
          return value
        }
      : (value) => value
  return reportsQuality
    ? (_value, read, readQuality) => {
        readQuality?.(slot, true)
        return read(slot)
      }
    : (_value, read) => read(slot)
}

function compileQualityTest(slot: number, mark: number): Evaluate {
  return (value, read, readQuality) => {
    if (readQuality) return readQuality(slot, false) === mark
    const operand = slot === ownSlot ? value : read(slot)
    return mark === (operand === undefined ? quality.stale : quality.good)
  }
}

const not = (holds: boolean | undefined): boolean | undefined => (holds === undefined ? undefined : !holds)

function unary(sign: '!' | '-' | '+', operand: Evaluate): Evaluate {
  switch (sign) {
    case '!':
      return (value, read, readQuality) => not(truth(operand(value, read, readQuality)))
    case '-':
      return (value, read, readQuality) => toFinite(-numeric(operand(value, read, readQuality)))
    case '+':
      return (value, read, readQuality) => toFinite(numeric(operand(value, read, readQuality)))
  }
}

function binary(sign: string, left: Evaluate, right: Evaluate): Evaluate {
  switch (sign) {
    case '+':
      return (value, read, readQuality) => add(left(value, read, readQuality), right(value, read, readQuality))
    case '-':
      return (value, read, readQuality) =>
        toFinite(numeric(left(value, read, readQuality)) - numeric(right(value, read, readQuality)))
    case '*':
      return (value, read, readQuality) =>
        toFinite(numeric(left(value, read, readQuality)) * numeric(right(value, read, readQuality)))
    case '/':
      return (value, read, readQuality) =>
        toFinite(numeric(left(value, read, readQuality)) / numeric(right(value, read, readQuality)))
    case '%':
      return (value, read, readQuality) =>
        toFinite(numeric(left(value, read, readQuality)) % numeric(right(value, read, readQuality)))
    case '<':
      return compare(left, right, (x, y) => x < y)
    case '<=':
      return compare(left, right, (x, y) => x <= y)
    case '>':
      return compare(left, right, (x, y) => x > y)
    case '>=':
      return compare(left, right, (x, y) => x >= y)
    case '==':
      return (value, read, readQuality) => equal(left(value, read, readQuality), right(value, read, readQuality))
    case '!=':
      return (value, read, readQuality) => not(equal(left(value, read, readQuality), right(value, read, readQuality)))
    // An unknown operand does not matter if the other one decides the result.
    case '&&':
      return (value, read, readQuality) => {
        const first = truth(left(value, read, readQuality))
        if (first === false) return false
        const second = truth(right(value, read, readQuality))
        return second === false ? false : first && second
      }
    default:
      return (value, read, readQuality) => {
        const first = truth(left(value, read, readQuality))
        if (first === true) return true
        const second = truth(right(value, read, readQuality))
        return second === true ? true : first === undefined ? undefined : second
      }
  }
}

function compare(left: Evaluate, right: Evaluate, holds: (x: number, y: number) => boolean): Evaluate {
  return (value, read, readQuality) => {
    const x = numeric(left(value, read, readQuality))
    const y = numeric(right(value, read, readQuality))
    return Number.isNaN(x) || Number.isNaN(y) ? undefined : holds(x, y)
  }
}

/** Adds two numbers, or concatenates if either operand is a text. */
function add(left: Operand, right: Operand): Operand {
  if (left === undefined || right === undefined) return undefined
  if (typeof left !== 'string' && typeof right !== 'string') return toFinite(numeric(left) + numeric(right))
  return formatOperand(left) + formatOperand(right)
}

const formatOperand = (operand: string | number | boolean): string =>
  typeof operand === 'number' ? formatNumber(operand) : String(operand)
