import { parseTemplate, type TemplatePart } from '../../../../contract/scada/bridgeTemplate.ts'
import { formatVariable, getVariable } from './variables.ts'
import type { QueuedMessage } from './queue.ts'

/** Fills a template for one message. */
export type Render = (message: QueuedMessage) => string

/** Creates a function that fills a text; `encode` converts each value. Throws for an invalid template. */
export function compileText(template: string, encode: (text: string) => string = (text) => text): Render {
  const parts = parseTemplate(template)
  return (message) =>
    parts.map((part) => ('text' in part ? part.text : encode(formatVariable(getVariable(message, part.name))))).join('')
}

/** Creates a function that fills an address. Values cannot add path levels, parameters or a host. */
export const compileUrl = (template: string): Render => compileText(template, encodeURIComponent)

/** Creates a function that fills a header. Values cannot add lines; other characters than Latin-1 are replaced. */
export const compileHeader = (template: string): Render =>
  compileText(template, (text) => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?'))

/**
 * Creates a function that fills a body. In a JSON body, a placeholder in a JSON string is escaped, and any other is a
 * JSON value, so that no value can change the structure; a payload that is JSON itself is inserted as it is.
 */
export function compileBody(template: string): { readonly isJson: boolean; readonly render: Render } {
  const parts = parseTemplate(template)
  const isJson = /^[[{]/.test(template.trim()) && isJsonWithoutValues(parts)
  if (!isJson) return { isJson: false, render: compileText(template) }
  const inString = markStrings(parts)
  return {
    isJson: true,
    render: (message) =>
      parts
        .map((part, index) => {
          if ('text' in part) return part.text
          const value = getVariable(message, part.name)
          return inString[index] ? JSON.stringify(formatVariable(value)).slice(1, -1) : toJson(part.name, value)
        })
        .join(''),
  }
}

/** Body of a message if the bridge declares none. */
export const renderDefaultBody: Render = ({ id, message: { topic, project, device, at, values, payload } }) =>
  JSON.stringify({ messageId: id, topic, project, device: device ?? null, at, time: new Date(at), values, payload })

function toJson(name: string, value: unknown): string {
  if (name === 'payload' && typeof value === 'string' && isJsonText(value)) return value
  return JSON.stringify(value ?? null)
}

const isJsonWithoutValues = (parts: readonly TemplatePart[]): boolean => {
  const inString = markStrings(parts)
  return isJsonText(parts.map((part, index) => ('text' in part ? part.text : inString[index] ? 'x' : '0')).join(''))
}

/** For each part: whether it starts within a JSON string. */
function markStrings(parts: readonly TemplatePart[]): readonly boolean[] {
  let isInString = false
  return parts.map((part) => {
    const atStart = isInString
    if ('text' in part) {
      for (const [mark] of part.text.matchAll(/\\.|"/g)) if (mark === '"') isInString = !isInString
    }
    return atStart
  })
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // not JSON
  }
}
