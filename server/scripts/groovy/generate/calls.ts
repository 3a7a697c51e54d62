import { hasMethod, methodNames } from '../../runtime/names.js'
import { type Position, ScriptProblem } from '../../problem.ts'
import { refuse, refuseName } from '../problems.ts'
import type { Argument, Expression, Method, TypeName } from '../tree.ts'
import { exceptionTypes } from '../types.ts'
import { type Context, mark, quote, runtimeType } from './context.ts'
import { getKnownType } from './knownTypes.ts'
import { checkStatic } from './names.ts'

/** Functions that a script can call without an object. */
const functions: ReadonlySet<string> = new Set(['println', 'print', 'printf'])

export function writeCall(context: Context, { callee, args, ...at }: Extract<Expression, { kind: 'call' }>): string {
  if (callee.kind === 'name' && context.scope.find(callee.name) === undefined) {
    const { name } = callee
    const method = context.methods.get(name)
    if (method) return writeScriptCall(context, at, method, args)
    if (functions.has(name)) return `${mark(at)}${name}(${writeArguments(context, args).join(', ')})`
    if (!context.shared.has(name))
      refuseName(callee, name, 'method', [...context.methods.keys(), ...functions, ...methodNames])
  }
  return `${mark(at)}invoke(${[context.value(callee), ...writeArguments(context, args)].join(', ')})`
}

function writeScriptCall(
  context: Context,
  at: Position,
  { name, parameters }: Method,
  args: readonly Argument[],
): string {
  const min = parameters.filter(({ initial }) => initial === undefined).length
  const isSpread = args.some((each) => each.isSpread)
  if (!isSpread && (args.length < min || args.length > parameters.length)) {
    const count = min === parameters.length ? String(min) : `${min}–${parameters.length}`
    throw new ScriptProblem(at, name.length, {
      en: `The method ${name} needs ${count} arguments, but the call has ${args.length}.`,
      zh: `方法 ${name} 需要 ${count} 个参数，调用时给了 ${args.length} 个。`,
    })
  }
  return `${mark(at)}m_${name}(${writeArguments(context, args).join(', ')})`
}

function writeArguments(context: Context, args: readonly Argument[]): string[] {
  return args.map(({ value, isSpread }) => (isSpread ? `...iterate(${context.value(value)})` : context.value(value)))
}

export function writeMethodCall(
  context: Context,
  { object, name, args, access, nameAt, ...at }: Extract<Expression, { kind: 'methodCall' }>,
): string {
  const owner = context.value(object)
  if (object.kind === 'name' && context.isStatic(object.name)) checkStatic(nameAt, object.name, name, false)
  else if (!methodNames.has(name) && !context.keys.has(name)) refuseName(nameAt, name, 'method', methodNames)
  if (name === 'remove' && args[0]?.value.kind === 'cast' && args[0].value.type.name === 'Object')
    return writeMethodCall(context, { object, name: 'removeElement', args, access, nameAt, ...at, kind: 'methodCall' })
  const list = writeArguments(context, args)
  const direct = access === '.' ? writeDirectCall(context, { object, name, args, owner, list }) : undefined
  if (direct !== undefined) return mark(at) + direct
  const size = args.some((each) => each.isSpread) || args.length > 3 ? '' : String(args.length)
  const code = (target: string): string => `${mark(at)}call${size}(${[target, quote(name), ...list].join(', ')})`
  if (access === '?.') return `((held = ${owner}) === null ? null : ${code('held')})`
  if (access === '*.') return `spread(${owner}, (each) => ${code('each')})`
  return code(owner)
}

interface DirectCall {
  readonly object: Expression
  readonly name: string
  readonly args: readonly Argument[]
  /** Code of the object and of the arguments. */
  readonly owner: string
  readonly list: readonly string[]
}

const tableNames: Readonly<Record<string, string>> = {
  JSONObject: 'jsonObject',
  JSONArray: 'jsonArray',
  String: 'text',
}

/** A call without looking for the method, if the type of the object is known: undefined if it is not. */
function writeDirectCall(context: Context, { object, name, args, owner, list }: DirectCall): string | undefined {
  if (args.length > 3 || args.some(({ isSpread }) => isSpread)) return undefined
  if (object.kind === 'name' && (context.isStatic(object.name) || context.isHost(object.name)))
    return `${context.constant(`methodOf(${owner}, ${quote(name)}, ${args.length})`)}(${[owner, ...list].join(', ')})`
  const known = getKnownType(context, object)
  const table = tableNames[known?.type ?? '']
  if (known === undefined || table === undefined || !hasMethod(table, name, args.length)) return undefined
  // The arguments of a call on null run before it fails, so that only those without an effect may be left out.
  if (
    !known.isPresent &&
    (hasMethod('null', name, args.length) || !args.every(({ value }) => isSimple(context, value)))
  )
    return undefined
  const target = known.isPresent ? owner : `(${owner} ?? absent(${quote(name)}))`
  if (args.length === 0 && (name === 'size' || name === 'length') && table !== 'jsonObject') return `${target}.length`
  return `${context.constant(`tableMethod(${quote(table)}, ${quote(name)}, ${args.length})`)}(${[target, ...list].join(', ')})`
}

const isSimple = (context: Context, { kind, ...rest }: Expression): boolean =>
  kind === 'number' ||
  kind === 'text' ||
  kind === 'constant' ||
  (kind === 'name' && 'name' in rest && typeof rest.name === 'string' && context.scope.find(rest.name) !== undefined)

export function writeNew(context: Context, type: TypeName, args: readonly Argument[]): string {
  if (!constructors.has(type.name) && !exceptionTypes.has(type.name)) refuse(type, 'class', type.name.length)
  const plain = runtimeType(type)
  if (args.length === 0 && (plain === 'JSONObject' || plain === 'JSONArray' || plain === 'List'))
    return plain === 'List' ? '[]' : plain === 'JSONObject' ? 'makeJsonObject()' : `new ${plain}()`
  return `${mark(type)}create(${[quote(exceptionTypes.has(type.name) ? type.name : runtimeType(type)), ...writeArguments(context, args)].join(', ')})`
}

const constructors: ReadonlySet<string> = new Set([
  'ArrayList',
  'LinkedList',
  'HashMap',
  'LinkedHashMap',
  'HashSet',
  'LinkedHashSet',
  'JSONObject',
  'JSONArray',
  'BigDecimal',
  'BigInteger',
  'String',
])
