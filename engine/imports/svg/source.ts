import type { ReportBook } from '../report.ts'
import { textIn } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import { localName } from './namespaces.ts'
import { placesBy } from './nthChild.ts'
import { joined, readStyleSheet } from './styles.ts'
import type { StyleSheet } from './styles.ts'
import { variablesIn } from './variables.ts'

/** What elements of a file refer to, wherever it stands. */
export interface SvgSource {
  readonly ids: ReadonlyMap<string, XmlElement>
  readonly sheet: StyleSheet
}

const sheetLimit = 100

/** Gathers a file's ids and style sheets, and reports what of the sheets is passed over. */
export function sourceOf(root: XmlElement, book: ReportBook): SvgSource {
  const ids = new Map<string, XmlElement>()
  const sheets: StyleSheet[] = []
  const parents = new WeakMap<XmlElement, XmlElement>()
  const foreign = new WeakSet<XmlElement>()
  const said = new Sayings()
  const open = [root]
  for (let element = open.pop(); element; element = open.pop()) {
    const id = element.attributes.get('id')
    if (id !== undefined && !ids.has(id)) ids.set(id, element)
    if (localName(element) === 'style' && sheets.length < sheetLimit) {
      sheets.push(readStyleSheet(textIn(element)))
      said.read(textIn(element))
    }
    // What HTML within looks like is no matter of the picture's: it is read, or told to be lost, as a whole.
    const isForeign = foreign.has(element) || localName(element) === 'foreignObject'
    if (!isForeign) said.readElement(element)
    // Backwards, so that they are taken off in the file's order.
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i]
      if (child !== undefined && typeof child !== 'string') {
        parents.set(child, element)
        if (isForeign) foreign.add(child)
        open.push(child)
      }
    }
  }
  const parentOf = (element: XmlElement) => parents.get(element)
  const sheet = joined(sheets, { parentOf, places: placesBy(parentOf) })
  for (const selector of sheet.skipped) book.loseOnce('style', selector, 'css.rule')
  for (const name of said.missing()) book.loseOnce('style', name, 'reference.missing')
  for (const name of said.unread) book.loseOnce('style', name, 'css.property')
  return { ids, sheet }
}

/** What looks different in a browser by it and has no meaning in a drawing. */
const unread: ReadonlySet<string> = new Set([
  'vector-effect', 'text-decoration', 'text-decoration-line', 'writing-mode', 'text-shadow', 'text-transform', 'rotate', 'scale', 'translate',
  'offset-path', 'animation', 'animation-name', 'backdrop-filter', 'isolation', 'background', 'background-color', 'background-image', 'border',
])
/** Read as attributes, and passed over where a style says them. */
const unreadInSheets: ReadonlySet<string> = new Set([...unread, 'cx', 'cy', 'r', 'rx', 'ry'])
const mostNames = 1000

/** What the style sheets and elements of a file say that is not, or cannot be, followed. */
class Sayings {
  readonly unread = new Set<string>()
  private readonly declared = new Set<string>()
  private readonly needed = new Set<string>()

  read(css: string): void {
    const { declared, needed } = variablesIn(css)
    for (const name of declared) if (this.declared.size < mostNames) this.declared.add(name)
    for (const name of needed) if (this.needed.size < mostNames) this.needed.add(name)
    for (const [, name = ''] of css.matchAll(/(?:^|[\s;{])([a-z-]{1,40})\s{0,8}:/gi)) if (unreadInSheets.has(name.toLowerCase())) this.unread.add(name.toLowerCase())
  }

  readElement({ attributes }: XmlElement): void {
    for (const [name, value] of attributes) {
      if (name === 'style') this.read(value)
      else if (unread.has(name) && value !== 'none' && value !== 'auto') this.unread.add(name)
      else if (value.includes('var(')) for (const each of variablesIn(value).needed) if (this.needed.size < mostNames) this.needed.add(each)
    }
  }

  /** Custom properties that are nowhere said. */
  missing(): readonly string[] {
    return [...this.needed].filter((name) => !this.declared.has(name))
  }
}
