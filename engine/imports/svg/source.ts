import type { ReportBook } from '../report.ts'
import { textIn } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import { localName } from './namespaces.ts'
import { createPlaces } from './nthChild.ts'
import { joinSheets, readStyleSheet } from './styles.ts'
import type { StyleSheet } from './styles.ts'
import { variablesIn } from './variables.ts'

/** Referenced data of a file. */
export interface SvgSource {
  readonly ids: ReadonlyMap<string, XmlElement>
  readonly sheet: StyleSheet
}

const sheetLimit = 100

/** Collects the ids and style sheets of a file and reports unsupported CSS. */
export function collectSource(root: XmlElement, book: ReportBook): SvgSource {
  const ids = new Map<string, XmlElement>()
  const sheets: StyleSheet[] = []
  const parents = new WeakMap<XmlElement, XmlElement>()
  const foreign = new WeakSet<XmlElement>()
  const unsupported = new UnsupportedCss()
  const open = [root]
  for (let element = open.pop(); element; element = open.pop()) {
    const id = element.attributes.get('id')
    if (id !== undefined && !ids.has(id)) ids.set(id, element)
    if (localName(element) === 'style' && sheets.length < sheetLimit) {
      sheets.push(readStyleSheet(textIn(element)))
      unsupported.read(textIn(element))
    }
    // The style of embedded HTML is irrelevant; the element is handled or reported as a whole.
    const isForeign = foreign.has(element) || localName(element) === 'foreignObject'
    if (!isForeign) unsupported.readElement(element, element === root)
    // In reverse, so that elements are popped in document order.
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i]
      if (child !== undefined && typeof child !== 'string') {
        parents.set(child, element)
        if (isForeign) foreign.add(child)
        open.push(child)
      }
    }
  }
  const getParent = (element: XmlElement) => parents.get(element)
  const sheet = joinSheets(sheets, { getParent, places: createPlaces(getParent) })
  for (const selector of sheet.skipped) book.loseOnce('style', selector, 'css.rule')
  for (const name of unsupported.missing()) book.loseOnce('style', name, 'reference.missing')
  for (const name of unsupported.properties) book.loseOnce('style', name, 'css.property')
  return { ids, sheet }
}

/** Properties that affect rendering in a browser but have no equivalent in a drawing. */
const unsupportedProperties: ReadonlySet<string> = new Set([
  'vector-effect',
  'text-decoration',
  'text-decoration-line',
  'writing-mode',
  'text-shadow',
  'text-transform',
  'rotate',
  'scale',
  'translate',
  'offset-path',
  'animation',
  'animation-name',
  'backdrop-filter',
  'isolation',
  'background',
  'background-color',
  'background-image',
  'border',
])
/** Also ignored in style sheets, where they are not supported; as attributes they are read. */
const unsupportedInSheets: ReadonlySet<string> = new Set([...unsupportedProperties, 'cx', 'cy', 'r', 'rx', 'ry'])
const maxNames = 1000

/** Collects CSS properties and variables that are not supported or not defined. */
class UnsupportedCss {
  readonly properties = new Set<string>()
  private readonly declared = new Set<string>()
  private readonly needed = new Set<string>()

  read(css: string): void {
    const { declared, needed } = variablesIn(css)
    for (const name of declared) if (this.declared.size < maxNames) this.declared.add(name)
    for (const name of needed) if (this.needed.size < maxNames) this.needed.add(name)
    for (const [, name = ''] of css.matchAll(/(?:^|[\s;{])([a-z-]{1,40})\s{0,8}:/gi))
      if (unsupportedInSheets.has(name.toLowerCase())) this.properties.add(name.toLowerCase())
  }

  /** Properties of an element. The background of the root is that of the page. */
  readElement({ attributes }: XmlElement, isRoot: boolean): void {
    for (const [name, value] of attributes) {
      if (name === 'style') this.read(isRoot ? value.replace(/background(?:-color)?\s{0,8}:/gi, '') : value)
      else if (unsupportedProperties.has(name) && value !== 'none' && value !== 'auto') this.properties.add(name)
      else if (value.includes('var('))
        for (const each of variablesIn(value).needed) if (this.needed.size < maxNames) this.needed.add(each)
    }
  }

  /** Custom properties that are used but never defined. */
  missing(): readonly string[] {
    return [...this.needed].filter((name) => !this.declared.has(name))
  }
}
