import type { Words } from '../problem.ts'
import type { Token } from './lexer.ts'
import { refuseWord } from './problems.ts'

const end: Token = { kind: 'end', word: '', isFirst: true, isSpaced: false, line: 1, column: 1, length: 1 }

/** Reads tokens in order, with look-ahead and return to an earlier place. */
export class TokenCursor {
  private readonly tokens: readonly Token[]
  private at = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  protected get token(): Token {
    return this.peek(0)
  }

  protected peek(distance: number): Token {
    return this.tokens[this.at + distance] ?? this.tokens.at(-1) ?? end
  }

  protected next(): Token {
    const { token } = this
    this.at++
    return token
  }

  protected isSign(word: string, distance = 0): boolean {
    const token = this.peek(distance)
    return token.kind === 'sign' && token.word === word
  }

  protected isWord(word: string, distance = 0): boolean {
    const token = this.peek(distance)
    return token.kind === 'name' && token.word === word
  }

  /** Takes a sign if it is next. */
  protected take(sign: string): boolean {
    if (!this.isSign(sign)) return false
    this.at++
    return true
  }

  protected takeWord(word: string): boolean {
    if (!this.isWord(word)) return false
    this.at++
    return true
  }

  protected expect(sign: string): Token {
    if (!this.isSign(sign)) this.fail({ en: sign, zh: sign })
    return this.next()
  }

  protected expectWord(word: string): Token {
    if (!this.isWord(word)) this.fail({ en: word, zh: word })
    return this.next()
  }

  protected expectName(): Token {
    if (this.token.kind !== 'name') this.fail({ en: 'a name', zh: '名称' })
    return this.next()
  }

  /** Refuses the next token. */
  protected fail(expected?: Words): never {
    const { token } = this
    refuseWord(token, token.kind === 'text' ? `'${token.word}'` : token.word, expected)
  }

  /** Runs a reader and returns to the present place if it finds nothing, or in any case. */
  protected attempt<T>(read: () => T | undefined, isLook = false): T | undefined {
    const start = this.at
    const found = read()
    if (found === undefined || isLook) this.at = start
    return found
  }
}
