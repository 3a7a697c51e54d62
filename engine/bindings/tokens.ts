/** A piece of an expression. `at` is its first character, counted from 0. */
export type Token =
  | { readonly kind: 'number'; readonly at: number; readonly number: number }
  | { readonly kind: 'text' | 'name' | 'tag' | 'sign'; readonly at: number; readonly text: string }
  | { readonly kind: 'end'; readonly at: number }

export interface SyntaxFault {
  readonly at: number
  readonly message: string
}

const space = /\s+/y
const numberToken = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const nameToken = /[A-Za-z_][A-Za-z0-9_]*/y
const textToken = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/y
const tagToken = /\{([^{}]*)\}/y
const signToken = /&&|\|\||==|!=|<=|>=|[-+*/%<>!?:(),]/y
const tagPath = /^(?:[A-Za-z0-9][A-Za-z0-9_-]{0,62}\/){2}[A-Za-z][A-Za-z0-9_]{0,62}$/

/** Cuts an expression into tokens, the last of them `end`; or says where it cannot. */
export function tokenize(source: string): { readonly tokens: readonly Token[]; readonly fault?: undefined } | { readonly fault: SyntaxFault } {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match) at = pattern.lastIndex
    return match
  }
  while (at < source.length) {
    const start = at
    if (take(space)) continue
    let match = take(numberToken)
    if (match) {
      tokens.push({ kind: 'number', at: start, number: Number(match[0]) })
      continue
    }
    match = take(nameToken)
    if (match) {
      tokens.push({ kind: 'name', at: start, text: match[0] })
      continue
    }
    match = take(textToken)
    if (match) {
      tokens.push({ kind: 'text', at: start, text: (match[1] ?? match[2] ?? '').replace(/\\(.)/gs, '$1') })
      continue
    }
    match = take(tagToken)
    if (match) {
      const text = (match[1] ?? '').trim()
      if (!tagPath.test(text)) return { fault: { at: start, message: 'a tag is written {project/device/point}' } }
      tokens.push({ kind: 'tag', at: start, text })
      continue
    }
    match = take(signToken)
    if (!match) return { fault: { at: start, message: strange(source.charAt(start)) } }
    tokens.push({ kind: 'sign', at: start, text: match[0] })
  }
  return { tokens: [...tokens, { kind: 'end', at: source.length }] }
}

function strange(character: string): string {
  switch (character) {
    case '=': return 'compare with =='
    case '&': return 'write && for and'
    case '|': return 'write || for or'
    case '{': return 'this brace is not closed'
    case '"':
    case "'": return 'this text is not closed'
    case '.': return 'members cannot be read'
    default: return `"${character}" has no meaning here`
  }
}
