import type { ReportBook } from '../report.ts'
import { textIn } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import { localName } from './naming.ts'
import { joined, readStyleSheet } from './styles.ts'
import type { StyleSheet } from './styles.ts'

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
  const open = [root]
  for (let element = open.pop(); element; element = open.pop()) {
    const id = element.attributes.get('id')
    if (id !== undefined && !ids.has(id)) ids.set(id, element)
    if (localName(element) === 'style' && sheets.length < sheetLimit) sheets.push(readStyleSheet(textIn(element)))
    // Backwards, so that they are taken off in the file's order.
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i]
      if (child !== undefined && typeof child !== 'string') {
        parents.set(child, element)
        open.push(child)
      }
    }
  }
  const sheet = joined(sheets, (element) => parents.get(element))
  for (const selector of sheet.skipped) book.loseOnce('style', selector, 'css.rule')
  return { ids, sheet }
}
