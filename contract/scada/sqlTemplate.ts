import type { Words } from '../entity/field.ts'
import { parseTemplate } from './bridgeTemplate.ts'

/** An SQL statement whose placeholders are parameters. */
export interface SqlTemplate {
  /** The statement split at its parameters: one text more than there are names. */
  readonly texts: readonly string[]
  /** Name of each parameter, in order. */
  readonly names: readonly string[]
}

/** A template that cannot become a statement with parameters. */
export class SqlTemplateError extends Error {
  override readonly name = 'SqlTemplateError'
  readonly words: Words

  constructor(en: string, zh: string) {
    super(en)
    this.words = { en, zh }
  }
}

/** Literals, quoted names, comments and placeholders, in the order in which a scanner meets them. */
const token =
  /'(?:[^'\\]|''|\\.)*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|--[^\n]*|\/\*[\s\S]*?\*\/|\$\{[^{}]*\}|(\$\w*\$)[\s\S]*?\1|['"`]|;/g
const whole = /^(['"])\$\{([^{}]*)\}\1$/

/**
 * Splits an SQL statement at its placeholders `${name}`. Each becomes a parameter, so no value is ever part of the
 * statement. A placeholder alone in quotes (`'${name}'`) is the same parameter. Throws a `SqlTemplateError` for several
 * statements, an open quote, or a placeholder within a longer literal, a quoted name or a comment.
 */
export function parseSqlTemplate(statement: string): SqlTemplate {
  const texts: string[] = []
  const names: string[] = []
  let text = ''
  let end = 0
  const source = statement.trim().replace(/;\s*$/, '')
  if (source === '') throw new SqlTemplateError('The statement is empty', '语句为空')
  const addParameter = (name: string): void => {
    texts.push(text)
    names.push(name)
    text = ''
  }
  for (const match of source.matchAll(token)) {
    const [found] = match
    text += source.slice(end, match.index)
    end = match.index + found.length
    if (found === ';')
      throw new SqlTemplateError('Only one statement is possible: remove the ;', '只能有一条语句：请删除 ;')
    if (found.length === 1) throw new SqlTemplateError(`A quote is not closed: ${found}`, `引号未闭合：${found}`)
    const inQuotes = whole.exec(found)
    if (found.startsWith('${')) addParameter(readName(found))
    else if (inQuotes) addParameter(readName(`\${${inQuotes[2] ?? ''}}`))
    else if (found.includes('${'))
      throw new SqlTemplateError(
        `A placeholder becomes a parameter and cannot be part of a longer text: ${shorten(found)}`,
        `占位符会成为参数，不能是较长文本的一部分：${shorten(found)}`,
      )
    else text += found
  }
  texts.push(text + source.slice(end))
  return { texts, names }
}

/** Returns the fault of an SQL template, or null. */
export function sqlTemplateFault(statement: string): Words | null {
  try {
    parseSqlTemplate(statement)
    return null
  } catch (cause) {
    if (cause instanceof SqlTemplateError) return cause.words
    throw cause
  }
}

function readName(found: string): string {
  try {
    const [part] = parseTemplate(found)
    if (part && 'name' in part) return part.name
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
  }
  throw new SqlTemplateError(`Not a placeholder: ${found}`, `占位符无效：${found}`)
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
