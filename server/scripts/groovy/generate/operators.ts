import type { Expression } from '../tree.ts'
import { type Context, mark, paren } from './context.ts'
import { isDivisor, isKnown, isText } from './knownTypes.ts'
import { writeCaseValue, writeCondition } from './names.ts'
import { binaryOperations, rawSums, rawTests, tests } from './operatorNames.ts'

export function writeUnary(
  context: Context,
  { operator, operand, ...at }: Extract<Expression, { kind: 'unary' }>,
): string {
  if (operator === '!') return `!${paren(writeCondition(context, operand))}`
  if (operator === '+' && operand.kind === 'number') return context.value(operand)
  return `${mark(at)}${operator === '-' ? 'negate' : operator === '+' ? 'positive' : 'complement'}(${context.value(operand)})`
}

export function writeBinary(
  context: Context,
  { operator, left, right, ...at }: Extract<Expression, { kind: 'binary' }>,
): string {
  if (operator === '&&' || operator === '||')
    return `(${writeCondition(context, left)} ${operator} ${writeCondition(context, right)})`
  const [a, b] = [
    context.value(left),
    operator === 'in' || operator === '!in' ? writeCaseValue(context, right) : context.value(right),
  ]
  if (isKnown(context, left, 'int') && isKnown(context, right, 'int')) {
    if (operator in rawTests) return `(${a} ${rawTests[operator] ?? ''} ${b})`
    if (operator in rawSums || (operator === '%' && isDivisor(right))) return `((${a} ${operator} ${b}) | 0)`
  }
  // A text equals itself only, and nothing but null equals null.
  if ((operator === '==' || operator === '!=') && [left, right].some((each) => isNull(each) || isText(context, each)))
    return `(${a} ${rawTests[operator] ?? ''} ${b})`
  if (operator === '+' && isText(context, left)) return `(${a} + ${isText(context, right) ? b : `text(${b})`})`
  return `${mark(at)}${binaryOperations[operator] ?? tests[operator] ?? ''}(${a}, ${b})`
}

const isNull = (expression: Expression): boolean => expression.kind === 'constant' && expression.value === null
