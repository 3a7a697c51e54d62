import { type Position, ScriptProblem } from '../problem.ts'

/** What is known about a value without running. */
export interface Known {
  /** Name of the type for the runtime, such as `int` or `JSONObject`. */
  readonly type: string
  /** Whether the value is not null. */
  readonly isPresent: boolean
}

/** What a variable is known to hold, as far as the generator uses it: `int` variables hold 32-bit numbers only. */
export interface Local {
  readonly js: string
  /** Name of the declared type for the runtime, such as `int` or `Object`. */
  readonly type: string
  /** Type of the only value that it ever gets. */
  readonly known?: Known | undefined
}

/** Variables of a block. A function scope ends the search for duplicates at its own blocks only, as Groovy does. */
export class Scope {
  private readonly locals = new Map<string, Local>()
  private readonly parent: Scope | undefined

  constructor(parent?: Scope) {
    this.parent = parent
  }

  find(name: string): Local | undefined {
    return this.locals.get(name) ?? this.parent?.find(name)
  }

  /** Throws a ScriptProblem if the name is already declared in this scope or around it. */
  declare(at: Position, name: string, type: string, known?: Known): Local {
    if (this.find(name))
      throw new ScriptProblem(at, name.length, {
        en: `The variable ${name} is already declared.`,
        zh: `变量 ${name} 已经声明过。`,
      })
    const local = { js: `v_${name}`, type, known }
    this.locals.set(name, local)
    return local
  }

  *names(): Iterable<string> {
    yield* this.locals.keys()
    if (this.parent) yield* this.parent.names()
  }
}
