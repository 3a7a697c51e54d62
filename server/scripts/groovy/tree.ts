import type { Position } from '../problem.ts'

/** A type as written, without type arguments: `def` is any type. */
export interface TypeName extends Position {
  readonly name: string
}

export interface Parameter extends Position {
  readonly name: string
  readonly type: TypeName
  readonly initial: Expression | undefined
}

export type Expression = Position &
  (
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'template'; readonly parts: readonly (string | Expression)[] }
    | { readonly kind: 'constant'; readonly value: true | false | null }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'list'; readonly items: readonly Argument[] }
    | { readonly kind: 'map'; readonly entries: readonly MapEntry[] }
    | { readonly kind: 'range'; readonly from: Expression; readonly to: Expression; readonly isExclusive: boolean }
    | Closure
    | { readonly kind: 'unary'; readonly operator: '-' | '+' | '!' | '~'; readonly operand: Expression }
    | { readonly kind: 'step'; readonly operator: '++' | '--'; readonly isPrefix: boolean; readonly target: Expression }
    | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
    | {
        readonly kind: 'test'
        readonly operator: 'instanceof' | '!instanceof'
        readonly value: Expression
        readonly type: TypeName
      }
    | { readonly kind: 'cast'; readonly value: Expression; readonly type: TypeName; readonly isCoercion: boolean }
    | { readonly kind: 'choice'; readonly condition: Expression; readonly yes: Expression; readonly no: Expression }
    | { readonly kind: 'elvis'; readonly value: Expression; readonly otherwise: Expression }
    | { readonly kind: 'assign'; readonly operator: string; readonly target: Expression; readonly value: Expression }
    | {
        readonly kind: 'property'
        readonly object: Expression
        readonly name: string | Expression
        readonly access: Access
      }
    | {
        readonly kind: 'index'
        readonly object: Expression
        readonly index: readonly Expression[]
        readonly isSafe: boolean
      }
    | { readonly kind: 'call'; readonly callee: Expression; readonly args: readonly Argument[] }
    | {
        readonly kind: 'methodCall'
        readonly object: Expression
        readonly name: string
        readonly args: readonly Argument[]
        readonly access: Access
        readonly nameAt: Position
      }
    | { readonly kind: 'new'; readonly type: TypeName; readonly args: readonly Argument[] }
  )

/** `.` plain, `?.` null-safe, `*.` on every element. */
export type Access = '.' | '?.' | '*.'

export type Closure = Position & {
  readonly kind: 'closure'
  /** Undefined: one implicit parameter `it`. */
  readonly parameters: readonly Parameter[] | undefined
  readonly body: readonly Statement[]
}

/** An argument or list item; with `isSpread` each element of the value is one. */
export interface Argument {
  readonly value: Expression
  readonly isSpread: boolean
}

/** Without a key the value is a map whose entries are added. */
export interface MapEntry {
  readonly key: Expression | undefined
  readonly value: Expression
}

export interface Variable extends Position {
  readonly name: string
  readonly type: TypeName
  readonly value: Expression | undefined
}

export type Statement = Position &
  (
    | { readonly kind: 'expression'; readonly value: Expression }
    | { readonly kind: 'variables'; readonly variables: readonly Variable[] }
    | {
        readonly kind: 'multiple'
        readonly variables: readonly Variable[]
        readonly value: Expression
        readonly isDeclaration: boolean
      }
    | {
        readonly kind: 'if'
        readonly condition: Expression
        readonly yes: readonly Statement[]
        readonly no: readonly Statement[] | undefined
      }
    | {
        readonly kind: 'while'
        readonly condition: Expression
        readonly body: readonly Statement[]
        readonly isAfter: boolean
      }
    | {
        readonly kind: 'for'
        readonly init: readonly Statement[]
        readonly condition: Expression | undefined
        readonly update: readonly Expression[]
        readonly body: readonly Statement[]
      }
    | {
        readonly kind: 'forIn'
        readonly variable: Variable
        readonly list: Expression
        readonly body: readonly Statement[]
      }
    | { readonly kind: 'switch'; readonly subject: Expression; readonly cases: readonly SwitchCase[] }
    | {
        readonly kind: 'try'
        readonly body: readonly Statement[]
        readonly catches: readonly Catch[]
        readonly last: readonly Statement[] | undefined
      }
    | { readonly kind: 'return'; readonly value: Expression | undefined }
    | { readonly kind: 'throw'; readonly value: Expression }
    | { readonly kind: 'assert'; readonly condition: Expression; readonly message: Expression | undefined }
    | { readonly kind: 'break' | 'continue' }
  )

export interface SwitchCase extends Position {
  /** Undefined: `default`. */
  readonly test: Expression | undefined
  readonly body: readonly Statement[]
}

export interface Catch extends Position {
  readonly types: readonly TypeName[]
  readonly name: string
  readonly body: readonly Statement[]
}

export interface Method extends Position {
  readonly name: string
  readonly type: TypeName
  readonly parameters: readonly Parameter[]
  readonly body: readonly Statement[]
}

export interface Script {
  readonly methods: readonly Method[]
  readonly body: readonly Statement[]
}
