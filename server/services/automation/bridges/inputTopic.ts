import { parseTemplate } from '../../../../contract/scada/bridgeTemplate.ts'

/** Characters that a field of a message may bring into a topic. */
const safeLevel = /^[\p{L}\p{N}_.:-]{1,64}$/u

/**
 * Fills the topic of an input with fields of the message. Returns the name of the first field that is missing or not
 * usable as one level of a topic.
 */
export function fillInputTopic(
  template: string,
  body: unknown,
): { readonly topic: string; readonly problem?: undefined } | { readonly problem: string } {
  const fields: Readonly<Record<string, unknown>> =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
  let topic = ''
  for (const part of parseTemplate(template)) {
    if ('text' in part) {
      topic += part.text
      continue
    }
    const value = Object.hasOwn(fields, part.name) ? fields[part.name] : undefined
    const level = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    if (!safeLevel.test(level)) return { problem: part.name }
    topic += level
  }
  return { topic }
}
