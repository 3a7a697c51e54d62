import type { Expression } from '../tree.ts'
import { type Context, runtimeType } from './context.ts'
import type { Known } from '../scope.ts'
import { isIntegerOperator, isTest } from './operatorNames.ts'

const int: Known = { type: 'int', isPresent: true }
const boolean: Known = { type: 'boolean', isPresent: true }
const text: Known = { type: 'String', isPresent: true }
const anyText: Known = { type: 'String', isPresent: false }
const object: Known = { type: 'JSONObject', isPresent: true }
const anyObject: Known = { type: 'JSONObject', isPresent: false }
const array: Known = { type: 'JSONArray', isPresent: true }
const anyArray: Known = { type: 'JSONArray', isPresent: false }

/** Declared types that are used: a variable of one holds a value of it, or null unless it is `int` or `boolean`. */
const declared: Readonly<Record<string, Known>> = {
  int,
  boolean,
  String: anyText,
  JSONObject: anyObject,
  JSONArray: anyArray,
}

/** Types of results, by type of the object, method and number of arguments. */
const results: Readonly<Record<string, Readonly<Record<string, Known>>>> = {
  JSONObject: {
    'size/0': int,
    'isEmpty/0': boolean,
    'containsKey/1': boolean,
    'getStr/1': anyText,
    'getJSONObject/1': anyObject,
    'getJSONArray/1': anyArray,
    'put/2': object,
    'set/2': object,
    'toString/0': text,
  },
  JSONArray: {
    'size/0': int,
    'isEmpty/0': boolean,
    'add/1': boolean,
    'getStr/1': anyText,
    'getJSONObject/1': anyObject,
    'getJSONArray/1': anyArray,
    'toString/0': text,
  },
  String: {
    'size/0': int,
    'length/0': int,
    'isEmpty/0': boolean,
    'contains/1': boolean,
    'startsWith/1': boolean,
    'endsWith/1': boolean,
    'toUpperCase/0': text,
    'toLowerCase/0': text,
    'trim/0': text,
    'toString/0': text,
  },
}
/** Types of results of static methods and of the host, by full name and number of arguments. */
const fixedResults: Readonly<Record<string, Known>> = {
  'JSONUtil.parseObj/1': object,
  'JSONUtil.parseArray/1': array,
  'JSONUtil.createObj/0': object,
  'JSONUtil.createArray/0': array,
  'msgContext.getPayload/0': anyText,
  'msgContext.getTopic/0': anyText,
}

/** What is known about a value without running: used only to leave out checks and to find its methods. */
export function getKnownType(context: Context, expression: Expression): Known | undefined {
  switch (expression.kind) {
    case 'number':
      return /^-?\d{1,9}$/.test(expression.text) ? int : undefined
    case 'text':
    case 'template':
      return text
    case 'constant':
      return typeof expression.value === 'boolean' ? boolean : undefined
    case 'name': {
      const local = context.scope.find(expression.name)
      return local?.known ?? declared[local?.type ?? '']
    }
    case 'unary':
      return expression.operator === '!' ? boolean : undefined
    case 'test':
      return boolean
    case 'binary':
      return getBinaryType(context, expression)
    case 'new': {
      if (expression.args.length > 0) return undefined
      const type = runtimeType(expression.type)
      return type === 'JSONObject' ? object : type === 'JSONArray' ? array : undefined
    }
    case 'methodCall':
      return getResultType(context, expression)
    case 'property':
      if (expression.object.kind !== 'name' || expression.object.name !== 'msgContext') return undefined
      return context.isHost('msgContext') &&
        expression.access === '.' &&
        (expression.name === 'payload' || expression.name === 'topic')
        ? anyText
        : undefined
    default:
      return undefined
  }
}

function getBinaryType(
  context: Context,
  { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
): Known | undefined {
  if (isTest(operator)) return boolean
  if (operator === '+' && isText(context, left)) return text
  if (!isIntegerOperator(operator) || !isKnown(context, left, 'int') || !isKnown(context, right, 'int'))
    return undefined
  return operator !== '%' || isDivisor(right) ? int : undefined
}

function getResultType(
  context: Context,
  { object: owner, name, args, access }: Extract<Expression, { kind: 'methodCall' }>,
): Known | undefined {
  if (access !== '.' || args.some(({ isSpread }) => isSpread)) return undefined
  const key = `${name}/${args.length}`
  if (owner.kind === 'name' && (context.isStatic(owner.name) || context.isHost(owner.name)))
    return fixedResults[`${owner.name}.${key}`]
  return results[getKnownType(context, owner)?.type ?? '']?.[key]
}

export const isKnown = (context: Context, expression: Expression, type: string): boolean =>
  getKnownType(context, expression)?.type === type

/** Whether a value is a text, and not null. */
export function isText(context: Context, expression: Expression): boolean {
  const known = getKnownType(context, expression)
  return known?.type === 'String' && known.isPresent
}

/** Whether an int can be divided by the literal. */
export const isDivisor = (expression: Expression): boolean =>
  expression.kind === 'number' && /^\d{1,9}$/.test(expression.text) && Number(expression.text) > 0
