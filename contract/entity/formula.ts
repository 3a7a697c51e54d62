/**
 * Validates a formula of + - * / %, numbers, parentheses and variables in braces. Returns `syntax`, `variable` if it
 * contains no variable, or null if it is valid. Unlike `checkExpression` of the engine it supports arithmetic only
 * (specification, section 9).
 */
export function formulaFault(formula: unknown): 'syntax' | 'variable' | null {
  if (typeof formula !== 'string' || formula.length > 200) return 'syntax'
  const tokens = tokenize(formula)
  if (!tokens) return 'syntax'
  const end = sum(tokens, 0, 0)
  if (end !== tokens.length) return 'syntax'
  return tokens.some((token) => token.startsWith('{')) ? null : 'variable'
}

/** Evaluates a formula. Returns null if the syntax is invalid, a variable is missing, or the result is not finite. */
export function formulaValue(formula: string, variables: Readonly<Record<string, number>>): number | null {
  const tokens = tokenize(formula)
  if (!tokens || sum(tokens, 0, 0) !== tokens.length) return null
  const value = evaluate(tokens, variables)
  return Number.isFinite(value) ? value : null
}

/** Returns the distinct variable identifiers of a formula in order of appearance; empty if it cannot be tokenized. */
export const formulaVariables = (formula: string): string[] => [
  ...new Set((tokenize(formula) ?? []).filter((token) => token.startsWith('{')).map((token) => token.slice(1, -1))),
]

const maxDepth = 32

function tokenize(formula: string): string[] | null {
  const tokens = [...formula.matchAll(/\s+|\d+(?:\.\d+)?|\{[A-Za-z][A-Za-z0-9]*\}|[+\-*/%()]|./gu)]
    .map(([token]) => token)
    .filter((token) => token.trim() !== '')
  return tokens.every((token) => /^(?:\d|\{.+\}|[+\-*/%()])/.test(token)) ? tokens : null
}

/** Parses a sum starting at token `at`. Returns the index after it, or -1. */
function sum(tokens: readonly string[], at: number, depth: number): number {
  let next = operand(tokens, at, depth)
  while (next >= 0 && next < tokens.length && '+-*/%'.includes(tokens[next] ?? ' '))
    next = operand(tokens, next + 1, depth)
  return next
}

function operand(tokens: readonly string[], at: number, depth: number): number {
  const token = tokens[at]
  if (token === undefined || depth > maxDepth) return -1
  if (token === '-') return operand(tokens, at + 1, depth + 1)
  if (token === '(') {
    const end = sum(tokens, at + 1, depth + 1)
    return end >= 0 && tokens[end] === ')' ? end + 1 : -1
  }
  return /^[\d{]/.test(token) ? at + 1 : -1
}

/** Evaluates tokens of valid syntax. */
function evaluate(tokens: readonly string[], variables: Readonly<Record<string, number>>): number {
  let at = 0
  const factor = (): number => {
    const token = tokens[at] ?? ''
    at += 1
    if (token === '-') return -factor()
    if (token === '(') {
      const inner = terms()
      at += 1
      return inner
    }
    if (!token.startsWith('{')) return Number(token)
    const name = token.slice(1, -1)
    return Object.hasOwn(variables, name) ? (variables[name] ?? NaN) : NaN
  }
  const products = (): number => {
    let value = factor()
    for (let sign = tokens[at]; sign === '*' || sign === '/' || sign === '%'; sign = tokens[at]) {
      at += 1
      const by = factor()
      value = sign === '*' ? value * by : sign === '/' ? value / by : value % by
    }
    return value
  }
  const terms = (): number => {
    let value = products()
    for (let sign = tokens[at]; sign === '+' || sign === '-'; sign = tokens[at]) {
      at += 1
      const by = products()
      value = sign === '+' ? value + by : value - by
    }
    return value
  }
  return terms()
}
