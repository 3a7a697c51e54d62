import type { Words } from '../entity/field.ts'

/** A part of a template: fixed text, or the name of a placeholder `${name}`. */
export type TemplatePart = { readonly text: string } | { readonly name: string }

const placeholder = /\$\{([^{}]*)\}/g
const validName = /^[\p{L}_][\p{L}\p{N}_.-]{0,63}$/u

/** Splits a template into fixed texts and placeholders. Throws a RangeError for an invalid placeholder. */
export function parseTemplate(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = []
  let end = 0
  for (const match of template.matchAll(placeholder)) {
    const name = (match[1] ?? '').trim()
    if (!validName.test(name)) throw new RangeError(match[0])
    if (match.index > end) parts.push({ text: template.slice(end, match.index) })
    parts.push({ name })
    end = match.index + match[0].length
  }
  if (end < template.length) parts.push({ text: template.slice(end) })
  return parts
}

/** Returns the fault of a text template, or null. */
export function templateFault(template: string): Words | null {
  try {
    parseTemplate(template)
    return null
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    return {
      en: `Not a placeholder: ${cause.message}. Use a name of letters, digits and _, such as \${payload}`,
      zh: `占位符无效：${cause.message}。请使用由字母、数字和 _ 组成的名称，例如 \${payload}`,
    }
  }
}
