import type { XmlElement } from '../xml.ts'
import {
  type Places,
  type StructuralPseudoClass,
  matchesStructural,
  parseStructural,
  structuralSource,
} from './nthChild.ts'
import { customIn, substituteVariables } from './variables.ts'

/** Supported CSS properties by name. */
export type Style = ReadonlyMap<string, string>

/** Rules of a style sheet by the id, class or tag of their last compound selector. */
export interface StyleSheet {
  readonly rules: ReadonlyMap<string, readonly Rule[]>
  /** Parent and sibling position of an element, for selectors. */
  readonly getParent?: (element: XmlElement) => XmlElement | undefined
  readonly places?: Places
  /** Ignored selectors and at-rules. */
  readonly skipped: readonly string[]
}

/** A compound selector such as `g.warm[data-kind="x"]`. */
interface Compound {
  readonly classes: readonly string[]
  readonly id: string
  readonly tag: string
  /** Required attributes; without a value any value matches. */
  readonly attributes: readonly (readonly [name: string, value: string | undefined])[]
  /** Structural pseudo-classes. */
  readonly pseudoClasses: readonly StructuralPseudoClass[]
}

interface Rule extends Compound {
  /** Ancestor selectors, nearest first; `isParent` requires the direct parent. */
  readonly ancestors: readonly (Compound & { readonly isParent: boolean })[]
  readonly weight: number
  readonly order: number
  readonly declarations: readonly Declaration[]
}

type Declaration = readonly [name: string, value: string, isImportant: boolean]

const inheritedProperties: readonly string[] = [
  'color',
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'font-size',
  'font-weight',
  'font-style',
  'font-family',
  'text-anchor',
  'dominant-baseline',
  'visibility',
  'marker-start',
  'marker-mid',
  'marker-end',
  'clip-rule',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-dashoffset',
  'letter-spacing',
  'word-spacing',
  'paint-order',
  // Paints of the path that a marker belongs to, resolved on use.
  'context-fill',
  'context-stroke',
]
const ownProperties: readonly string[] = [
  'opacity',
  'display',
  'stop-color',
  'stop-opacity',
  'clip-path',
  'mask',
  'filter',
  'transform',
  'transform-origin',
  'transform-box',
  'mix-blend-mode',
]
const supportedProperties: ReadonlySet<string> = new Set([
  ...inheritedProperties,
  ...ownProperties,
  'font',
  'alignment-baseline',
])
const ruleLimit = 5000
/** Maximum number of rules per class, tag or id, since each is tested on every matching element. */
const keyLimit = 200

export const emptyStyle: Style = new Map()

/**
 * Computed style of an element: inherited, attributes, style sheet, `style` attribute, in order of increasing priority.
 */
export function computeStyle(element: XmlElement, parent: Style, sheet: StyleSheet): Style {
  const style = new Map<string, string>()
  for (const name of inheritedProperties) {
    const value = parent.get(name)
    if (value !== undefined) style.set(name, value)
  }
  const assigned = getDeclarations(element, sheet)
  for (const [name, value] of customIn(parent, assigned)) style.set(name, value)
  const setProperty = (name: string, written: string) => {
    if (!supportedProperties.has(name)) return
    // A declaration with an undefined variable is ignored.
    const value = substituteVariables(written, style)
    if (value === undefined || value === '') return
    if (value === 'inherit') {
      const above = parent.get(name)
      if (above !== undefined) style.set(name, above)
    } else style.set(name, value)
  }
  for (const name of [...inheritedProperties, ...ownProperties])
    setProperty(name, element.attributes.get(name)?.trim() ?? '')
  for (const [name, value] of assigned) setProperty(name, value)
  return style
}

/** Declarations of the sheet and the `style` attribute in order of increasing priority, `!important` last. */
function getDeclarations(element: XmlElement, sheet: StyleSheet): readonly Declaration[] {
  const all = [
    ...matching(element, sheet).flatMap(({ declarations }) => declarations),
    ...declarationsIn(element.attributes.get('style') ?? ''),
  ]
  return [...all.filter(([, , isImportant]) => !isImportant), ...all.filter(([, , isImportant]) => isImportant)]
}

/** Declarations that apply to an element, including unsupported properties. */
export function getDeclaredValues(element: XmlElement, sheet: StyleSheet): ReadonlyMap<string, string> {
  return new Map(getDeclarations(element, sheet).map(([name, value]) => [name, value]))
}

/** Inherited properties and custom properties. */
export function getInheritable(style: Style): readonly (readonly [string, string])[] {
  return [...style].filter(([name]) => inheritedProperties.includes(name) || name.startsWith('--'))
}

/**
 * Parses the text of a style sheet, up to 1,000,000 characters and 5000 rules. Rules in at-rules and unsupported
 * selectors are skipped.
 */
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
    const declarations = [
      ...new Map(declarationsIn(block.slice(brace + 1)).map((one) => [`${one[0]}${one[2]}`, one])).values(),
    ]
    for (const selector of selectorsIn(selectors).map((part) => part.trim())) {
      const rule = order < ruleLimit && !isNested ? parseRule(selector, order++, declarations) : undefined
      const list = rule && (rules.get(getRuleKey(rule)) ?? [])
      if (rule && list && list.length < keyLimit) rules.set(getRuleKey(rule), [...list, rule])
      else if (skipped.length < 20) skipped.push(selector.slice(0, 60))
    }
  }
  return { rules, skipped }
}

/** Not a regular expression, because unclosed comments would cause quadratic time. */
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

/** Joins style sheets. For rules of equal specificity, later sheets take precedence. */
export function joinSheets(
  sheets: readonly StyleSheet[],
  around: Pick<StyleSheet, 'getParent' | 'places'> = {},
): StyleSheet {
  const rules = new Map<string, Rule[]>()
  for (const [at, sheet] of sheets.entries()) {
    for (const [key, list] of sheet.rules) {
      rules.set(
        key,
        [...(rules.get(key) ?? []), ...list.map((rule) => ({ ...rule, order: rule.order + at * ruleLimit }))].slice(
          0,
          keyLimit,
        ),
      )
    }
  }
  return { rules, skipped: sheets.flatMap((sheet) => sheet.skipped), ...around }
}

const markText = String.raw`(?:[.#][\w-]+|\[[\w:-]+(?:=(?:"[^"\]]*"|'[^'\]]*'|[\w-]+))?\]|${structuralSource})`
/** Never matches the empty string, which would cause exponential backtracking. */
const compound = String.raw`(?:(?:\*|[a-z][\w-]*)${markText}*|${markText}+)`
const selectorPattern = new RegExp(`^${compound}(?:(?:\\s*>\\s*|\\s+)${compound})*$`, 'i')
/** Maximum number of compound selectors; each ancestor is searched for every element. */
const maxCompounds = 8

/** Splits at commas outside brackets; after an unclosed bracket the rest is one selector. */
function selectorsIn(text: string): readonly string[] {
  const found: string[] = []
  let pending: string[] = []
  for (const part of text.split(',', ruleLimit)) {
    const [opens, closes] = [part.lastIndexOf('['), part.lastIndexOf(']')]
    pending.push(part)
    if (opens > closes || (opens === closes && pending.length > 1)) continue
    found.push(pending.join(','))
    pending = []
  }
  return pending.length > 0 ? [...found, pending.join(',')] : found
}

function parseRule(written: string, order: number, declarations: Rule['declarations']): Rule | undefined {
  if (written === '' || written.length > 300) return undefined
  const selector = written.replace(/\([^()]*\)/g, (inside) => inside.replace(/\s+/g, ''))
  if (!selectorPattern.test(selector)) return undefined
  // Attribute values in brackets can contain spaces and special characters.
  const parts = selector.match(/>|(?:\[[^\]]*\]|[^\s>[])+/g) ?? []
  const compounds = parts.filter((part) => part !== '>').map(parseCompound)
  const last = compounds.at(-1)
  if (!last || compounds.length > maxCompounds || compounds.some((one) => one === undefined)) return undefined
  const isParent = parts.flatMap((part, at) => (part === '>' ? [] : [parts[at + 1] === '>']))
  const around = compounds
    .slice(0, -1)
    .flatMap((one, at) => (one ? [{ ...one, isParent: isParent[at] ?? false }] : []))
    .reverse()
  const weight = [last, ...around].reduce(
    (sum, { id, classes, attributes, pseudoClasses, tag }) =>
      sum + (id ? 100 : 0) + 10 * (classes.length + attributes.length + pseudoClasses.length) + (tag ? 1 : 0),
    0,
  )
  return { ...last, ancestors: around, weight, order, declarations }
}

function parseCompound(text: string): Compound | undefined {
  const tag = /^(?:\*|[a-z][\w-]*)/i.exec(text)?.[0] ?? ''
  const marks = text.match(/[.#][\w-]+|\[[^\]]*\]|:[a-z-]+(?:\([^()]*\))?/gi) ?? []
  // Reject selectors with unsupported parts, which would otherwise match too many elements.
  if (tag + marks.join('') !== text) return undefined
  const of = (sign: string) => marks.filter((mark) => mark.startsWith(sign)).map((mark) => mark.slice(1))
  const ids = of('#')
  if (ids.length > 1 || text === '') return undefined
  const attributes = of('[').map((mark) => {
    const [name = '', value] = mark.slice(0, -1).split(/=(.*)/s)
    return [name, value?.replace(/^["']|["']$/g, '')] as const
  })
  const pseudoClasses = of(':').map(parseStructural)
  if (!pseudoClasses.every((each) => each !== undefined)) return undefined
  return { classes: of('.'), id: ids[0] ?? '', tag: tag === '*' ? '' : tag, attributes, pseudoClasses }
}

/** Lookup key, so that elements do not test all rules. */
const getRuleKey = (rule: Rule): string =>
  rule.id ? `#${rule.id}` : rule.classes[0] !== undefined ? `.${rule.classes[0]}` : rule.tag || '*'

function matching(element: XmlElement, { rules, getParent, places }: StyleSheet): Rule[] {
  if (rules.size === 0) return []
  const id = element.attributes.get('id') ?? ''
  const classes = (element.attributes.get('class') ?? '').split(/\s+/).filter(Boolean).slice(0, 50)
  const found = ['*', element.name, `#${id}`, ...classes.map((name) => `.${name}`)].flatMap(
    (key) => rules.get(key) ?? [],
  )
  return found
    .filter(
      (rule) => matchesCompound(element, rule, places) && matchesAncestors(element, rule.ancestors, getParent, places),
    )
    .sort((a, b) => a.weight - b.weight || a.order - b.order)
}

function matchesCompound(
  element: XmlElement,
  { id, tag, classes, attributes, pseudoClasses }: Compound,
  places: StyleSheet['places'],
): boolean {
  if ((id && element.attributes.get('id') !== id) || (tag && element.name !== tag)) return false
  const assigned = classes.length > 0 ? (element.attributes.get('class') ?? '').split(/\s+/, 50) : []
  return (
    classes.every((name) => assigned.includes(name)) &&
    pseudoClasses.every((each) => matchesStructural(element, each, places)) &&
    attributes.every(([name, value]) =>
      value === undefined ? element.attributes.has(name) : element.attributes.get(name) === value,
    )
  )
}

/** Matches ancestors from the inside outwards. Takes the nearest match without backtracking. */
function matchesAncestors(
  element: XmlElement,
  around: Rule['ancestors'],
  getParent: StyleSheet['getParent'],
  places: StyleSheet['places'],
): boolean {
  let at = getParent?.(element)
  for (const { isParent, ...ancestor } of around) {
    while (at && !isParent && !matchesCompound(at, ancestor, places)) at = getParent?.(at)
    if (!at || !matchesCompound(at, ancestor, places)) return false
    at = getParent?.(at)
  }
  return true
}

/** Parses CSS declarations, such as a `style` attribute. Property names are in lower case; `font` is expanded. */
export function declarationsIn(text: string): Declaration[] {
  return text.split(';').flatMap((part): Declaration[] => {
    const colon = part.indexOf(':')
    if (colon < 0) return []
    const [name, value] = [part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 1)]
    const isImportant = /!\s*important\s*$/i.test(value)
    const plain = value.replace(/!\s*important\s*$/i, '').trim()
    return name === 'font'
      ? fontIn(plain).map(([one, expanded]) => [one, expanded, isImportant])
      : [[name, plain, isImportant]]
  })
}

/**
 * Expands the `font` shorthand, for example `italic bold 12px/1.2 Arial, sans-serif`. A number without a unit is the
 * weight.
 */
function fontIn(text: string): (readonly [string, string])[] {
  const [, before = '', size, family = ''] =
    /^(.{0,100}?)(?<![\w.])((?:\d+(?:\.\d*)?|\.\d+)(?:px|pt|pc|em|rem|ex|%|mm|cm|in|q))(?:\s*\/\s*[\w.%]+)?\s+(.+)$/i.exec(
      text,
    ) ?? []
  if (size === undefined) return []
  const weight = /\b(?:bold|bolder|[1-9]00)\b/i.exec(before)?.[0]
  const style = /\b(?:italic|oblique)\b/i.exec(before)?.[0]
  return [
    ['font-size', size],
    ['font-family', family],
    ['font-weight', weight ?? 'normal'],
    ['font-style', style ?? 'normal'],
  ]
}
