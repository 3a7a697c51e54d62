import type { Position } from '../../problem.ts'
import { readNumber } from '../numbers.ts'
import { type Local, Scope } from '../scope.ts'
import type { Argument, Closure, Expression, Parameter } from '../tree.ts'
import { writeAssign, writeStep } from './assign.ts'
import { writeCall, writeMethodCall, writeNew } from './calls.ts'
import { type Context, mark, quote, runtimeType } from './context.ts'
import { isText } from './knownTypes.ts'
import { writeCondition, writeElvis, writeIndex, writeName, writeProperty } from './names.ts'
import { writeBinary, writeUnary } from './operators.ts'

/** Writes an expression. */
export function writeValue(context: Context, expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return writeNumber(context, expression, expression.text)
    case 'text':
      return quote(expression.value)
    case 'template':
      return writeTemplate(context, expression.parts)
    case 'constant':
      return String(expression.value)
    case 'name':
      return writeName(context, expression)
    case 'list':
      return writeList(context, expression.items)
    case 'map':
      return writeMap(context, expression)
    case 'range':
      return `${mark(expression)}range(${context.value(expression.from)}, ${context.value(expression.to)}, ${expression.isExclusive})`
    case 'closure':
      return writeClosure(context, expression)
    case 'unary':
      return writeUnary(context, expression)
    case 'step':
      return writeStep(context, expression)
    case 'binary':
      return writeBinary(context, expression)
    case 'test':
      return `${expression.operator === 'instanceof' ? '' : '!'}isInstance(${context.value(expression.value)}, ${quote(runtimeType(expression.type))})`
    case 'cast':
      return `${mark(expression)}${expression.isCoercion ? 'coerce' : 'castTo'}(${quote(runtimeType(expression.type))}, ${context.value(expression.value)})`
    case 'choice':
      return `(${writeCondition(context, expression.condition)} ? ${context.value(expression.yes)} : ${context.value(expression.no)})`
    case 'elvis':
      return writeElvis(context.value(expression.value), context.value(expression.otherwise))
    case 'assign':
      return writeAssign(context, expression)
    case 'property':
      return writeProperty(context, expression)
    case 'index':
      return `${mark(expression)}${expression.isSafe ? 'atSafe' : 'at'}(${context.value(expression.object)}, ${writeIndex(context, expression.index)})`
    case 'call':
      return writeCall(context, expression)
    case 'methodCall':
      return writeMethodCall(context, expression)
    case 'new':
      return writeNew(context, expression.type, expression.args)
  }
}

function writeTemplate(context: Context, parts: readonly (string | Expression)[]): string {
  const codes = parts.map((part) =>
    typeof part === 'string'
      ? quote(part)
      : isText(context, part)
        ? context.value(part)
        : `template(${context.value(part)})`,
  )
  return `(${codes.join(' + ')})`
}

function writeNumber(context: Context, at: Position, text: string): string {
  const { code, isPlain } = readNumber(at, text)
  if (isPlain) return code
  return context.constant(code)
}

function writeList(context: Context, items: readonly Argument[]): string {
  return `[${items.map(({ value, isSpread }) => (isSpread ? `...iterate(${context.value(value)})` : context.value(value))).join(', ')}]`
}

function writeMap(context: Context, { entries }: Extract<Expression, { kind: 'map' }>): string {
  if (entries.every(({ key }) => key !== undefined))
    return `newMap(${entries.flatMap(({ key, value }) => (key === undefined ? [] : [context.value(key), context.value(value)])).join(', ')})`
  return `joinMaps(${entries.map(({ key, value }) => (key === undefined ? context.value(value) : `newMap(${context.value(key)}, ${context.value(value)})`)).join(', ')})`
}

function writeClosure(context: Context, { parameters, body }: Closure): string {
  const { scope } = context
  const it: readonly Parameter[] = [
    { line: 1, column: 1, name: 'it', type: { line: 1, column: 1, name: 'def' }, initial: undefined },
  ]
  const code = context.inScope(
    () =>
      context.inPlace({ loops: 0, switches: 0 }, () => {
        const { list, checks } = context.parameters(parameters ?? it)
        return `(${list}) => {${checks}${context.body(body)}}`
      }),
    new Scope(parameters === undefined ? new HiddenIt(scope) : scope),
  )
  const optional = (parameters ?? []).filter(({ initial }) => initial !== undefined).length
  return optional > 0 ? `withDefaults((${code}), ${parameters?.length ?? 0})` : `(${code})`
}

/** A closure without parameters has its own `it`, whatever the closure around it has. */
class HiddenIt extends Scope {
  private readonly outer: Scope

  constructor(outer: Scope) {
    super(outer)
    this.outer = outer
  }

  override find(name: string): Local | undefined {
    return name === 'it' ? undefined : this.outer.find(name)
  }
}
