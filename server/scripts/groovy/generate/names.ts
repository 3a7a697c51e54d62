import { staticNames } from '../../runtime/names.js'
import { type Position, ScriptProblem } from '../../problem.ts'
import { refuseName } from '../problems.ts'
import type { Local } from '../scope.ts'
import type { Expression } from '../tree.ts'
import { isType } from '../types.ts'
import { type Context, hostNames, mark, quote, runtimeType } from './context.ts'
import { isKnown } from './knownTypes.ts'

export function writeName(context: Context, { name, ...at }: Position & { readonly name: string }): string {
  const local = context.scope.find(name)
  if (local) return local.js
  if (hostNames.includes(name)) return name
  if (name === 'it') return refuseName(at, name, 'name', [])
  if (context.shared.has(name)) return `${mark(at)}shared(s_${name}, ${quote(name)})`
  if (name in staticNames) return `statics.${name}`
  if (isType(name)) return `classOf(${quote(runtimeType({ ...at, name }))})`
  if (context.isInMethod && context.bodyNames.has(name)) {
    throw new ScriptProblem(at, name.length, {
      en: `A method cannot read the variable ${name}, which is declared with a type or def. Pass it as an argument, or declare it without def.`,
      zh: `方法不能读取用 def 或类型声明的变量 ${name}，请作为参数传入，或去掉 def。`,
    })
  }
  return refuseName(at, name, 'name', [
    ...context.scope.names(),
    ...context.shared,
    ...hostNames,
    ...Object.keys(staticNames),
  ])
}

export function writeProperty(context: Context, expression: Extract<Expression, { kind: 'property' }>): string {
  const { object, name, access, ...at } = expression
  if (typeof name === 'string' && object.kind === 'name' && context.isStatic(object.name))
    checkStatic(at, object.name, name, true)
  const code = writePropertyName(context, name)
  if (typeof name === 'string' && access === '.' && object.kind === 'name' && context.isHost(object.name))
    return `${mark(at)}${context.constant(`getterOf(${object.name}, ${code})`)}(${object.name})`
  if (access === '*.') return `${mark(at)}spread(${context.value(object)}, (each) => getProperty(each, ${code}))`
  return `${mark(at)}${access === '?.' ? 'getPropertySafe' : 'getProperty'}(${context.value(object)}, ${code})`
}

export function checkStatic(at: Position, owner: string, name: string, isProperty: boolean): void {
  const known = staticNames[owner] ?? []
  if (!known.includes(name) && !(isProperty && known.includes(`get${name}`)))
    refuseName(
      at,
      `${owner}.${name}`,
      'static',
      known.map((each) => `${owner}.${each}`),
    )
}

export function writePropertyName(context: Context, name: string | Expression): string {
  return typeof name === 'string' ? quote(name) : context.value(name)
}

export function writeIndex(context: Context, index: readonly Expression[]): string {
  const [only] = index
  return index.length === 1 && only ? context.value(only) : `[${index.map((each) => context.value(each)).join(', ')}]`
}

export function writeCaseValue(context: Context, test: Expression): string {
  if (test.kind === 'name' && context.scope.find(test.name) === undefined && isType(test.name))
    return `classOf(${quote(runtimeType(test))})`
  return context.value(test)
}

/** The code of a condition: true or false in the sense of Groovy. */
export function writeCondition(context: Context, expression: Expression): string {
  const code = context.value(expression)
  return isKnown(context, expression, 'boolean') ? code : `truth(${code})`
}

/** The code of a value for a variable: converted to its type, unless the value is known to have it. */
export const writeCoercion = ({ type }: Local, code: string, known?: string): string =>
  type === 'Object' || type === known ? code : `cast(${quote(type)}, ${code})`

/** `value ?: otherwise`: a function for the other value would be made each time. */
export const writeElvis = (value: string, otherwise: string): string =>
  `(truth(held = ${value}) ? held : (${otherwise}))`
