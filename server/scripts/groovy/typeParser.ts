import { TokenCursor } from './cursor.ts'
import { primitives } from './precedence.ts'
import { refuseType } from './problems.ts'
import type { TypeName } from './tree.ts'
import { isType } from './types.ts'

const isUpper = (word: string): boolean => /^\p{Lu}/u.test(word)

/** Reads the names of types. */
export class TypeParser extends TokenCursor {
  protected parseType(): TypeName {
    const type = this.readType()
    if (type === undefined) this.fail({ en: 'a type', zh: '类型' })
    if (!isType(type.name)) refuseType(type, type.name)
    return type
  }

  /** A type such as `Map<String, List<Integer>>`. Returns undefined if the next tokens are none. */
  protected readType(): TypeName | undefined {
    const { token } = this
    if (
      token.kind !== 'name' ||
      !(
        primitives.test(token.word) ||
        isUpper(token.word) ||
        (this.isSign('.', 1) && /^(?:java|cn|groovy|javax|org|com)$/.test(token.word))
      )
    )
      return undefined
    let name = this.next().word
    while (
      this.isSign('.') &&
      this.peek(1).kind === 'name' &&
      !isUpper(name.split('.').at(-1) ?? '') &&
      !primitives.test(name)
    ) {
      this.next()
      name += `.${this.next().word}`
    }
    if (this.isSign('<') && !this.readTypeArguments()) return undefined
    if (this.isSign('[') && this.isSign(']', 1)) {
      this.next()
      this.next()
      if (isType(name)) name = 'List'
    }
    return { line: token.line, column: token.column, name: isType(name) ? (name.split('.').at(-1) ?? name) : name }
  }

  private readTypeArguments(): boolean {
    let open = 0
    do {
      const token = this.next()
      if (token.kind === 'sign' && token.word === '<') open++
      else if (token.kind === 'sign' && (token.word === '>' || token.word === '>>' || token.word === '>>>'))
        open -= token.word.length
      else if (token.kind !== 'name' && token.word !== ',' && token.word !== '?' && token.word !== '.') return false
    } while (open > 0)
    return open === 0
  }
}
