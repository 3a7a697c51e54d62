import { methodNames, staticNames } from '../runtime/names.js'
import { type Position, ScriptProblem } from '../problem.ts'
import { findKeys, findShared } from './assignments.ts'
import { readNumber } from './numbers.ts'
import { refuse, refuseName } from './problems.ts'
import { type Local, Scope } from './scope.ts'
import type {
  Argument,
  Catch,
  Closure,
  Expression,
  Method,
  Parameter,
  Script,
  Statement,
  SwitchCase,
  TypeName,
  Variable,
} from './tree.ts'
import { exceptionTypes, isType, typeNames, withoutPackage } from './types.ts'

/** Objects that the host hands to each run. */
export const hostNames: readonly string[] = [
  'msgContext',
  'sceneContext',
  'tags',
  'history',
  'devices',
  'alarms',
  'log',
]
/** Functions that a script can call without an object. */
const functions: ReadonlySet<string> = new Set(['println', 'print', 'printf'])

const binary: Readonly<Record<string, string>> = {
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
const tests: Readonly<Record<string, string>> = {
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
const rawTests: Readonly<Record<string, string>> = {
  '==': '===',
  '!=': '!==',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}
const rawSums: Readonly<Record<string, string>> = { '+': '+', '-': '-' }

/** Encloses a line number in the generated text. `layOut` turns it into a line break and a row of the line table. */
const mark = (line: number): string => `\u0001${line}\u0002`
const quote = (text: string): string =>
  JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** Writes the JavaScript of a script, with marks of source lines. Throws a ScriptProblem for unknown names and methods. */
export function generate(script: Script): string {
  return new Generator(script).write()
}

interface Place {
  /** Inside a closure `return` ends the closure, and `break` does not reach the loop around it. */
  readonly loops: number
  readonly switches: number
}

/** One class for the whole tree: each kind of expression and statement has its method, and all share the scope. */
class Generator {
  private readonly script: Script
  private readonly methods = new Map<string, Method>()
  /** Variables that a script assigns without declaring them: shared with its methods. */
  private readonly shared = new Set<string>()
  /** Names of map keys: such an entry may be a closure, which is called like a method. */
  private readonly keys = new Set<string>()
  private readonly constants = new Map<string, string>()
  private scope = new Scope()
  private place: Place = { loops: 0, switches: 0 }
  private isInMethod = false
  private bodyNames: ReadonlySet<string> = new Set()

  constructor(script: Script) {
    this.script = script
    for (const method of script.methods) {
      if (this.methods.has(method.name))
        throw new ScriptProblem(method, method.name.length, {
          en: `The method ${method.name} is declared twice.`,
          zh: `方法 ${method.name} 声明了两次。`,
        })
      this.methods.set(method.name, method)
    }
    findShared(script, (name) => this.shared.add(name))
    findKeys(script, (name) => this.keys.add(name))
  }

  write(): string {
    this.bodyNames = new Set(
      this.script.body.flatMap((each) =>
        each.kind === 'variables' || each.kind === 'multiple' ? each.variables.map(({ name }) => name) : [],
      ),
    )
    const methods = this.script.methods.map((each) => this.method(each)).join('\n')
    this.isInMethod = false
    this.scope = new Scope()
    const body = this.body(this.script.body)
    const constants = [...this.constants].map(([code, name]) => `const ${name} = ${code};`).join(' ')
    const shared = [...this.shared].map((name) => `let s_${name};`).join(' ')
    const reset = [...this.shared].map((name) => `s_${name} = undefined;`).join(' ')
    return `${constants} ${shared}\n${methods}\nreturn function run() { ${reset} ${body} };`
  }

  private method({ name, parameters, body, type }: Method): string {
    this.isInMethod = true
    this.scope = new Scope()
    const head = this.parameters(parameters)
    const code = `function m_${name}(${head.list}) {${head.checks}${this.body(body)}}`
    const result = typeNames.get(type.name)
    return result === undefined || result === 'Object'
      ? code
      : `function m_${name}(${head.list}) { return cast(${quote(result)}, inner_${name}(${head.names})); }\n${code.replace(`function m_${name}`, `function inner_${name}`)}`
  }

  private parameters(parameters: readonly Parameter[]): {
    readonly list: string
    readonly checks: string
    readonly names: string
  } {
    let checks = ''
    let hasInitial = false
    const list = parameters.map(({ name, type, initial, ...at }) => {
      const local = this.scope.declare(at, name, runtimeType(type))
      if (local.type !== 'Object') checks += `${local.js} = argument(${quote(local.type)}, ${local.js});`
      if (hasInitial && initial === undefined)
        throw new ScriptProblem(at, name.length, {
          en: 'Parameters with a default value come last.',
          zh: '带默认值的参数必须放在最后。',
        })
      hasInitial = initial !== undefined
      return initial === undefined ? local.js : `${local.js} = ${this.value(initial)}`
    })
    return { list: list.join(', '), checks, names: parameters.map(({ name }) => `v_${name}`).join(', ') }
  }

  /** Statements of a function: the last value is its result. */
  private body(statements: readonly Statement[]): string {
    return `${this.block(statements, true)} return null;`
  }

  private block(statements: readonly Statement[], isLast: boolean): string {
    const outer = this.scope
    this.scope = new Scope(outer)
    const code = statements
      .map((each, index) => mark(each.line) + this.statement(each, isLast && index === statements.length - 1))
      .join(' ')
    this.scope = outer
    return code
  }

  private statement(statement: Statement, isLast: boolean): string {
    switch (statement.kind) {
      case 'expression':
        return isLast ? `return (${this.value(statement.value)});` : `${this.effect(statement.value)};`
      case 'variables': {
        const code = statement.variables.map((each) => this.declaration(each)).join(' ')
        return isLast
          ? `${code} return ${this.scope.find(statement.variables.at(-1)?.name ?? '')?.js ?? 'null'};`
          : code
      }
      case 'multiple':
        return this.multiple(statement.variables, statement.value, statement.isDeclaration)
      case 'if': {
        const no = statement.no === undefined ? '' : ` else {${this.block(statement.no, isLast)}}`
        return `if (${this.condition(statement.condition)}) {${this.block(statement.yes, isLast)}}${no}`
      }
      case 'while': {
        const body = this.loop(statement.body)
        return statement.isAfter
          ? `do {${body}} while (${this.condition(statement.condition)});`
          : `while (${this.condition(statement.condition)}) {${body}}`
      }
      case 'for':
        return this.forLoop(statement)
      case 'forIn':
        return this.forIn(statement)
      case 'switch':
        return this.switch(statement.subject, statement.cases, isLast)
      case 'try': {
        const caught =
          statement.catches.length === 0 ? '' : ` catch (error) {${this.catches(statement.catches, isLast)}}`
        const last = statement.last === undefined ? '' : ` finally {${this.block(statement.last, false)}}`
        return `try {${this.block(statement.body, isLast)}}${caught}${last}`
      }
      case 'return':
        return statement.value === undefined ? 'return null;' : `return (${this.value(statement.value)});`
      case 'throw':
        return `throw throwable(${this.value(statement.value)});`
      case 'assert':
        return `if (!${paren(this.condition(statement.condition))}) throw assertion(${statement.message === undefined ? '' : this.value(statement.message)});`
      case 'break':
      case 'continue':
        if (this.place.loops === 0 && !(statement.kind === 'break' && this.place.switches > 0)) {
          throw new ScriptProblem(statement, statement.kind.length, {
            en: `${statement.kind} is possible only inside a loop${statement.kind === 'break' ? ' or a switch' : ''}. In a closure use return.`,
            zh: `${statement.kind} 只能用于循环${statement.kind === 'break' ? '或 switch' : ''}中，闭包中请用 return。`,
          })
        }
        return `${statement.kind};`
    }
  }

  private declaration({ name, type, value, ...at }: Variable): string {
    const code = value === undefined ? initialValue(type) : this.value(value)
    const local = this.scope.declare(at, name, runtimeType(type))
    return `let ${local.js} = ${value === undefined ? code : this.coerced(local, code, this.typeOf(value))};`
  }

  private multiple(variables: readonly Variable[], value: Expression, isDeclaration: boolean): string {
    const list = this.value(value)
    const items = variables.map(({ name, type, ...at }, index) => {
      const code = `item(list, ${index})`
      if (!isDeclaration) return `${this.assignName(at, name, code)};`
      return { local: this.scope.declare(at, name, runtimeType(type)), code }
    })
    const declared = items.flatMap((each) => (typeof each === 'string' ? [] : [each.local.js]))
    const assigned = items
      .map((each) => (typeof each === 'string' ? each : `${each.local.js} = ${this.coerced(each.local, each.code)};`))
      .join(' ')
    return `${declared.length === 0 ? '' : `let ${declared.join(', ')};`} { const list = ${list}; ${assigned} }`
  }

  private loop(body: readonly Statement[]): string {
    const outer = this.place
    this.place = { ...outer, loops: outer.loops + 1 }
    const code = this.block(body, false)
    this.place = outer
    return code
  }

  private forLoop({ init, condition, update, body }: Extract<Statement, { kind: 'for' }>): string {
    const outer = this.scope
    this.scope = new Scope(outer)
    const start = init.map((each) => this.statement(each, false)).join(' ')
    const test = condition === undefined ? '' : this.condition(condition)
    const step = update.map((each) => this.effect(each)).join(', ')
    const code = `{ ${start} for (; ${test}; ${step}) {${this.loop(body)}} }`
    this.scope = outer
    return code
  }

  private forIn({ variable, list, body }: Extract<Statement, { kind: 'forIn' }>): string {
    const values = this.value(list)
    const outer = this.scope
    this.scope = new Scope(outer)
    const local = this.scope.declare(variable, variable.name, runtimeType(variable.type))
    const code = `{ let ${local.js}; for (const each of iterate(${values})) { ${local.js} = ${this.coerced(local, 'each')}; ${this.loop(body)}} }`
    this.scope = outer
    return code
  }

  /** Finds the matching case first, so that cases fall through as they do in JavaScript. */
  private switch(subject: Expression, cases: readonly SwitchCase[], isLast: boolean): string {
    const value = this.value(subject)
    const found = cases
      .map(({ test }, index) => (test === undefined ? '' : `isCase(${this.caseValue(test)}, subject) ? ${index} : `))
      .join('')
    const fallback = cases.findIndex(({ test }) => test === undefined)
    const outer = this.place
    this.place = { ...outer, switches: outer.switches + 1 }
    const bodies = cases.map(({ body, line }, index) => {
      const code = isLast ? this.switchBody(body, index === cases.length - 1) : this.block(body, false)
      return `${mark(line)}case ${index}: {${code}}`
    })
    this.place = outer
    return `{ const subject = ${value}; switch (${found}${fallback}) {${bodies.join(' ')}} }`
  }

  /** A case of a switch whose value is the result of the function: the statement before `break` yields it. */
  private switchBody(body: readonly Statement[], isEnd: boolean): string {
    const isBroken = body.at(-1)?.kind === 'break'
    return `${this.block(isBroken ? body.slice(0, -1) : body, isBroken || isEnd)}${isBroken ? ' break;' : ''}`
  }

  private caseValue(test: Expression): string {
    if (test.kind === 'name' && this.scope.find(test.name) === undefined && isType(test.name))
      return `classOf(${quote(runtimeType(test))})`
    return this.value(test)
  }

  private catches(catches: readonly Catch[], isLast: boolean): string {
    const branches = catches.map(({ types, name, body, ...at }) => {
      const outer = this.scope
      this.scope = new Scope(outer)
      const local = this.scope.declare(at, name, 'Object')
      const test = types.map((type) => `isException(error, ${quote(type.name)})`).join(' || ')
      const code = `if (${test}) { let ${local.js} = error;${this.block(body, isLast)}}`
      this.scope = outer
      return code
    })
    return `error = caught(error); ${branches.join(' else ')} else throw error;`
  }

  /** An expression whose value is not used. */
  private effect(expression: Expression): string {
    if (expression.kind === 'step' && !expression.isPrefix) return this.value({ ...expression, isPrefix: true })
    return this.value(expression)
  }

  private condition(expression: Expression): string {
    const code = this.value(expression)
    return this.typeOf(expression) === 'boolean' ? code : `truth(${code})`
  }

  /** What is known about a value without running: used only to leave out checks of 32-bit numbers and of booleans. */
  private typeOf(expression: Expression): 'int' | 'boolean' | undefined {
    switch (expression.kind) {
      case 'number':
        return /^-?\d{1,9}$/.test(expression.text) ? 'int' : undefined
      case 'constant':
        return typeof expression.value === 'boolean' ? 'boolean' : undefined
      case 'name': {
        const type = this.scope.find(expression.name)?.type
        return type === 'int' || type === 'boolean' ? type : undefined
      }
      case 'unary':
        return expression.operator === '!' ? 'boolean' : undefined
      case 'test':
        return 'boolean'
      case 'binary':
        if (expression.operator in tests || expression.operator === '&&' || expression.operator === '||')
          return 'boolean'
        return (expression.operator in rawSums || expression.operator === '*') &&
          this.typeOf(expression.left) === 'int' &&
          this.typeOf(expression.right) === 'int'
          ? 'int'
          : undefined
      default:
        return undefined
    }
  }

  private coerced({ type }: Local, code: string, known?: string): string {
    return type === 'Object' || type === known ? code : `cast(${quote(type)}, ${code})`
  }

  private value(expression: Expression): string {
    switch (expression.kind) {
      case 'number':
        return this.number(expression, expression.text)
      case 'text':
        return quote(expression.value)
      case 'template':
        return `(${expression.parts.map((part) => (typeof part === 'string' ? quote(part) : `template(${this.value(part)})`)).join(' + ')})`
      case 'constant':
        return String(expression.value)
      case 'name':
        return this.name(expression)
      case 'list':
        return this.list(expression.items)
      case 'map':
        return this.map(expression)
      case 'range':
        return `${mark(expression.line)}range(${this.value(expression.from)}, ${this.value(expression.to)}, ${expression.isExclusive})`
      case 'closure':
        return this.closure(expression)
      case 'unary':
        return this.unary(expression)
      case 'step':
        return this.step(expression)
      case 'binary':
        return this.binary(expression)
      case 'test':
        return `${expression.operator === 'instanceof' ? '' : '!'}isInstance(${this.value(expression.value)}, ${quote(runtimeType(expression.type))})`
      case 'cast':
        return `${mark(expression.line)}${expression.isCoercion ? 'coerce' : 'castTo'}(${quote(runtimeType(expression.type))}, ${this.value(expression.value)})`
      case 'choice':
        return `(${this.condition(expression.condition)} ? ${this.value(expression.yes)} : ${this.value(expression.no)})`
      case 'elvis':
        return `elvis(${this.value(expression.value)}, () => (${this.value(expression.otherwise)}))`
      case 'assign':
        return this.assign(expression)
      case 'property':
        return this.property(expression)
      case 'index':
        return `${mark(expression.line)}${expression.isSafe ? 'atSafe' : 'at'}(${this.value(expression.object)}, ${this.index(expression.index)})`
      case 'call':
        return this.call(expression)
      case 'methodCall':
        return this.methodCall(expression)
      case 'new':
        return this.create(expression.type, expression.args)
    }
  }

  private number(at: Position, text: string): string {
    const { code, isPlain } = readNumber(at, text)
    if (isPlain) return code
    const known = this.constants.get(code) ?? `k_${this.constants.size}`
    this.constants.set(code, known)
    return known
  }

  private name({ name, ...at }: Position & { readonly name: string }): string {
    const local = this.scope.find(name)
    if (local) return local.js
    if (hostNames.includes(name)) return name
    if (name === 'it') return refuseName(at, name, 'name', [])
    if (this.shared.has(name)) return `${mark(at.line)}shared(s_${name}, ${quote(name)})`
    if (name in staticNames) return `statics.${name}`
    if (isType(name)) return `classOf(${quote(runtimeType({ ...at, name }))})`
    if (this.isInMethod && this.bodyNames.has(name)) {
      throw new ScriptProblem(at, name.length, {
        en: `A method cannot read the variable ${name}, which is declared with a type or def. Pass it as an argument, or declare it without def.`,
        zh: `方法不能读取用 def 或类型声明的变量 ${name}，请作为参数传入，或去掉 def。`,
      })
    }
    return refuseName(at, name, 'name', [
      ...this.scope.names(),
      ...this.shared,
      ...hostNames,
      ...Object.keys(staticNames),
    ])
  }

  private list(items: readonly Argument[]): string {
    return `[${items.map(({ value, isSpread }) => (isSpread ? `...iterate(${this.value(value)})` : this.value(value))).join(', ')}]`
  }

  private map({ entries }: Extract<Expression, { kind: 'map' }>): string {
    if (entries.every(({ key }) => key !== undefined))
      return `newMap(${entries.flatMap(({ key, value }) => (key === undefined ? [] : [this.value(key), this.value(value)])).join(', ')})`
    return `joinMaps(${entries.map(({ key, value }) => (key === undefined ? this.value(value) : `newMap(${this.value(key)}, ${this.value(value)})`)).join(', ')})`
  }

  private closure({ parameters, body }: Closure): string {
    const [outerScope, outerPlace] = [this.scope, this.place]
    this.scope = new Scope(parameters === undefined ? new HiddenIt(outerScope) : outerScope)
    this.place = { loops: 0, switches: 0 }
    const it: readonly Parameter[] = [
      { line: 1, column: 1, name: 'it', type: { line: 1, column: 1, name: 'def' }, initial: undefined },
    ]
    const { list, checks } = this.parameters(parameters ?? it)
    const code = `(${list}) => {${checks}${this.body(body)}}`
    const optional = (parameters ?? []).filter(({ initial }) => initial !== undefined).length
    this.scope = outerScope
    this.place = outerPlace
    if (optional > 0) return `withDefaults((${code}), ${parameters?.length ?? 0})`
    return `(${code})`
  }

  private unary({ operator, operand, ...at }: Extract<Expression, { kind: 'unary' }>): string {
    if (operator === '!') return `!${paren(this.condition(operand))}`
    if (operator === '+' && operand.kind === 'number') return this.value(operand)
    return `${mark(at.line)}${operator === '-' ? 'negate' : operator === '+' ? 'positive' : 'complement'}(${this.value(operand)})`
  }

  private step({ operator, isPrefix, target, ...at }: Extract<Expression, { kind: 'step' }>): string {
    const operation = operator === '++' ? 'add' : 'sub'
    if (target.kind === 'name') {
      const local = this.scope.find(target.name)
      const old = this.value(target)
      const next =
        local?.type === 'int'
          ? `(${old} ${operator === '++' ? '+' : '-'} 1) | 0`
          : `${operator === '++' ? 'next' : 'previous'}(${old})`
      const assigned = this.assignName(target, target.name, next, local?.type)
      return isPrefix ? `(${assigned})` : `first(${old}, ${assigned})`
    }
    if (target.kind !== 'property' && target.kind !== 'index')
      throw new ScriptProblem(at, 2, {
        en: `${operator} needs a variable, a property or an element.`,
        zh: `${operator} 只能用于变量、属性或元素。`,
      })
    return this.change(target, `(old) => ${operation}(old, 1)`, !isPrefix)
  }

  private change(target: Extract<Expression, { kind: 'property' | 'index' }>, change: string, isOld: boolean): string {
    const [name, key] =
      target.kind === 'property'
        ? ['changeProperty', this.propertyName(target.name)]
        : ['changeAt', this.index(target.index)]
    return `${mark(target.line)}${name}(${this.value(target.object)}, ${key}, ${change}${isOld ? ', true' : ''})`
  }

  private binary({ operator, left, right, ...at }: Extract<Expression, { kind: 'binary' }>): string {
    if (operator === '&&' || operator === '||') return `(${this.condition(left)} ${operator} ${this.condition(right)})`
    const [a, b] = [
      this.value(left),
      operator === 'in' || operator === '!in' ? this.caseValue(right) : this.value(right),
    ]
    if (this.typeOf(left) === 'int' && this.typeOf(right) === 'int') {
      if (operator in rawTests) return `(${a} ${rawTests[operator] ?? ''} ${b})`
      if (operator in rawSums) return `((${a} ${operator} ${b}) | 0)`
    }
    if ((operator === '==' || operator === '!=') && (isNull(left) || isNull(right)))
      return `(${a} ${rawTests[operator] ?? ''} ${b})`
    return `${mark(at.line)}${binary[operator] ?? tests[operator] ?? ''}(${a}, ${b})`
  }

  private assign({ operator, target, value, ...at }: Extract<Expression, { kind: 'assign' }>): string {
    if (operator === '=') {
      if (target.kind === 'name')
        return `(${this.assignName(target, target.name, this.value(value), this.typeOf(value))})`
      if (target.kind === 'property')
        return `${mark(target.line)}setProperty(${this.value(target.object)}, ${this.propertyName(target.name)}, ${this.value(value)}${target.access === '?.' ? ', true' : ''})`
      if (target.kind === 'index')
        return `${mark(target.line)}setAt(${this.value(target.object)}, ${this.index(target.index)}, ${this.value(value)})`
    }
    const sign = operator.slice(0, -1)
    const combined = (old: string): string =>
      sign === '?'
        ? `elvis(${old}, () => (${this.value(value)}))`
        : `${mark(at.line)}${binary[sign] ?? ''}(${old}, ${this.value(value)})`
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
        ? `(${this.assignName(target, target.name, combined(this.value(target)))})`
        : `(${this.assignName(target, target.name, this.value(whole), this.typeOf(whole))})`
    }
    if (target.kind === 'property' || target.kind === 'index')
      return this.change(target, `(old) => ${combined('old')}`, false)
    throw new ScriptProblem(at, 1, {
      en: 'Only a variable, a property or an element can be assigned.',
      zh: '只能给变量、属性或元素赋值。',
    })
  }

  private assignName(at: Position, name: string, code: string, known?: string): string {
    const local = this.scope.find(name)
    if (local) return `${local.js} = ${this.coerced(local, code, known)}`
    if (this.shared.has(name)) return `s_${name} = ${code}`
    throw new ScriptProblem(at, name.length, { en: `${name} cannot be assigned.`, zh: `不能给 ${name} 赋值。` })
  }

  private propertyName(name: string | Expression): string {
    return typeof name === 'string' ? quote(name) : this.value(name)
  }

  private index(index: readonly Expression[]): string {
    const [only] = index
    return index.length === 1 && only ? this.value(only) : `[${index.map((each) => this.value(each)).join(', ')}]`
  }

  private property(expression: Extract<Expression, { kind: 'property' }>): string {
    const { object, name, access, ...at } = expression
    if (typeof name === 'string' && object.kind === 'name' && this.isStatic(object.name))
      this.checkStatic(at, object.name, name, true)
    const code = this.propertyName(name)
    if (access === '*.') return `${mark(at.line)}spread(${this.value(object)}, (each) => getProperty(each, ${code}))`
    return `${mark(at.line)}${access === '?.' ? 'getPropertySafe' : 'getProperty'}(${this.value(object)}, ${code})`
  }

  private isStatic(name: string): boolean {
    return this.scope.find(name) === undefined && !this.shared.has(name) && name in staticNames
  }

  private checkStatic(at: Position, owner: string, name: string, isProperty: boolean): void {
    const known = staticNames[owner] ?? []
    if (!known.includes(name) && !(isProperty && known.includes(`get${name}`)))
      refuseName(
        at,
        `${owner}.${name}`,
        'static',
        known.map((each) => `${owner}.${each}`),
      )
  }

  private call({ callee, args, ...at }: Extract<Expression, { kind: 'call' }>): string {
    if (callee.kind === 'name' && this.scope.find(callee.name) === undefined) {
      const { name } = callee
      const method = this.methods.get(name)
      if (method) return this.methodOfScript(at, method, args)
      if (functions.has(name)) return `${mark(at.line)}${name}(${this.arguments(args)})`
      if (!this.shared.has(name))
        refuseName(callee, name, 'method', [...this.methods.keys(), ...functions, ...methodNames])
    }
    return `${mark(at.line)}invoke(${[this.value(callee), ...this.argumentList(args)].join(', ')})`
  }

  private methodOfScript(at: Position, { name, parameters }: Method, args: readonly Argument[]): string {
    const min = parameters.filter(({ initial }) => initial === undefined).length
    const isSpread = args.some((each) => each.isSpread)
    if (!isSpread && (args.length < min || args.length > parameters.length)) {
      const count = min === parameters.length ? String(min) : `${min}–${parameters.length}`
      throw new ScriptProblem(at, name.length, {
        en: `The method ${name} needs ${count} arguments, but the call has ${args.length}.`,
        zh: `方法 ${name} 需要 ${count} 个参数，调用时给了 ${args.length} 个。`,
      })
    }
    return `${mark(at.line)}m_${name}(${this.arguments(args)})`
  }

  private argumentList(args: readonly Argument[]): string[] {
    return args.map(({ value, isSpread }) => (isSpread ? `...iterate(${this.value(value)})` : this.value(value)))
  }

  private arguments(args: readonly Argument[]): string {
    return this.argumentList(args).join(', ')
  }

  private methodCall({
    object,
    name,
    args,
    access,
    nameAt,
    ...at
  }: Extract<Expression, { kind: 'methodCall' }>): string {
    const owner = this.value(object)
    if (object.kind === 'name' && this.isStatic(object.name)) this.checkStatic(nameAt, object.name, name, false)
    else if (!methodNames.has(name) && !this.keys.has(name)) refuseName(nameAt, name, 'method', methodNames)
    if (name === 'remove' && args[0]?.value.kind === 'cast' && args[0].value.type.name === 'Object')
      return this.methodCall({ object, name: 'removeElement', args, access, nameAt, ...at, kind: 'methodCall' })
    const list = this.argumentList(args)
    const size = args.some((each) => each.isSpread) || args.length > 3 ? '' : String(args.length)
    const code = (target: string): string => `${mark(at.line)}call${size}(${[target, quote(name), ...list].join(', ')})`
    if (access === '?.') return `safe(${owner}, (each) => ${code('each')})`
    if (access === '*.') return `spread(${owner}, (each) => ${code('each')})`
    return code(owner)
  }

  private create(type: TypeName, args: readonly Argument[]): string {
    if (!constructors.has(type.name) && !exceptionTypes.has(type.name)) refuse(type, 'class', type.name.length)
    const plain = runtimeType(type)
    if (args.length === 0 && (plain === 'JSONObject' || plain === 'JSONArray' || plain === 'List'))
      return plain === 'List' ? '[]' : `new ${plain}()`
    return `${mark(type.line)}create(${[quote(exceptionTypes.has(type.name) ? type.name : runtimeType(type)), ...this.argumentList(args)].join(', ')})`
  }
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

const runtimeType = ({ name }: { readonly name: string }): string => {
  const plain = withoutPackage(name)
  return typeNames.get(plain) ?? plain
}

function initialValue({ name }: TypeName): string {
  if (name === 'int') return '0'
  if (name === 'long') return '0n'
  if (name === 'double') return 'double(0)'
  return name === 'boolean' ? 'false' : 'null'
}

const isNull = (expression: Expression): boolean => expression.kind === 'constant' && expression.value === null
const paren = (code: string): string => `(${code})`
