import { type Position, ScriptProblem } from '../problem.ts'
import { ExpressionParser } from './expressions.ts'
import { type Token, readTokens } from './lexer.ts'
import { imports, refuse, refuseImport, refuseType } from './problems.ts'
import type { Catch, Expression, Method, Script, Statement, SwitchCase, TypeName, Variable } from './tree.ts'
import { exceptionTypes, isType } from './types.ts'

const modifiers: ReadonlySet<string> = new Set(['private', 'public', 'protected', 'static', 'final'])
/** Words at the start of a statement that are refused by name. */
const refused: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'trait', 'package', 'synchronized', 'goto'])
const maxDepth = 60

/** Reads a script. Throws a ScriptProblem for the first construct that is not understood or not part of the subset. */
export function parseGroovy(source: string): Script {
  return new Parser(readTokens(source)).parseScript()
}

class Parser extends ExpressionParser {
  private readonly methods: Method[] = []
  private blockDepth = 0

  parseScript(): Script {
    const body: Statement[] = []
    while (this.token.kind !== 'end') {
      if (this.take(';')) continue
      if (this.isWord('import')) this.parseImport()
      else {
        const method = this.parseMethod()
        if (method === undefined) body.push(...this.parseStatement())
        else this.methods.push(method)
        this.endStatement()
      }
    }
    return { methods: this.methods, body }
  }

  protected parsePlaceholder(tokens: readonly Token[]): Expression {
    const parser = new Parser(tokens)
    if (parser.isEnd()) return { kind: 'constant', line: parser.token.line, column: parser.token.column, value: null }
    if (parser.isSign('->')) refuse(parser.token, 'lazyString', 2)
    const value = parser.parseExpression()
    if (!parser.isEnd()) parser.fail({ en: '}', zh: '}' })
    return value
  }

  private isEnd(): boolean {
    return this.token.kind === 'end'
  }

  private parseImport(): void {
    const start = this.next()
    const isStatic = this.takeWord('static')
    const first = this.expectName()
    let name = first.word
    while (this.take('.')) name += `.${this.take('*') ? '*' : this.expectName().word}`
    if (isStatic || !imports.includes(name)) refuseImport(first, name)
    if (this.isWord('as')) this.fail({ en: 'the end of the line', zh: '行末' })
    if (this.token.line === start.line && !this.isSign(';')) this.fail({ en: 'the end of the line', zh: '行末' })
  }

  private endStatement(): void {
    if (this.take(';') || this.token.isFirst || this.token.kind === 'end' || this.isSign('}')) return
    if (this.isWord('else') || this.isWord('case') || this.isWord('default')) return
    this.fail({ en: 'a new line or ;', zh: '换行或 ;' })
  }

  protected parseStatements(close: '}'): Statement[] {
    if (++this.blockDepth > maxDepth)
      throw new ScriptProblem(this.token, 1, { en: 'Blocks are nested too deeply.', zh: '代码块嵌套过深。' })
    const found: Statement[] = []
    while (!this.isSign(close) && this.token.kind !== 'end' && !this.isCase()) {
      if (this.take(';')) continue
      found.push(...this.parseStatement())
      this.endStatement()
    }
    this.blockDepth--
    return found
  }

  private isCase(): boolean {
    return this.isWord('case') || (this.isWord('default') && this.isSign(':', 1))
  }

  /** A block, or one statement without braces. */
  private parseBody(): Statement[] {
    if (this.isSign(';')) {
      this.next()
      return []
    }
    if (!this.take('{')) return this.parseStatement()
    const found = this.parseStatements('}')
    this.expect('}')
    return found
  }

  private parseBlock(): Statement[] {
    this.expect('{')
    const found = this.parseStatements('}')
    this.expect('}')
    return found
  }

  /** Usually one statement; `for` without braces and others may have none. */
  private parseStatement(): Statement[] {
    const { token } = this
    const at = { line: token.line, column: token.column }
    if (this.isSign('{') && !this.isClosureAhead()) refuse(token, 'block', 1)
    if (token.kind !== 'name') return [this.parseExpressionStatement(at)]
    if (refused.has(token.word) && this.peek(1).kind === 'name') refuse(token, token.word)
    if (token.word === 'import')
      throw new ScriptProblem(token, token.length, {
        en: 'Imports stand at the top of a script.',
        zh: 'import 必须放在脚本开头。',
      })
    if (this.isSign(':', 1) && !this.isSign('::', 1)) refuse(token, 'label', token.length)
    switch (token.word) {
      case 'if':
        return [this.parseIf(at)]
      case 'while':
        return [this.parseWhile(at)]
      case 'do':
        return [this.parseDo(at)]
      case 'for':
        return [this.parseFor(at)]
      case 'switch':
        return [this.parseSwitch(at)]
      case 'try':
        return [this.parseTry(at)]
      case 'return': {
        this.next()
        const isEmpty = this.token.isFirst || this.token.kind === 'end' || this.isSign(';') || this.isSign('}')
        return [{ kind: 'return', ...at, value: isEmpty ? undefined : this.parseExpression() }]
      }
      case 'throw':
        this.next()
        return [{ kind: 'throw', ...at, value: this.parseExpression() }]
      case 'assert': {
        this.next()
        const condition = this.parseExpression()
        return [
          {
            kind: 'assert',
            ...at,
            condition,
            message: this.take(':') || this.take(',') ? this.parseExpression() : undefined,
          },
        ]
      }
      case 'break':
      case 'continue':
        this.next()
        if (this.token.kind === 'name' && !this.token.isFirst && !this.isWord('else'))
          refuse(this.token, 'label', this.token.length)
        return [{ kind: token.word, ...at }]
      default:
        return [this.parseDeclaration(at) ?? this.parseExpressionStatement(at)]
    }
  }

  private parseExpressionStatement(at: Position): Statement {
    const multiple = this.attempt(() => this.parseMultipleAssignment(at))
    if (multiple !== undefined) return multiple
    const value = this.parseExpression()
    return { kind: 'expression', ...at, value: this.parseCommand(value) ?? value }
  }

  /** `(a, b) = list` */
  private parseMultipleAssignment(at: Position): Statement | undefined {
    if (!this.take('(')) return undefined
    const variables: Variable[] = []
    do {
      const { kind, word, line, column } = this.next()
      if (kind !== 'name') return undefined
      variables.push({ line, column, name: word, type: { line, column, name: 'def' }, value: undefined })
    } while (this.take(','))
    if (!this.take(')') || !this.take('=')) return undefined
    return { kind: 'multiple', ...at, variables, value: this.parseExpression(), isDeclaration: false }
  }

  private parseDeclaration(at: Position): Statement | undefined {
    return this.attempt(() => {
      let hasModifier = false
      while (this.token.kind === 'name' && modifiers.has(this.token.word)) {
        this.next()
        hasModifier = true
      }
      const written = this.isSign('=', 1) ? undefined : this.readType()
      if (written === undefined && !hasModifier) return undefined
      const type = written ?? { ...at, name: 'def' }
      if (this.isSign('(') && type.name === 'def') return this.parseMultipleDeclaration(at)
      if (this.token.kind !== 'name' || this.token.isFirst || operatorWords.test(this.token.word)) return undefined
      if (this.isSign('(', 1))
        throw new ScriptProblem(this.token, this.token.length, {
          en: 'A method must not be declared inside another block.',
          zh: '方法不能声明在其他代码块内部。',
        })
      if (!isType(type.name)) refuseType(type, type.name)
      return { kind: 'variables', ...at, variables: this.parseVariables(type) } as const
    })
  }

  private parseVariables(type: TypeName): Variable[] {
    const found: Variable[] = []
    do {
      const { word, line, column } = this.expectName()
      found.push({ line, column, name: word, type, value: this.take('=') ? this.parseExpression() : undefined })
    } while (this.take(','))
    return found
  }

  private parseMultipleDeclaration(at: Position): Statement {
    this.expect('(')
    const variables: Variable[] = []
    do {
      const isTyped = !(this.isSign(',', 1) || this.isSign(')', 1))
      const type = isTyped ? this.parseType() : { ...at, name: 'def' }
      const { word, line, column } = this.expectName()
      variables.push({ line, column, name: word, type, value: undefined })
    } while (this.take(','))
    this.expect(')')
    this.expect('=')
    return { kind: 'multiple', ...at, variables, value: this.parseExpression(), isDeclaration: true }
  }

  /** A method of the script, only at its top level. */
  private parseMethod(): Method | undefined {
    return this.attempt(() => {
      const { line, column } = this.token
      let hasModifier = false
      while (this.token.kind === 'name' && modifiers.has(this.token.word)) {
        this.next()
        hasModifier = true
      }
      const isUntyped = hasModifier && this.token.kind === 'name' && this.isSign('(', 1)
      const type = isUntyped ? { line, column, name: 'def' } : this.readType()
      if (type === undefined || this.token.kind !== 'name' || this.token.isFirst || !this.isSign('(', 1))
        return undefined
      if (!isType(type.name)) refuseType(type, type.name)
      const name = this.next()
      this.expect('(')
      const parameters = this.parseParameters(')')
      this.expect(')')
      if (this.takeWord('throws'))
        do this.parseType()
        while (this.take(','))
      return { line: name.line, column: name.column, name: name.word, type, parameters, body: this.parseBlock() }
    })
  }

  private parseCondition(): Expression {
    this.expect('(')
    const value = this.parseExpression()
    this.expect(')')
    return value
  }

  private parseIf(at: Position): Statement {
    this.next()
    const condition = this.parseCondition()
    const yes = this.parseBody()
    if (this.isSign(';') && this.isWord('else', 1)) this.next()
    const no = this.takeWord('else') ? this.parseBody() : undefined
    return { kind: 'if', ...at, condition, yes, no }
  }

  private parseWhile(at: Position): Statement {
    this.next()
    return { kind: 'while', ...at, condition: this.parseCondition(), body: this.parseBody(), isAfter: false }
  }

  private parseDo(at: Position): Statement {
    this.next()
    const body = this.parseBody()
    this.expectWord('while')
    return { kind: 'while', ...at, condition: this.parseCondition(), body, isAfter: true }
  }

  private parseFor(at: Position): Statement {
    this.next()
    this.expect('(')
    const variable = this.attempt(() => this.readLoopVariable())
    if (variable !== undefined) {
      const list = this.parseExpression()
      this.expect(')')
      return { kind: 'forIn', ...at, variable, list, body: this.parseBody() }
    }
    const init = this.isSign(';') ? [] : this.parseStatement()
    this.expect(';')
    const condition = this.isSign(';') ? undefined : this.parseExpression()
    this.expect(';')
    const update: Expression[] = []
    while (!this.isSign(')')) {
      update.push(this.parseExpression())
      if (!this.take(',')) break
    }
    this.expect(')')
    return { kind: 'for', ...at, init, condition, update, body: this.parseBody() }
  }

  private readLoopVariable(): Variable | undefined {
    this.takeWord('final')
    const isTyped = !(this.isWord('in', 1) || this.isSign(':', 1))
    const type = isTyped ? this.readType() : { line: this.token.line, column: this.token.column, name: 'def' }
    if (type === undefined || this.token.kind !== 'name') return undefined
    const { word, line, column } = this.next()
    if (!this.takeWord('in') && !this.take(':')) return undefined
    if (!isType(type.name)) refuseType(type, type.name)
    return { line, column, name: word, type, value: undefined }
  }

  private parseSwitch(at: Position): Statement {
    this.next()
    const subject = this.parseCondition()
    this.expect('{')
    const cases: SwitchCase[] = []
    while (!this.isSign('}')) {
      const { line, column } = this.token
      if (cases.some(({ test }) => test === undefined)) refuse(this.token, 'switch default', this.token.length)
      const isDefault = this.takeWord('default')
      if (!isDefault) this.expectWord('case')
      const test = isDefault ? undefined : this.parseExpression(2)
      if (test?.kind === 'closure' && this.isSign('->')) refuse(this.token, 'case->', 2)
      if (this.isSign('->') || this.isSign(',')) refuse(this.token, 'case->', this.token.length)
      this.expect(':')
      cases.push({ line, column, test, body: this.parseStatements('}') })
    }
    this.expect('}')
    return { kind: 'switch', ...at, subject, cases }
  }

  private parseTry(at: Position): Statement {
    this.next()
    if (this.isSign('(')) refuse(this.token, 'resources', 1)
    const body = this.parseBlock()
    const catches: Catch[] = []
    while (this.isWord('catch')) catches.push(this.parseCatch())
    const last = this.takeWord('finally') ? this.parseBlock() : undefined
    if (catches.length === 0 && last === undefined) this.fail({ en: 'catch or finally', zh: 'catch 或 finally' })
    return { kind: 'try', ...at, body, catches, last }
  }

  private parseCatch(): Catch {
    const { line, column } = this.next()
    this.expect('(')
    this.takeWord('final')
    const types: TypeName[] = []
    if (this.isSign(')', 1)) types.push({ line, column, name: 'Exception' })
    else
      do types.push(this.parseType())
      while (this.take('|'))
    for (const type of types) if (type.name !== 'def' && !exceptionTypes.has(type.name)) refuseType(type, type.name)
    const name = this.expectName().word
    this.expect(')')
    return { line, column, types, name, body: this.parseBlock() }
  }
}

const operatorWords = /^(?:in|as|instanceof)$/
