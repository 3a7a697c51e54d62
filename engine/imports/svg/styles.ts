import type { XmlElement } from '../xml.ts'

/** What of CSS has a meaning in a drawing, by CSS names. */
export type Style = ReadonlyMap<string, string>

/** A style sheet's plain rules, by the simple selector each ends in. */
export interface StyleSheet {
  readonly rules: ReadonlyMap<string, readonly Rule[]>
  /** Selectors and at-rules that were passed over. */
  readonly skipped: readonly string[]
}

interface Rule {
  readonly classes: readonly string[]
  readonly id: string
  readonly tag: string
  readonly weight: number
  readonly order: number
  readonly declarations: readonly (readonly [string, string])[]
}

const inherited: readonly string[] = [
  'color', 'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'font-size', 'font-weight', 'font-style', 'font-family',
  'text-anchor', 'dominant-baseline', 'visibility', 'marker-start', 'marker-end', 'clip-rule', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit',
  'stroke-dashoffset', 'letter-spacing', 'word-spacing', 'paint-order',
]
const own: readonly string[] = ['opacity', 'display', 'stop-color', 'stop-opacity', 'clip-path', 'mask', 'filter', 'transform']
const known: ReadonlySet<string> = new Set([...inherited, ...own, 'font', 'alignment-baseline'])
const ruleLimit = 5000
/** Rules of one class, tag or id: each is tried on each element that has it. */
const keyLimit = 200

export const emptyStyle: Style = new Map()

/** What applies to an element: inherited, by its attributes, by the sheet, by its own style, the later the stronger. */
export function styleOf(element: XmlElement, parent: Style, sheet: StyleSheet): Style {
  const style = new Map<string, string>()
  for (const name of inherited) {
    const value = parent.get(name)
    if (value !== undefined) style.set(name, value)
  }
  const put = (name: string, value: string) => {
    if (!known.has(name) || value === '') return
    if (value === 'inherit') {
      const above = parent.get(name)
      if (above !== undefined) style.set(name, above)
    } else style.set(name, value)
  }
  for (const name of [...inherited, ...own]) put(name, element.attributes.get(name)?.trim() ?? '')
  for (const rule of matching(element, sheet)) for (const [name, value] of rule.declarations) put(name, value)
  for (const [name, value] of declarationsIn(element.attributes.get('style') ?? '')) put(name, value)
  return style
}

/** What a sheet and an element's own style say of it, the later the stronger; also what has no meaning in a drawing. */
export function declaredOn(element: XmlElement, sheet: StyleSheet): ReadonlyMap<string, string> {
  return new Map([...matching(element, sheet).flatMap(({ declarations }) => declarations), ...declarationsIn(element.attributes.get('style') ?? '')])
}

/** What an element hands down to those inside it. */
export function handedDown(style: Style): readonly (readonly [string, string])[] {
  return [...style].filter(([name]) => inherited.includes(name))
}

export function readStyleSheet(text: string): StyleSheet {
  const rules = new Map<string, Rule[]>()
  const skipped: string[] = []
  const plain = withoutComments(text.slice(0, 1_000_000)).replace(/<!--|-->/g, ' ')
  let order = 0
  let isNested = false
  for (const block of plain.split('}')) {
    const brace = block.lastIndexOf('{')
    if (brace < 0) {
      isNested = false
      continue
    }
    const selectors = block.slice(0, brace)
    isNested ||= selectors.includes('{') || selectors.includes('@')
    const declarations = [...new Map(declarationsIn(block.slice(brace + 1)))]
    for (const selector of selectors.split(',', ruleLimit).map((part) => part.trim())) {
      const rule = order < ruleLimit && !isNested ? ruleOf(selector, order++, declarations) : undefined
      const list = rule && (rules.get(keyOf(rule)) ?? [])
      if (rule && list && list.length < keyLimit) rules.set(keyOf(rule), [...list, rule])
      else if (skipped.length < 20) skipped.push(selector.slice(0, 60))
    }
  }
  return { rules, skipped }
}

/** Not by a pattern: beginnings without ends would have it search to the end again and again. */
export function withoutComments(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let start = text.indexOf('/*'); start >= 0; start = text.indexOf('/*', from)) {
    parts.push(text.slice(from, start))
    const end = text.indexOf('*/', start + 2)
    if (end < 0) return parts.join(' ')
    from = end + 2
  }
  return [...parts, text.slice(from)].join(' ')
}

export function joined(sheets: readonly StyleSheet[]): StyleSheet {
  const rules = new Map<string, Rule[]>()
  for (const [at, sheet] of sheets.entries()) {
    for (const [key, list] of sheet.rules) {
      rules.set(key, [...rules.get(key) ?? [], ...list.map((rule) => ({ ...rule, order: rule.order + at * ruleLimit }))].slice(0, keyLimit))
    }
  }
  return { rules, skipped: sheets.flatMap((sheet) => sheet.skipped) }
}

function ruleOf(selector: string, order: number, declarations: Rule['declarations']): Rule | undefined {
  const match = /^(\*|[a-z][\w-]*)?((?:[.#][\w-]+)*)$/i.exec(selector)
  if (!match || selector === '') return undefined
  const marks = (match[2] ?? '').match(/[.#][\w-]+/g) ?? []
  const classes = marks.filter((mark) => mark.startsWith('.')).map((mark) => mark.slice(1))
  const ids = marks.filter((mark) => mark.startsWith('#')).map((mark) => mark.slice(1))
  if (ids.length > 1) return undefined
  const tag = match[1] === '*' ? '' : match[1] ?? ''
  return { classes, id: ids[0] ?? '', tag, weight: ids.length * 100 + classes.length * 10 + (tag ? 1 : 0), order, declarations }
}

/** By what an element finds a rule without trying all. */
const keyOf = (rule: Rule): string => (rule.id ? `#${rule.id}` : rule.classes[0] !== undefined ? `.${rule.classes[0]}` : rule.tag || '*')

function matching(element: XmlElement, { rules }: StyleSheet): Rule[] {
  if (rules.size === 0) return []
  const id = element.attributes.get('id') ?? ''
  const classes = (element.attributes.get('class') ?? '').split(/\s+/).filter(Boolean).slice(0, 50)
  const found = ['*', element.name, `#${id}`, ...classes.map((name) => `.${name}`)].flatMap((key) => rules.get(key) ?? [])
  return found
    .filter((rule) => (!rule.id || rule.id === id) && (!rule.tag || rule.tag === element.name) && rule.classes.every((name) => classes.includes(name)))
    .sort((a, b) => a.weight - b.weight || a.order - b.order)
}

export function declarationsIn(text: string): (readonly [string, string])[] {
  return text.split(';').flatMap((part) => {
    const colon = part.indexOf(':')
    if (colon < 0) return []
    return [[part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 1).replace(/!\s*important\s*$/i, '').trim()] as const]
  })
}
