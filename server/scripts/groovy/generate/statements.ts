import { ScriptProblem } from '../../problem.ts'
import type { Catch, Expression, Statement, SwitchCase, TypeName, Variable } from '../tree.ts'
import { writeNameAssignment } from './assign.ts'
import { type Context, mark, paren, quote, runtimeType } from './context.ts'
import { getKnownType, isKnown } from './knownTypes.ts'
import { writeCaseValue, writeCoercion, writeCondition } from './names.ts'

/** Writes one statement. With `isLast` its value is the result of the function. */
export function writeStatement(context: Context, statement: Statement, isLast: boolean): string {
  switch (statement.kind) {
    case 'expression':
      return isLast ? `return (${context.value(statement.value)});` : `${writeEffect(context, statement.value)};`
    case 'variables': {
      const code = statement.variables.map((each) => writeDeclaration(context, each)).join(' ')
      return isLast
        ? `${code} return ${context.scope.find(statement.variables.at(-1)?.name ?? '')?.js ?? 'null'};`
        : code
    }
    case 'multiple':
      return writeMultiple(context, statement.variables, statement.value, statement.isDeclaration)
    case 'if': {
      const no = statement.no === undefined ? '' : ` else {${context.block(statement.no, isLast)}}`
      return `if (${writeCondition(context, statement.condition)}) {${context.block(statement.yes, isLast)}}${no}`
    }
    case 'while': {
      const body = writeLoop(context, statement.body)
      return statement.isAfter
        ? `do {${body}} while (${writeCondition(context, statement.condition)});`
        : `while (${writeCondition(context, statement.condition)}) {${body}}`
    }
    case 'for':
      return writeFor(context, statement)
    case 'forIn':
      return writeForIn(context, statement)
    case 'switch':
      return writeSwitch(context, statement.subject, statement.cases, isLast)
    case 'try': {
      const caught =
        statement.catches.length === 0 ? '' : ` catch (error) {${writeCatches(context, statement.catches, isLast)}}`
      const last = statement.last === undefined ? '' : ` finally {${context.block(statement.last, false)}}`
      return `try {${context.block(statement.body, isLast)}}${caught}${last}`
    }
    case 'return':
      return statement.value === undefined ? 'return null;' : `return (${context.value(statement.value)});`
    case 'throw':
      return `throw throwable(${context.value(statement.value)});`
    case 'assert':
      return `if (!${paren(writeCondition(context, statement.condition))}) throw assertion(${statement.message === undefined ? '' : context.value(statement.message)});`
    case 'break':
    case 'continue':
      if (context.place.loops === 0 && !(statement.kind === 'break' && context.place.switches > 0)) {
        throw new ScriptProblem(statement, statement.kind.length, {
          en: `${statement.kind} is possible only inside a loop${statement.kind === 'break' ? ' or a switch' : ''}. In a closure use return.`,
          zh: `${statement.kind} 只能用于循环${statement.kind === 'break' ? '或 switch' : ''}中，闭包中请用 return。`,
        })
      }
      return `${statement.kind};`
  }
}

function writeDeclaration(context: Context, { name, type, value, ...at }: Variable): string {
  const code = value === undefined ? initialValue(type) : context.value(value)
  const known = value === undefined ? undefined : getKnownType(context, value)
  const declared = runtimeType(type)
  const isFinal =
    known !== undefined && !context.reassigned.has(name) && (declared === 'Object' || declared === known.type)
  const local = context.scope.declare(at, name, declared, isFinal ? known : undefined)
  return `let ${local.js} = ${value === undefined ? code : writeCoercion(local, code, known?.type)};`
}

function writeMultiple(
  context: Context,
  variables: readonly Variable[],
  value: Expression,
  isDeclaration: boolean,
): string {
  const list = context.value(value)
  const items = variables.map(({ name, type, ...at }, index) => {
    const code = `item(list, ${index})`
    if (!isDeclaration) return `${writeNameAssignment(context, at, name, code)};`
    return { local: context.scope.declare(at, name, runtimeType(type)), code }
  })
  const declared = items.flatMap((each) => (typeof each === 'string' ? [] : [each.local.js]))
  const assigned = items
    .map((each) => (typeof each === 'string' ? each : `${each.local.js} = ${writeCoercion(each.local, each.code)};`))
    .join(' ')
  return `${declared.length === 0 ? '' : `let ${declared.join(', ')};`} { const list = ${list}; ${assigned} }`
}

function writeLoop(context: Context, body: readonly Statement[]): string {
  return context.inPlace({ ...context.place, loops: context.place.loops + 1 }, () => context.block(body, false))
}

function writeFor(context: Context, { init, condition, update, body }: Extract<Statement, { kind: 'for' }>): string {
  return context.inScope(() => {
    const start = init.map((each) => writeStatement(context, each, false)).join(' ')
    const test = condition === undefined ? '' : writeCondition(context, condition)
    const step = update.map((each) => writeEffect(context, each)).join(', ')
    return `{ ${start} for (; ${test}; ${step}) {${writeLoop(context, body)}} }`
  })
}

function writeForIn(context: Context, { variable, list, body }: Extract<Statement, { kind: 'forIn' }>): string {
  const values = context.value(list)
  // A range of ints needs no iterator: those of the engine are slow.
  const isCounting = list.kind === 'range' && isKnown(context, list.from, 'int') && isKnown(context, list.to, 'int')
  return context.inScope(() => {
    const local = context.scope.declare(variable, variable.name, runtimeType(variable.type))
    const [head, item] = isCounting
      ? [`const span = ${values}; for (let turn = 0; turn < span.size; turn++)`, 'span.from + turn * span.step']
      : [`for (const each of iterate(${values}))`, 'each']
    const known = isCounting ? 'int' : undefined
    return `{ let ${local.js}; ${head} { ${local.js} = ${writeCoercion(local, item, known)}; ${writeLoop(context, body)}} }`
  })
}

/** Finds the matching case first, so that cases fall through as they do in JavaScript. */
function writeSwitch(context: Context, subject: Expression, cases: readonly SwitchCase[], isLast: boolean): string {
  const value = context.value(subject)
  const found = cases
    .map(({ test }, index) =>
      test === undefined ? '' : `isCase(${writeCaseValue(context, test)}, subject) ? ${index} : `,
    )
    .join('')
  const fallback = cases.findIndex(({ test }) => test === undefined)
  const bodies = context.inPlace({ ...context.place, switches: context.place.switches + 1 }, () =>
    cases.map(({ body, line, column }, index) => {
      const code = isLast ? writeSwitchBody(context, body, index === cases.length - 1) : context.block(body, false)
      return `${mark({ line, column })}case ${index}: {${code}}`
    }),
  )
  return `{ const subject = ${value}; switch (${found}${fallback}) {${bodies.join(' ')}} }`
}

/** A case of a switch whose value is the result of the function: the statement before `break` yields it. */
function writeSwitchBody(context: Context, body: readonly Statement[], isEnd: boolean): string {
  const isBroken = body.at(-1)?.kind === 'break'
  return `${context.block(isBroken ? body.slice(0, -1) : body, isBroken || isEnd)}${isBroken ? ' break;' : ''}`
}

function writeCatches(context: Context, catches: readonly Catch[], isLast: boolean): string {
  const branches = catches.map(({ types, name, body, ...at }) =>
    context.inScope(() => {
      const local = context.scope.declare(at, name, 'Object')
      const test = types.map((type) => `isException(error, ${quote(type.name)})`).join(' || ')
      return `if (${test}) { let ${local.js} = error;${context.block(body, isLast)}}`
    }),
  )
  return `error = caught(error); ${branches.join(' else ')} else throw error;`
}

/** An expression whose value is not used. */
function writeEffect(context: Context, expression: Expression): string {
  if (expression.kind === 'step' && !expression.isPrefix) return context.value({ ...expression, isPrefix: true })
  return context.value(expression)
}

function initialValue({ name }: TypeName): string {
  if (name === 'int') return '0'
  if (name === 'long') return '0n'
  if (name === 'double') return 'double(0)'
  return name === 'boolean' ? 'false' : 'null'
}
