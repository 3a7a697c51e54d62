import { type Position, ScriptProblem } from '../problem.ts'
import { ClosureParser } from './closures.ts'
import type { TextPart, Token } from './lexer.ts'
import { refuse, refuseType } from './problems.ts'
import type { Access, Argument, Expression, MapEntry } from './tree.ts'
import { isType } from './types.ts'
import { powers, assignments, prefixPower, notPower, operatorWords, primitives, reserved } from './precedence.ts'

/** Expressions inside expressions; more would exhaust the stack. */
const maxDepth = 150
const operand = { en: 'a value', zh: '值' }

/**
 * Pratt parser for expressions. It is one class because each kind of expression contains the others. Statements, which
 * closures contain, are left to the class that extends it.
 */
export abstract class ExpressionParser extends ClosureParser {
  private depth = 0

  protected abstract parsePlaceholder(tokens: readonly Token[]): Expression

  protected parseExpression(minPower = 0): Expression {
    if (++this.depth > maxDepth)
      throw new ScriptProblem(this.token, 1, { en: 'The expression is nested too deeply.', zh: '表达式嵌套过深。' })
    let left = this.parsePrefix()
    for (;;) {
      const after = this.parseOperator(left, minPower)
      if (after === undefined) break
      left = after
    }
    this.depth--
    return left
  }

  private parseOperator(left: Expression, minPower: number): Expression | undefined {
    const { token } = this
    const at = { line: left.line, column: left.column }
    if (token.kind === 'sign' && assignments.has(token.word))
      return minPower > 1 ? undefined : this.parseAssignment(left)
    if (this.isSign('?') || this.isSign('?:')) return minPower > 2 ? undefined : this.parseChoice(left)
    const operator = this.readBinaryOperator()
    const power = powers[operator] ?? 0
    if (power === 0 || power <= minPower) return undefined
    this.next()
    if (operator.startsWith('!i')) this.next()
    if (operator === 'as') return { kind: 'cast', ...at, value: left, type: this.parseType(), isCoercion: true }
    if (operator === 'instanceof' || operator === '!instanceof')
      return { kind: 'test', ...at, operator, value: left, type: this.parseType() }
    const right = this.parseExpression(power)
    if (operator === '..' || operator === '..<')
      return { kind: 'range', ...at, from: left, to: right, isExclusive: operator === '..<' }
    return { kind: 'binary', line: token.line, column: token.column, operator, left, right }
  }

  /** The next binary operator, or an empty text. `+` and `-` after a line break begin a statement. */
  private readBinaryOperator(): string {
    const { token } = this
    if (token.kind === 'name') return !token.isFirst && operatorWords.has(token.word) ? token.word : ''
    if (token.kind !== 'sign') return ''
    if (
      token.word === '!' &&
      !token.isFirst &&
      (this.isWord('in', 1) || this.isWord('instanceof', 1)) &&
      !this.peek(1).isSpaced
    )
      return `!${this.peek(1).word}`
    return token.isFirst && (token.word === '+' || token.word === '-') ? '' : token.word
  }

  private parseAssignment(target: Expression): Expression {
    const { word, line, column } = this.next()
    if (target.kind !== 'name' && target.kind !== 'property' && target.kind !== 'index') {
      throw new ScriptProblem(target, 1, {
        en: 'Only a variable, a property or an element can be assigned.',
        zh: '只能给变量、属性或元素赋值。',
      })
    }
    return { kind: 'assign', line, column, operator: word, target, value: this.parseExpression(0) }
  }

  private parseChoice(condition: Expression): Expression {
    const { word, line, column } = this.next()
    if (word === '?:') return { kind: 'elvis', line, column, value: condition, otherwise: this.parseExpression(1) }
    const yes = this.parseExpression(1)
    this.expect(':')
    return { kind: 'choice', line, column, condition, yes, no: this.parseExpression(1) }
  }

  private parsePrefix(): Expression {
    const { token } = this
    const at = { line: token.line, column: token.column }
    if (token.kind === 'sign') {
      if (token.word === '-' || token.word === '+') {
        this.next()
        const value = this.parseExpression(prefixPower)
        if (token.word === '-' && value.kind === 'number') return { kind: 'number', ...at, text: `-${value.text}` }
        return { kind: 'unary', ...at, operator: token.word, operand: value }
      }
      if (token.word === '!' || token.word === '~') {
        this.next()
        return { kind: 'unary', ...at, operator: token.word, operand: this.parseExpression(notPower) }
      }
      if (token.word === '++' || token.word === '--') {
        this.next()
        return { kind: 'step', ...at, operator: token.word, isPrefix: true, target: this.parseExpression(prefixPower) }
      }
    }
    return this.parsePostfix()
  }

  private parsePostfix(): Expression {
    let value = this.parsePath(this.parsePrimary())
    while (!this.token.isFirst && (this.isSign('++') || this.isSign('--'))) {
      const { word, line, column } = this.next()
      value = { kind: 'step', line, column, operator: word === '++' ? '++' : '--', isPrefix: false, target: value }
    }
    return value
  }

  /** Properties, calls, indexes and closures after a value. */
  private parsePath(start: Expression): Expression {
    let value = start
    for (;;) {
      const { token } = this
      const at = { line: token.line, column: token.column }
      if (this.isSign('.') || this.isSign('?.') || this.isSign('*.')) value = this.parseMember(value)
      else if (token.isFirst) return value
      else if (this.isSign('(')) value = this.parseCall(value)
      else if (this.isSign('{') && canBeCalled(value))
        value = { kind: 'call', ...at, callee: value, args: this.parseClosures() }
      else if ((this.isSign('[') && !(token.isSpaced && isPrint(value))) || this.isSign('?[')) {
        this.next()
        const index = this.parseList(']').map(({ value: each }) => each)
        if (index.length === 0) this.fail(operand)
        value = { kind: 'index', ...at, object: value, index, isSafe: token.word === '?[' }
      } else return value
    }
  }

  private parseMember(object: Expression): Expression {
    const sign = this.next()
    const access: Access = sign.word === '?.' ? '?.' : sign.word === '*.' ? '*.' : '.'
    const { token } = this
    const at = { line: token.line, column: token.column }
    if (token.kind === 'text') {
      this.next()
      return {
        kind: 'property',
        ...at,
        object,
        name: token.parts === undefined ? token.word : this.parseTemplate(token, token.parts),
        access,
      }
    }
    const { word } = this.expectName()
    if (this.isSign('(') && !this.token.isFirst) {
      this.next()
      return {
        kind: 'methodCall',
        ...at,
        object,
        name: word,
        args: [...this.parseArguments(), ...this.parseClosures()],
        access,
        nameAt: at,
      }
    }
    if (this.isSign('{') && !this.token.isFirst)
      return { kind: 'methodCall', ...at, object, name: word, args: this.parseClosures(), access, nameAt: at }
    return { kind: 'property', ...at, object, name: word, access }
  }

  private parseCall(callee: Expression): Expression {
    const { line, column } = this.next()
    const args = [...this.parseArguments(), ...this.parseClosures()]
    return {
      kind: 'call',
      ...(callee.kind === 'name' ? { line: callee.line, column: callee.column } : { line, column }),
      callee,
      args,
    }
  }

  /** Closures after the closing bracket of a call. */
  private parseClosures(): Argument[] {
    const found: Argument[] = []
    while (this.isSign('{') && !this.token.isFirst) found.push({ value: this.parseClosure(), isSpread: false })
    return found
  }

  /** Arguments up to the closing bracket. */
  private parseArguments(): Argument[] {
    if (this.token.kind === 'name' && this.isSign(':', 1)) refuse(this.token, 'namedArguments', this.token.length)
    return this.parseList(')')
  }

  private parseList(close: ')' | ']'): Argument[] {
    const items: Argument[] = []
    while (!this.isSign(close)) {
      const isSpread = this.take('*')
      items.push({ value: this.parseExpression(), isSpread })
      if (!this.take(',')) break
    }
    this.expect(close)
    return items
  }

  /** Arguments of a command without brackets, such as `println x`, or undefined if the next token begins none. */
  protected parseCommand(callee: Expression): Expression | undefined {
    const { token } = this
    if (
      token.isFirst ||
      !token.isSpaced ||
      !(callee.kind === 'name' || (callee.kind === 'property' && typeof callee.name === 'string'))
    )
      return undefined
    const isArgument =
      token.kind === 'number' ||
      token.kind === 'text' ||
      (token.kind === 'name' && !operatorWords.has(token.word)) ||
      ((this.isSign('[') || this.isSign('!')) && isPrint(callee))
    if (!isArgument) return undefined
    const args: Argument[] = []
    do {
      if (this.token.kind === 'name' && this.isSign(':', 1)) refuse(this.token, 'namedArguments', this.token.length)
      args.push({ value: this.parseExpression(), isSpread: false })
    } while (this.take(','))
    if (
      !this.token.isFirst &&
      (this.token.kind === 'name' || this.token.kind === 'text' || this.token.kind === 'number')
    )
      refuse(this.token, 'chain', this.token.length)
    const at = { line: callee.line, column: callee.column }
    if (callee.kind === 'property' && typeof callee.name === 'string')
      return {
        kind: 'methodCall',
        ...at,
        object: callee.object,
        name: callee.name,
        args,
        access: callee.access,
        nameAt: at,
      }
    return { kind: 'call', ...at, callee, args }
  }

  private parsePrimary(): Expression {
    const { token } = this
    const at = { line: token.line, column: token.column }
    switch (token.kind) {
      case 'number':
        this.next()
        return { kind: 'number', ...at, text: token.word }
      case 'text':
        this.next()
        return token.parts === undefined
          ? { kind: 'text', ...at, value: token.word }
          : this.parseTemplate(token, token.parts)
      case 'name':
        return this.parseWord(token, at)
      case 'end':
        return this.fail(operand)
      case 'sign':
        break
    }
    if (this.isSign('[')) return this.parseBrackets()
    if (this.isSign('{')) return this.parseClosure()
    if (this.isSign('(')) return this.parseLambda() ?? this.parseCast() ?? this.parseGroup()
    return this.fail(operand)
  }

  private parseWord(token: Token, at: Position): Expression {
    const { word } = token
    if (this.isSign('->', 1))
      return this.parseArrow([{ ...at, name: this.next().word, type: { ...at, name: 'def' }, initial: undefined }])
    if (word === 'true' || word === 'false' || word === 'null') {
      this.next()
      return { kind: 'constant', ...at, value: word === 'null' ? null : word === 'true' }
    }
    if (word === 'new') return this.parseNew(at)
    if (word === 'switch') refuse(token, 'switchValue', word.length)
    if (word === 'this' || word === 'super') refuse(token, word)
    if (reserved.has(word)) this.fail(operand)
    if (/^(?:java|cn|groovy|javax|org|com)$/.test(word)) {
      const type = this.attempt(() => this.readType())
      if (type !== undefined && type.name.includes('.') && isType(type.name))
        return { kind: 'name', ...at, name: type.name.split('.').at(-1) ?? '' }
      if (type !== undefined && /^java\.(?:lang|util|math)\./.test(type.name))
        return { kind: 'name', ...at, name: type.name.split('.').at(-1) ?? '' }
      if (type !== undefined && type.name.includes('.')) refuseType(at, type.name)
    }
    this.next()
    return { kind: 'name', ...at, name: word }
  }

  private parseNew(at: Position): Expression {
    this.next()
    const type = this.parseType()
    if (this.isSign('[')) refuse(at, 'array', 3)
    this.expect('(')
    const args = this.parseArguments()
    if (this.isSign('{') && !this.token.isFirst) refuse(this.token, 'anonymous', 1)
    return { kind: 'new', ...at, type, args }
  }

  private parseTemplate(token: Token, parts: readonly TextPart[]): Expression {
    const read = parts.map((part) => (typeof part === 'string' ? part : this.parsePlaceholder(part)))
    return { kind: 'template', line: token.line, column: token.column, parts: read }
  }

  private parseGroup(): Expression {
    this.expect('(')
    const value = this.parseExpression()
    this.expect(')')
    // A minus before a bracket is an operation: -(2) ** 2 is not the literal -2.
    return value.kind === 'number'
      ? { kind: 'unary', line: value.line, column: value.column, operator: '+', operand: value }
      : value
  }

  /** `(int) value`: a type in brackets before an operand. */
  private parseCast(): Expression | undefined {
    return this.attempt(() => {
      const { line, column } = this.expect('(')
      const type = this.readType()
      if (type === undefined || !(isType(type.name) || primitives.test(type.name)) || !this.take(')')) return undefined
      const { token } = this
      const isOperand =
        token.kind === 'number' ||
        token.kind === 'text' ||
        (token.kind === 'name' && !operatorWords.has(token.word)) ||
        this.isSign('(') ||
        this.isSign('[') ||
        this.isSign('{') ||
        (this.isSign('-') && primitives.test(type.name))
      if (token.isFirst || !isOperand) return undefined
      if (!isType(type.name)) refuseType(type, type.name)
      return { kind: 'cast', line, column, value: this.parseExpression(prefixPower), type, isCoercion: false } as const
    })
  }

  /** A list or a map. */
  private parseBrackets(): Expression {
    const { line, column } = this.expect('[')
    if (this.isSign(':') && this.isSign(']', 1)) {
      this.next()
      this.next()
      return { kind: 'map', line, column, entries: [] }
    }
    if (!this.isMapEntry()) return { kind: 'list', line, column, items: this.parseList(']') }
    const entries: MapEntry[] = []
    while (!this.isSign(']')) {
      entries.push(this.parseEntry())
      if (!this.take(',')) break
    }
    this.expect(']')
    return { kind: 'map', line, column, entries }
  }

  private isMapEntry(): boolean {
    if (this.isSign('*') && this.isSign(':', 1)) return true
    let open = 0
    let choices = 0
    for (let distance = 0; ; distance++) {
      const token = this.peek(distance)
      if (token.kind === 'end') return false
      if (token.kind !== 'sign') continue
      if ('([{'.includes(token.word) || token.word === '?[') open++
      if (')]}'.includes(token.word) && --open < 0) return false
      if (open === 0 && token.word === ',') return false
      if (open === 0 && token.word === '?') choices++
      if (open === 0 && token.word === ':' && choices-- === 0) return true
    }
  }

  private parseEntry(): MapEntry {
    const { token } = this
    const at = { line: token.line, column: token.column }
    if (this.isSign('*')) {
      this.next()
      this.expect(':')
      return { key: undefined, value: this.parseExpression() }
    }
    const isPlainName = token.kind === 'name' && this.isSign(':', 1)
    const key: Expression = isPlainName ? { kind: 'text', ...at, value: this.next().word } : this.parseExpression(2)
    this.expect(':')
    return { key, value: this.parseExpression() }
  }
}

const isPrint = (value: Expression): boolean =>
  value.kind === 'name' && (value.name === 'println' || value.name === 'print')

/** `name { … }` and `name(…) { … }` are calls; a closure after anything else is not an argument. */
const canBeCalled = (value: Expression): boolean => value.kind === 'name'
