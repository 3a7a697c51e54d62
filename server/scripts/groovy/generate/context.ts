import { type Position, ScriptProblem } from '../../problem.ts'
import { findKeys, findReassigned, findShared } from '../assignments.ts'
import { Scope } from '../scope.ts'
import type { Expression, Method, Parameter, Script, Statement } from '../tree.ts'
import { typeNames, withoutPackage } from '../types.ts'
import { staticNames } from '../../runtime/names.js'

interface Place {
  /** Inside a closure `return` ends the closure, and `break` does not reach the loop around it. */
  readonly loops: number
  readonly switches: number
}

/** Parameters of a function: their list, checks of their types, and their names for another call. */
export interface Head {
  readonly list: string
  readonly checks: string
  readonly names: string
}

/** What writes the parts of a tree that contain each other. */
export interface Writers {
  value(context: Context, expression: Expression): string
  block(context: Context, statements: readonly Statement[], isLast: boolean): string
  parameters(context: Context, parameters: readonly Parameter[]): Head
}

/** State while one script is written: scope, place, and what was found out about its names. */
export class Context {
  readonly script: Script
  readonly methods = new Map<string, Method>()
  /** Variables that a script assigns without declaring them: shared with its methods. */
  readonly shared = new Set<string>()
  /** Names of map keys: such an entry may be a closure, which is called like a method. */
  readonly keys = new Set<string>()
  /** Names that are assigned again after their declaration. */
  readonly reassigned = new Set<string>()
  scope = new Scope()
  place: Place = { loops: 0, switches: 0 }
  isInMethod = false
  /** Names that the body of the script declares: its methods cannot read them. */
  readonly bodyNames: ReadonlySet<string>
  private readonly constants = new Map<string, string>()
  private readonly writers: Writers

  constructor(script: Script, writers: Writers) {
    this.script = script
    this.writers = writers
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
    findReassigned(script, (name) => this.reassigned.add(name))
    this.bodyNames = new Set(
      script.body.flatMap((each) =>
        each.kind === 'variables' || each.kind === 'multiple' ? each.variables.map(({ name }) => name) : [],
      ),
    )
  }

  value(expression: Expression): string {
    return this.writers.value(this, expression)
  }

  /** Statements in a scope of their own. With `isLast` the last one yields the result of the function. */
  block(statements: readonly Statement[], isLast: boolean): string {
    return this.writers.block(this, statements, isLast)
  }

  parameters(parameters: readonly Parameter[]): Head {
    return this.writers.parameters(this, parameters)
  }

  /** Statements of a function: the last value is its result. */
  body(statements: readonly Statement[]): string {
    return `${this.block(statements, true)} return null;`
  }

  /** Runs `write` in an inner scope. */
  inScope<T>(write: () => T, inner = new Scope(this.scope)): T {
    const outer = this.scope
    this.scope = inner
    const result = write()
    this.scope = outer
    return result
  }

  inPlace<T>(place: Place, write: () => T): T {
    const outer = this.place
    this.place = place
    const result = write()
    this.place = outer
    return result
  }

  /** The name of a value that is made once, when the script is loaded. */
  constant(code: string): string {
    const known = this.constants.get(code) ?? `k_${this.constants.size}`
    this.constants.set(code, known)
    return known
  }

  writeConstants(): string {
    return [...this.constants].map(([code, name]) => `const ${name} = ${code};`).join(' ')
  }

  /** Whether a name is a class with static methods. */
  isStatic(name: string): boolean {
    return this.scope.find(name) === undefined && !this.shared.has(name) && name in staticNames
  }

  /** Whether a name is an object of the host. */
  isHost(name: string): boolean {
    return this.scope.find(name) === undefined && hostNames.includes(name)
  }
}

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

/** Encloses a line number in the generated text. `layOut` turns it into a line break and a row of the line table. */
export const mark = ({ line }: Position): string => `\u0001${line}\u0002`
export const quote = (text: string): string =>
  JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
export const paren = (code: string): string => `(${code})`

export const runtimeType = ({ name }: { readonly name: string }): string => {
  const plain = withoutPackage(name)
  return typeNames.get(plain) ?? plain
}
