import { compileFormula, type Formula } from '@mimic/engine/bindings'

/**
 * Validates a formula of + - * / %, numbers, parentheses and variables in braces (specification, section 9). Returns
 * `syntax`, `variable` if it contains no variable, or null if it is valid.
 */
export function formulaFault(formula: unknown): 'syntax' | 'variable' | null {
  const compiled = typeof formula === 'string' ? compile(formula) : null
  if (!compiled) return 'syntax'
  return compiled.variables.length > 0 ? null : 'variable'
}

/** Evaluates a formula. Returns null if the syntax is invalid, a variable is missing, or a result is not finite. */
export const formulaValue = (formula: string, variables: Readonly<Record<string, number>>): number | null =>
  compile(formula)?.evaluate((name) => (Object.hasOwn(variables, name) ? variables[name] : undefined)) ?? null

/** Returns the distinct variable identifiers of a formula in order of appearance; empty if it is invalid. */
export const formulaVariables = (formula: string): readonly string[] => compile(formula)?.variables ?? []

const maxCompiled = 1_000
/** Compiled formulas, because a formula is evaluated in each period. */
const compiledFormulas = new Map<string, Formula | null>()

function compile(formula: string): Formula | null {
  const existing = compiledFormulas.get(formula)
  if (existing !== undefined) return existing
  if (compiledFormulas.size >= maxCompiled) compiledFormulas.clear()
  const compiled = compileFormula(formula)
  compiledFormulas.set(formula, compiled)
  return compiled
}
