import { textIn } from '../xml.ts'
import type { XmlElement } from '../xml.ts'

/** Element name without the `svg:` prefix; '' for elements of other namespaces, such as those of drawing programs. */
export function localName(element: XmlElement): string {
  const colon = element.name.indexOf(':')
  if (colon < 0) return element.name
  return element.name.startsWith('svg:') ? element.name.slice(4) : ''
}

/** Formats the position of an element for the import report: `rect#pump:12` with id and line. */
export function formatPlace(element: XmlElement): string {
  const id = element.attributes.get('id')
  return `${element.name}${id ? `#${id}` : ''}:${element.line}`
}

/** Display name: Inkscape label, title, id, or else the element name. */
export function getName(element: XmlElement): string {
  const label = element.attributes.get('inkscape:label')
  if (label) return label
  const title = element.children.find(
    (child): child is XmlElement => typeof child !== 'string' && localName(child) === 'title',
  )
  return (title && textIn(title).trim()) || element.attributes.get('id') || localName(element)
}

/** Returns the target of a reference from `href` or `xlink:href`, trimmed; '' if there is none. */
export function getHref(element: XmlElement): string {
  return (element.attributes.get('href') ?? element.attributes.get('xlink:href') ?? '').trim()
}
