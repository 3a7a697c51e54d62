import type { Words } from '@mimic/engine/schema'
import { mappingLimits } from '../limits.ts'
import { findPlaceholders } from '../messages/topicPattern.ts'

/** Payload of a command with placeholders: a text, or a JSON value whose placeholders keep their type. */
export type PayloadTemplate =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly json: unknown }

/** Placeholders of every command. `at` and `expiresAt` are milliseconds since 1970. */
export const commandVariables = ['device', 'point', 'value', 'id', 'at', 'expiresAt', 'bytes'] as const

/** A value of a placeholder. In JSON, a text that is only a placeholder becomes the value with its type. */
export type TemplateValue = string | number | boolean

const placeholder = /\{([a-zA-Z][a-zA-Z0-9_]{0,30})\}/g

/** Checks a payload template: known placeholders only, bounded in depth and size. Returns the problem, or null. */
export function checkPayloadTemplate(template: PayloadTemplate, known: ReadonlySet<string>): Words | null {
  if (template.kind === 'text') return findUnknown(template.text, known)
  let nodes = 0
  const check = (value: unknown, depth: number): Words | null => {
    nodes++
    if (depth > mappingLimits.template.depth || nodes > mappingLimits.template.nodes)
      return { en: 'The JSON template is too large', zh: 'JSON 模板过大' }
    if (typeof value === 'string')
      return value.length > mappingLimits.template.length ? tooLong : findUnknown(value, known)
    if (typeof value !== 'object' || value === null) return null
    for (const [key, part] of Object.entries(value)) {
      const problem = findUnknown(key, known) ?? check(part, depth + 1)
      if (problem) return problem
    }
    return null
  }
  return check(template.json, 0)
}

const tooLong: Words = { en: 'The text is too long', zh: '文本过长' }

function findUnknown(text: string, known: ReadonlySet<string>): Words | null {
  const missing = findPlaceholders(text).find((name) => !known.has(name))
  return missing === undefined ? null : { en: `{${missing}} is not known`, zh: `未知的占位符 {${missing}}` }
}

/** Fills a template; null if a placeholder has no value. */
export function fillPayload(template: PayloadTemplate, values: ReadonlyMap<string, TemplateValue>): string | null {
  let isComplete = true
  const fill = (text: string): string =>
    text.replace(placeholder, (_, name: string) => {
      const value = values.get(name)
      if (value === undefined) isComplete = false
      return String(value)
    })
  const fillJson = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const [, name] = /^\{([a-zA-Z][a-zA-Z0-9_]{0,30})\}$/.exec(value) ?? []
      if (name === undefined) return fill(value)
      if (!values.has(name)) isComplete = false
      return values.get(name) ?? null
    }
    if (Array.isArray(value)) return value.map(fillJson)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [fill(key), fillJson(part)]))
  }
  const text = template.kind === 'text' ? fill(template.text) : JSON.stringify(fillJson(template.json))
  return isComplete ? text : null
}
