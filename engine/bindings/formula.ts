import { compileTree } from './expression.ts'
import { parseTokens } from './parseExpression.ts'
import type { Token } from './tokens.ts'
import { tokenize } from './tokens.ts'

/** Maximum length of a formula in characters. It also limits the nesting, since each level takes a character. */
export const maxFormulaLength = 200

/** A compiled formula. */
export interface Formula {
  /** Distinct variables in order of appearance. */
  readonly variables: readonly string[]
  /** Evaluates the formula. Returns null if `read` returns undefined, or if a result is not finite. */
  readonly evaluate: (read: (variable: string) => number | undefined) => number | null
}

/**
 * Compiles a formula: expressions limited to + - * / %, decimal numbers, parentheses and variables in braces. Returns
 * null if it is invalid or too long.
 *
 * ```ts
 * compileFormula('{power} * 2')?.evaluate(() => 21) // 42
 * ```
 */
export function compileFormula(source: string): Formula | null {
  if (source.length > maxFormulaLength) return null
  const cut = tokenize(source, variableName)
  if (cut.fault) return null
  const { tokens } = cut
  if (!tokens.every((token, index) => isArithmetic(source, token, tokens[index - 1]))) return null
  const { tree, tags: variables, fault } = parseTokens(tokens, maxFormulaLength)
  if (fault) return null
  const compute = compileTree(tree, false)
  return {
    variables,
    evaluate: (read) => {
      const result = compute(undefined, (slot) => read(variables[slot] ?? ''))
      return typeof result === 'number' && Number.isFinite(result) ? result : null
    },
  }
}

const variableName = /^[A-Za-z][A-Za-z0-9]*$/
/** Spelling of the tokens of a formula. Numbers have no exponent, and digits on both sides of the point. */
const spelling = /^(?:\d+(?:\.\d+)?|\{[A-Za-z]\w*\}|[-+*/%()])$/

/** Returns whether a token belongs to arithmetic. A plus sign belongs between two values. */
function isArithmetic(source: string, token: Token, before: Token | undefined): boolean {
  if (token.kind === 'end') return true
  const text = source.slice(token.from, token.to)
  const isPrefix = before === undefined || (before.kind === 'sign' && before.text !== ')')
  return spelling.test(text) && !(text === '+' && isPrefix)
}
