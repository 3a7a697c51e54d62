import { safePictureUrl } from '../../schema/index.ts'
import type { FindingCode, ReportBook } from '../report.ts'
import type { XmlElement, XmlNode } from '../xml.ts'
import { localName, formatPlace } from './namespaces.ts'
import { withoutComments } from './styles.ts'

/** Allowed elements: shapes, paints and effects. An allow list, so new SVG features are rejected by default. */
const allowedElements: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'title',
  'desc',
  'style',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'path',
  'text',
  'tspan',
  'textPath',
  'image',
  'linearGradient',
  'radialGradient',
  'stop',
  'pattern',
  'clipPath',
  'mask',
  'marker',
  'filter',
  'switch',
  'a',
  'feGaussianBlur',
  'feOffset',
  'feBlend',
  'feColorMatrix',
  'feComposite',
  'feFlood',
  'feMerge',
  'feMergeNode',
  'feMorphology',
  'feTurbulence',
  'feDropShadow',
  'feComponentTransfer',
  'feFuncR',
  'feFuncG',
  'feFuncB',
  'feFuncA',
  'feTile',
])
const reference = /^(?:xlink:)?href$/i
const nestingLimit = 128

/** Returns an SVG as a data URL without scripts, event handlers, foreign markup and external resources. */
export function toDataUrl(
  root: XmlElement,
  book: ReportBook,
  size: { readonly width: number; readonly height: number },
): string {
  return `data:image/svg+xml;base64,${base64(sanitize(root, book, size))}`
}

/** Like `pictureOf`, but returns SVG text. */
export function sanitize(
  root: XmlElement,
  book: ReportBook,
  size: { readonly width: number; readonly height: number },
): string {
  const parts: string[] = []
  const attributes = new Map(root.attributes)
  attributes.set('width', String(size.width))
  attributes.set('height', String(size.height))
  attributes.set('xmlns', 'http://www.w3.org/2000/svg')
  attributes.set('xmlns:xlink', 'http://www.w3.org/1999/xlink')
  write({ ...root, name: 'svg', attributes }, parts, book, 0)
  return parts.join('')
}

function write(element: XmlElement, parts: string[], book: ReportBook, depth: number): void {
  const name = localName(element)
  if (name === '') return
  if (!allowedElements.has(name) || depth > nestingLimit)
    return book.lose(formatPlace(element), element.name, getRefusalCode(name))
  parts.push(`<${name}`)
  for (const [attribute, value] of element.attributes) writeAttribute(element, attribute, value, parts, book)
  parts.push('>')
  for (const child of element.children) writeNode(name, child, parts, book, depth, element)
  parts.push(`</${name}>`)
}

function writeNode(
  parent: string,
  node: XmlNode,
  parts: string[],
  book: ReportBook,
  depth: number,
  element: XmlElement,
): void {
  if (typeof node !== 'string') return write(node, parts, book, depth + 1)
  if (parent === 'style') parts.push(escapeXml(safeCss(node, book, element)))
  else parts.push(escapeXml(node))
}

function writeAttribute(element: XmlElement, name: string, value: string, parts: string[], book: ReportBook): void {
  if (/^on/i.test(name)) return book.loseOnce(formatPlace(element), name, 'safe.script')
  const isOther = name.includes(':') && !/^(?:xlink:href|xlink:title|xml:space|xmlns:xlink)$/.test(name)
  if (
    isOther ||
    /^(?:src|srcdoc|formaction|action|base|target|ping)$/i.test(name) ||
    (name === 'xmlns' && localName(element) !== 'svg')
  )
    return
  if (reference.test(name)) {
    const plain = localName(element) === 'a' ? undefined : innerReference(value, localName(element))
    if (plain === undefined) return book.lose(formatPlace(element), value.slice(0, 80), 'url.refused')
    parts.push(` ${name}="${escapeXml(plain)}"`)
    return
  }
  const safe = /url\s*\(|style/i.test(name + value) ? safeCss(value, book, element) : value
  parts.push(` ${name}="${escapeXml(/javascript\s*:|vbscript\s*:/i.test(safe.replace(/\s/g, '')) ? '' : safe)}"`)
}

/**
 * Allows references inside the picture and embedded image data. Browsers fetch no external resources for an SVG used as
 * an image, so nothing is lost.
 */
function innerReference(value: string, name: string): string | undefined {
  if (/^#[^\s]+$/.test(value.trim())) return value.trim()
  const plain = value.replace(/\s+/g, '')
  return name === 'image' && /^data:image\/(?:png|jpeg|gif|webp);/.test(plain) ? safePictureUrl(plain) : undefined
}

/** Removes imports and external addresses from CSS. */
function safeCss(text: string, book: ReportBook, element: XmlElement): string {
  // Resolve escapes first, since they could hide any of the words below.
  const plain = withoutComments(text).replace(/\\(?:([0-9a-f]{1,6})\s?|(.)|$)/gi, (_, hex: string, sign: string) =>
    hex ? decodeCharacter(hex) : (sign ?? ''),
  )
  const safe = plain
    .replace(/@[a-z-]+[^;{}@]*;/gi, '')
    .replace(/@(?:import|namespace|charset|font-face)[^{}@]*(?:\{[^{}@]*\})?/gi, '')
    .replace(/url\s*\(\s*(?!['"]?#)[^)]*\)?/gi, 'none')
    .replace(/(?:expression|image-set|image|src)\s*\([^)]*\)?|-moz-binding|behaviou?r\s*:/gi, '')
  if (safe.replace(/\s+/g, '') !== text.replace(/\s+/g, '')) book.loseOnce(formatPlace(element), 'css', 'css.rule')
  return safe
}

function decodeCharacter(hex: string): string {
  const code = Number.parseInt(hex, 16)
  return code < 32 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '' : String.fromCodePoint(code)
}

function getRefusalCode(name: string): FindingCode {
  if (/^script$/i.test(name)) return 'safe.script'
  return /^(?:animate|animateMotion|animateTransform|animateColor|set)$/.test(name) ? 'animation.kind' : 'safe.markup'
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => marks[sign] ?? sign)

/** Encodes UTF-8 bytes in chunks, because the number of call arguments is limited. */
function base64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
