import type { ReportBook } from '../report.ts'
import type { XmlElement } from '../xml.ts'
import { formatPlace } from './namespaces.ts'

/** Elements that are not drawn themselves, with their content. */
export const silent: ReadonlySet<string> = new Set([
  'defs',
  'style',
  'title',
  'desc',
  'metadata',
  'symbol',
  'linearGradient',
  'radialGradient',
  'pattern',
  'clipPath',
  'mask',
  'filter',
  'marker',
  'view',
  'color-profile',
  'font',
  'font-face',
  'cursor',
])
/** Whether an element is never imported; reports it. Also reports event handlers of elements that are imported. */
export function isRefused(element: XmlElement, name: string, book: ReportBook): boolean {
  for (const attribute of element.attributes.keys())
    if (/^on/i.test(attribute)) book.loseOnce(formatPlace(element), attribute, 'safe.script')
  if (/^script$/i.test(name)) book.lose(formatPlace(element), name, 'safe.script')
  else if (/^(?:iframe|object|embed|html|audio|video|canvas)$/i.test(name))
    book.lose(formatPlace(element), name, 'safe.markup')
  else if (/^(?:animate|animateMotion|animateTransform|animateColor|set)$/.test(name))
    book.lose(formatPlace(element), name, 'animation.kind')
  else return false
  return true
}
