import { tagPattern } from '../../schema/index.ts'
import type { ParamKind, ParamValue } from '../model/symbol.ts'

/** Available parameters with their kinds. */
export type ParamKinds = ReadonlyMap<string, ParamKind>
export const noKinds: ParamKinds = new Map()
/** Values of an instance's parameters by name, used to fill in placeholders. */
export type Scope = ReadonlyMap<string, ParamValue>

/** Resolves a text with an instance's values; undefined if a tag is unassigned. */
export type Template = (scope: Scope) => string | undefined

/** Error in a template with its position (characters from 0). */
export interface TemplateFault {
  readonly at: number
  readonly message: string
}

/** Result of compiling a text with placeholders: a template, or the first error. */
export type CompiledTemplate =
  | { readonly fault: TemplateFault; readonly template?: undefined }
  /** Null if there is no placeholder. */
  | { readonly fault?: undefined; readonly template: Template | null }

export const paramNamePattern = /^[A-Za-z][A-Za-z0-9_]{0,31}$/

/** Maximum length of an expression with resolved placeholders. */
const expressionLength = 500

/**
 * Compiles a text in which `{name}` is replaced by a known parameter; other braces are plain text. Returns null without
 * placeholders.
 */
export function compileText(source: string, kinds: ParamKinds): Template | null {
  if (![...source.matchAll(placeholders)].some(([, name = '']) => kinds.has(name))) return null
  return (scope) =>
    source.replace(placeholders, (whole, name: string) => (kinds.has(name) ? formatParam(scope.get(name)) : whole))
}

/**
 * Compiles a tag in which placeholders replace whole path segments: `{pump}/speed`, `plant/{device}/speed`, or
 * `{pump}`. `fits` validates the result; default: a complete tag.
 */
export function compileTag(
  source: string,
  kinds: ParamKinds,
  fits: (text: string) => boolean = isTag,
): CompiledTemplate {
  const path = plainPath(source)
  if (!/[{}]/.test(path)) return { template: null }
  for (const match of path.matchAll(placeholders)) {
    const fault = checkName(match[1] ?? '', kinds, match.index, ['tag', 'text'])
    if (fault) return { fault }
  }
  const brace = path.replace(placeholders, (whole) => ' '.repeat(whole.length)).search(/[{}]/)
  if (brace >= 0) return { fault: { at: brace, message: 'a placeholder must be a parameter name in braces' } }
  const filled = (tag: string) =>
    path.replace(placeholders, (_, name: string) => (kinds.get(name) === 'tag' ? tag : 'a'))
  if (!['a/b', 'a/b/c'].some((tag) => fits(filled(tag))))
    return { fault: { at: 0, message: 'not a tag for any values of its parameters' } }
  return {
    template: (scope) => {
      const text = path.replace(placeholders, (_, name: string) => formatParam(scope.get(name)))
      return fits(text) ? text : undefined
    },
  }
}

/** Normalizes `{pump}.speed` to `{pump}/speed`. */
export function plainPath(source: string): string {
  return source.replaceAll('}.', '}/')
}

/**
 * Compiles an expression, where braces contain tags. `{name}` is the parameter's value (for a tag parameter, that tag);
 * `{pump}.speed` and `{{pump}/speed}` are tags with that prefix. Placeholders in quotes are not replaced.
 */
export function compileExpressionTemplate(source: string, kinds: ParamKinds): CompiledTemplate {
  const parts: (string | Template)[] = []
  for (let at = 0; at < source.length;) {
    const plain = /^(?:[^{'"]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")+/s.exec(source.slice(at))?.[0]
    if (plain !== undefined) {
      parts.push(plain)
      at += plain.length
      continue
    }
    const end = source.charAt(at) === '{' ? closingBrace(source, at) : source.length
    const read =
      end === undefined ? { fault: { at, message: 'this brace is not closed' } } : compileBraces(source, at, end, kinds)
    if (read.fault) return { fault: read.fault }
    parts.push(read.part)
    at = read.next
  }
  if (parts.every((part) => typeof part === 'string')) return { template: null }
  return {
    template: (scope) => {
      let text = ''
      for (const part of parts) {
        const piece = typeof part === 'string' ? part : part(scope)
        if (piece === undefined) return undefined
        text += piece
      }
      return text.length <= expressionLength ? text : undefined
    },
  }
}

export const isTag = (text: string): boolean => tagPattern.test(text)

const placeholders = /\{([A-Za-z][A-Za-z0-9_]{0,31})\}/g
const formatParam = (value: ParamValue | undefined): string => (value === undefined ? '' : String(value))

type Piece =
  | { readonly fault: TemplateFault }
  | { readonly fault?: undefined; readonly part: string | Template; readonly next: number }

/** Compiles the text between matching braces and an optional `.point` suffix. */
function compileBraces(source: string, from: number, to: number, kinds: ParamKinds): Piece {
  if (source.charAt(from) !== '{') return { part: source.slice(from), next: source.length }
  const inner = source.slice(from + 1, to)
  const next = to + 1
  if (inner.includes('{')) return tagPiece(inner, from + 1, next, kinds)
  if (inner.includes('/')) return { part: source.slice(from, next), next }
  const name = inner.trim()
  const fault = checkName(name, kinds, from)
  if (fault) return { fault }
  const point = /^\.(?:[A-Za-z][A-Za-z0-9_]*|\$state)/.exec(source.slice(next))?.[0]
  if (point) return tagPiece(`{${name}}${point}`, from, next + point.length, kinds)
  if (kinds.get(name) === 'tag') return tagPiece(`{${name}}`, from, next, kinds)
  return { part: (scope) => literal(scope.get(name)), next }
}

function tagPiece(path: string, at: number, next: number, kinds: ParamKinds): Piece {
  const { fault, template } = compileTag(path, kinds)
  if (fault) return { fault: { at: at + fault.at, message: fault.message } }
  return {
    part: (scope) => {
      const tag = template?.(scope)
      return tag === undefined ? undefined : `{${tag}}`
    },
    next,
  }
}

function closingBrace(source: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    const sign = source.charAt(at)
    if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at
  }
  return undefined
}

function checkName(
  name: string,
  kinds: ParamKinds,
  at: number,
  allowedKinds?: readonly ParamKind[],
): TemplateFault | undefined {
  const kind = kinds.get(name)
  if (kind === undefined) return { at, message: `unknown parameter "${name.slice(0, 40)}"` }
  return allowedKinds && !allowedKinds.includes(kind) ? { at, message: `parameter "${name}" is not a tag` } : undefined
}

function literal(value: ParamValue | undefined): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`
  return typeof value === 'number' && value < 0 ? `(${value})` : String(value)
}
