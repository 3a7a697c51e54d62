import { type Position, ScriptProblem } from '../../problem.ts'
import type { Expression } from '../tree.ts'
import { type Context, mark, quote } from './context.ts'
import { getKnownType } from './knownTypes.ts'
import { writeCoercion, writeElvis, writeIndex, writePropertyName } from './names.ts'
import { binaryOperations } from './operatorNames.ts'

export function writeAssign(
  context: Context,
  { operator, target, value, ...at }: Extract<Expression, { kind: 'assign' }>,
): string {
  if (operator === '=') {
    if (target.kind === 'name')
      return `(${writeNameAssignment(context, target, target.name, context.value(value), getKnownType(context, value)?.type)})`
    if (target.kind === 'property' && target.object.kind === 'name' && typeof target.name === 'string') {
      const { name: owner } = target.object
      // The objects of the host keep their setters, which are found once.
      if (context.isHost(owner))
        return `${mark(target)}${context.constant(`setterOf(${owner}, ${quote(target.name)})`)}(${owner}, ${context.value(value)})`
    }
    if (target.kind === 'property')
      return `${mark(target)}setProperty(${context.value(target.object)}, ${writePropertyName(context, target.name)}, ${context.value(value)}${target.access === '?.' ? ', true' : ''})`
    if (target.kind === 'index')
      return `${mark(target)}setAt(${context.value(target.object)}, ${writeIndex(context, target.index)}, ${context.value(value)})`
  }
  const sign = operator.slice(0, -1)
  const combined = (old: string): string =>
    sign === '?'
      ? writeElvis(old, context.value(value))
      : `${mark(at)}${binaryOperations[sign] ?? ''}(${old}, ${context.value(value)})`
  if (target.kind === 'name') {
    const whole: Expression = {
      kind: 'binary',
      line: at.line,
      column: at.column,
      operator: sign,
      left: target,
      right: value,
    }
    return sign === '?'
      ? `(${writeNameAssignment(context, target, target.name, combined(context.value(target)))})`
      : `(${writeNameAssignment(context, target, target.name, context.value(whole), getKnownType(context, whole)?.type)})`
  }
  if (target.kind === 'property' || target.kind === 'index')
    return writeChange(context, target, `(old) => ${combined('old')}`, false)
  throw new ScriptProblem(at, 1, {
    en: 'Only a variable, a property or an element can be assigned.',
    zh: '只能给变量、属性或元素赋值。',
  })
}

export function writeNameAssignment(
  context: Context,
  at: Position,
  name: string,
  code: string,
  known?: string,
): string {
  const local = context.scope.find(name)
  if (local) return `${local.js} = ${writeCoercion(local, code, known)}`
  if (context.shared.has(name)) return `s_${name} = ${code}`
  throw new ScriptProblem(at, name.length, { en: `${name} cannot be assigned.`, zh: `不能给 ${name} 赋值。` })
}

export function writeStep(
  context: Context,
  { operator, isPrefix, target, ...at }: Extract<Expression, { kind: 'step' }>,
): string {
  const operation = operator === '++' ? 'add' : 'sub'
  if (target.kind === 'name') {
    const local = context.scope.find(target.name)
    const old = context.value(target)
    const next =
      local?.type === 'int'
        ? `(${old} ${operator === '++' ? '+' : '-'} 1) | 0`
        : `${operator === '++' ? 'next' : 'previous'}(${old})`
    const assigned = writeNameAssignment(context, target, target.name, next, local?.type)
    return isPrefix ? `(${assigned})` : `first(${old}, ${assigned})`
  }
  if (target.kind !== 'property' && target.kind !== 'index')
    throw new ScriptProblem(at, 2, {
      en: `${operator} needs a variable, a property or an element.`,
      zh: `${operator} 只能用于变量、属性或元素。`,
    })
  return writeChange(context, target, `(old) => ${operation}(old, 1)`, !isPrefix)
}

function writeChange(
  context: Context,
  target: Extract<Expression, { kind: 'property' | 'index' }>,
  change: string,
  isOld: boolean,
): string {
  const [name, key] =
    target.kind === 'property'
      ? ['changeProperty', writePropertyName(context, target.name)]
      : ['changeAt', writeIndex(context, target.index)]
  return `${mark(target)}${name}(${context.value(target.object)}, ${key}, ${change}${isOld ? ', true' : ''})`
}
