/** Functions of the runtime by operator. */
export const binaryOperations: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '**': 'pow',
  '<<': 'shiftLeft',
  '>>': 'shiftRight',
  '>>>': 'shiftRightUnsigned',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '<=>': 'spaceship',
  '=~': 'find',
  '==~': 'matches',
}
/** Operators whose result is true or false. */
export const tests: Readonly<Record<string, string>> = {
  '==': 'equal',
  '!=': 'notEqual',
  '<': 'less',
  '<=': 'lessOrEqual',
  '>': 'greater',
  '>=': 'greaterOrEqual',
  '===': 'same',
  '!==': 'notSame',
  in: 'isIn',
  '!in': 'isNotIn',
  '==~': 'matches',
}
/** Operators of JavaScript that do the same with two ints. */
export const rawTests: Readonly<Record<string, string>> = {
  '==': '===',
  '!=': '!==',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}
export const rawSums: Readonly<Record<string, string>> = { '+': '+', '-': '-' }

export const isTest = (operator: string): boolean => operator in tests || operator === '&&' || operator === '||'
/** Whether the result of two ints is an int. */
export const isIntegerOperator = (operator: string): boolean =>
  operator in rawSums || operator === '*' || operator === '%'
