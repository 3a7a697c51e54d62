import { TypeParser } from './typeParser.ts'
import type { Closure, Expression, Parameter, Statement } from './tree.ts'

/** Reads closures and lambdas, and finds out where they begin. */
export abstract class ClosureParser extends TypeParser {
  protected abstract parseExpression(minPower?: number): Expression
  protected abstract parseStatements(close: '}'): Statement[]

  protected parseLambda(): Expression | undefined {
    if (!this.hasArrowAfterBrackets()) return undefined
    this.expect('(')
    const parameters = this.parseParameters(')')
    this.expect(')')
    return this.parseArrow(parameters)
  }

  private hasArrowAfterBrackets(): boolean {
    let open = 0
    for (let distance = 0; ; distance++) {
      const { kind } = this.peek(distance)
      if (kind === 'end') return false
      if (this.isSign('(', distance)) open++
      if (this.isSign(')', distance) && --open === 0) return this.isSign('->', distance + 1)
    }
  }

  /** The rest of a lambda after its parameters. */
  protected parseArrow(parameters: readonly Parameter[]): Closure {
    const { line, column } = this.expect('->')
    if (this.take('{')) {
      const body = this.parseStatements('}')
      this.expect('}')
      return { kind: 'closure', line, column, parameters, body }
    }
    const value = this.parseExpression()
    return {
      kind: 'closure',
      line,
      column,
      parameters,
      body: [{ kind: 'expression', line: value.line, column: value.column, value }],
    }
  }

  protected parseClosure(): Closure {
    const { line, column } = this.expect('{')
    const parameters = this.attempt(() => {
      if (this.take('->')) return []
      if (this.token.kind !== 'name' || !this.hasArrowBefore()) return undefined
      const found = this.parseParameters('->')
      this.expect('->')
      return found
    })
    const body = this.parseStatements('}')
    this.expect('}')
    return { kind: 'closure', line, column, parameters, body }
  }

  /** True if the next tokens are a closure with parameters: `{ a, b ->`. */
  protected isClosureAhead(): boolean {
    return (
      this.attempt(() => {
        const isClosure = this.take('{') && (this.isSign('->') || (this.token.kind === 'name' && this.hasArrowBefore()))
        return isClosure ? ('closure' as const) : undefined
      }, true) !== undefined
    )
  }

  /** True if an arrow follows a list of parameters, and not a lambda inside the closure. */
  private hasArrowBefore(): boolean {
    let open = 0
    for (let distance = 0; ; distance++) {
      const token = this.peek(distance)
      if (token.kind === 'end') return false
      if (token.kind !== 'sign') continue
      if (token.word === '->' && open === 0) return distance === 1 || !this.isSign(')', distance - 1)
      if (token.word === '(' || token.word === '[') open++
      if (token.word === ')' || token.word === ']') open--
      if (token.word === ';' || token.word === '{' || token.word === '}' || token.word === '.' || open < 0) return false
      if (token.word === '=' && !this.isParameter(distance - 1)) return false
    }
  }

  /** A value may be given only to a parameter that another one or nothing precedes. */
  private isParameter(distance: number): boolean {
    for (let at = distance; at >= 0; at--) {
      if (this.peek(at).isFirst && at > 0) return false
      if (this.isSign(',', at)) return true
    }
    return true
  }

  protected parseParameters(close: ')' | '->'): Parameter[] {
    const found: Parameter[] = []
    if (this.isSign(close)) return found
    do {
      this.takeWord('final')
      const isTyped =
        this.token.kind === 'name' && !(this.isSign(',', 1) || this.isSign('=', 1) || this.isSign(close, 1))
      const type = isTyped ? this.parseType() : { line: this.token.line, column: this.token.column, name: 'def' }
      const { word, line, column } = this.expectName()
      const initial = this.take('=') ? this.parseExpression() : undefined
      found.push({ line, column, name: word, type, initial })
    } while (this.take(','))
    return found
  }
}
