import { ScriptProblem } from '../../problem.ts'
import { Scope } from '../scope.ts'
import type { Method, Parameter, Script, Statement } from '../tree.ts'
import { typeNames } from '../types.ts'
import { Context, type Head, mark, quote, runtimeType } from './context.ts'
import { writeStatement } from './statements.ts'
import { writeValue } from './values.ts'

/** Writes the JavaScript of a script, with marks of source lines. Throws a ScriptProblem for unknown names and methods. */
export function generate(script: Script): string {
  const context = new Context(script, { value: writeValue, block: writeBlock, parameters: writeParameters })
  const methods = script.methods.map((each) => writeMethod(context, each)).join('\n')
  context.isInMethod = false
  context.scope = new Scope()
  const body = context.body(script.body)
  const shared = [...context.shared].map((name) => `let s_${name};`).join(' ')
  const reset = [...context.shared].map((name) => `s_${name} = undefined;`).join(' ')
  return `${context.writeConstants()} let held; ${shared}\n${methods}\nreturn function run() { ${reset} ${body} };`
}

function writeMethod(context: Context, { name, parameters, body, type }: Method): string {
  context.isInMethod = true
  context.scope = new Scope()
  const head = context.parameters(parameters)
  const code = `function m_${name}(${head.list}) {${head.checks}${context.body(body)}}`
  const result = typeNames.get(type.name)
  return result === undefined || result === 'Object'
    ? code
    : `function m_${name}(${head.list}) { return cast(${quote(result)}, inner_${name}(${head.names})); }\n${code.replace(`function m_${name}`, `function inner_${name}`)}`
}

function writeParameters(context: Context, parameters: readonly Parameter[]): Head {
  let checks = ''
  let hasInitial = false
  const list = parameters.map(({ name, type, initial, ...at }) => {
    const local = context.scope.declare(at, name, runtimeType(type))
    if (local.type !== 'Object') checks += `${local.js} = argument(${quote(local.type)}, ${local.js});`
    if (hasInitial && initial === undefined)
      throw new ScriptProblem(at, name.length, {
        en: 'Parameters with a default value come last.',
        zh: '带默认值的参数必须放在最后。',
      })
    hasInitial = initial !== undefined
    return initial === undefined ? local.js : `${local.js} = ${context.value(initial)}`
  })
  return { list: list.join(', '), checks, names: parameters.map(({ name }) => `v_${name}`).join(', ') }
}

function writeBlock(context: Context, statements: readonly Statement[], isLast: boolean): string {
  return context.inScope(() =>
    statements
      .map((each, index) => mark(each) + writeStatement(context, each, isLast && index === statements.length - 1))
      .join(' '),
  )
}
