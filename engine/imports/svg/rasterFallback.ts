import { role } from '../../components/roles.ts'
import type { Box } from '../../geometry/index.ts'
import { identity, invert, multiply } from '../matrix.ts'
import type { Matrix } from '../matrix.ts'
import { ReportBook } from '../report.ts'
import type { XmlElement, XmlNode } from '../xml.ts'
import type { Clip, Context, Surface } from './context.ts'
import { getHref, localName } from './namespaces.ts'
import { getPart } from './parts.ts'
import { toDataUrl } from './picture.ts'
import type { SvgSource } from './source.ts'
import { getDeclaredValues, getInheritable } from './styles.ts'
import type { Style } from './styles.ts'

/** An element to be drawn as a picture. */
export interface Piece {
  readonly element: XmlElement
  /** Context of the resulting component: name, folder, animation. */
  readonly context: Context
  /** Coordinates and style outside the element, without its own transform. */
  readonly outer: Context
  /** In drawing coordinates, with a margin for strokes. */
  readonly box: Box
  readonly clips: readonly Clip[]
  /** Keep the element's own clip path, which depends on its box. */
  readonly keepsClip: boolean
}

/**
 * Adds an element as a picture, including its references and inherited style, sanitized like a whole picture. Returns
 * false if the picture would be too large, empty, or reference an external file.
 */
export function addPiece(piece: Piece, source: SvgSource, surface: Surface): boolean {
  const { element, context, box } = piece
  const copies = new Copies(source)
  const wrapped = wrap(piece, copies)
  surface.spend(3 * copies.count)
  if (!wrapped) return false
  const book = new ReportBook()
  const scale = Math.min(fineness, maxPixels / Math.max(box.width, box.height))
  const picture = toDataUrl(wrapped, book, {
    width: Math.max(1, box.width * scale),
    height: Math.max(1, box.height * scale),
  })
  surface.spend(picture.length / charactersAUnit)
  if (!surface.sketch.fits(role.image, { picture })) return false
  const part = getPart(element, context, 'picture')
  const isAdded = surface.sketch.add({ ...part, role: role.image, frame: box, look: { picture, fit: 'fill' } })
  if (isAdded) surface.sketch.book.change(part.path, part.sourceName, 'shape.picture')
  for (const { path, what, code } of book.close('svg').findings) surface.sketch.book.lose(path, what, code)
  return isAdded
}

/** Picture pixels per drawing pixel, so that zooming in looks sharp. */
const fineness = 2
const maxPixels = 2048
const charactersAUnit = 25
const elementLimit = 5000

function wrap({ element, outer, box, clips, keepsClip }: Piece, copies: Copies): XmlElement | undefined {
  const top = copies.of(element, true, keepsClip)
  if (!top || !isWhole(top)) return undefined
  let inner: XmlElement = createElement(
    'svg',
    { width: String(outer.viewport.width), height: String(outer.viewport.height), overflow: 'visible' },
    [top],
  )
  const steps: { readonly matrix: Matrix; readonly more: Readonly<Record<string, string>> }[] = [
    ...clips.map(({ id, matrix }) => ({ matrix, more: { 'clip-path': `url(#${id})` } })),
    { matrix: outer.matrix, more: getInheritedStyle(outer.style) },
  ]
  for (let i = steps.length - 1; i >= 0; i--) {
    const step = steps[i]
    const before = invert(steps[i - 1]?.matrix ?? identity)
    if (!step || !before) return undefined
    inner = createElement('g', { transform: `matrix(${multiply(before, step.matrix).join(' ')})`, ...step.more }, [
      inner,
    ])
  }
  const referred = copies.getReferenced(inner)
  if (!referred || !referred.every(isWhole)) return undefined
  return createElement(
    'svg',
    { viewBox: [box.x, box.y, box.width, box.height].join(' '), preserveAspectRatio: 'none' },
    [createElement('defs', {}, referred), inner],
  )
}

/** Copies elements with their computed style, because the picture does not contain the file's style sheets. */
class Copies {
  /** Number of copies made. */
  count = 0
  private readonly source: SvgSource

  constructor(source: SvgSource) {
    this.source = source
  }

  of(element: XmlElement, isTop = false, keepsClip = true): XmlElement | undefined {
    if (++this.count > elementLimit) return undefined
    const declared = new Map(getDeclaredValues(element, this.source.sheet))
    const attributes = new Map([...element.attributes].filter(([name]) => name !== 'class' && name !== 'style'))
    // The component has its own properties for these.
    for (const name of isTop ? ['opacity', 'display', 'visibility', ...(keepsClip ? [] : ['clip-path'])] : []) {
      declared.delete(name)
      attributes.delete(name)
    }
    if (declared.size > 0) attributes.set('style', [...declared].map(([name, value]) => `${name}:${value}`).join(';'))
    const children: XmlNode[] = []
    for (const child of element.children) {
      const copy = typeof child === 'string' ? child : this.of(child)
      if (copy === undefined) return undefined
      children.push(copy)
    }
    return { ...element, attributes, children }
  }

  /**
   * Copies of all elements that an element references outside itself, directly or indirectly. Undefined above the
   * limit.
   */
  getReferenced(element: XmlElement): XmlElement[] | undefined {
    const found = new Map<string, XmlElement>()
    const inside = new Set(all(element).map((part) => part.attributes.get('id')))
    const open = all(element)
    for (let at = open.pop(); at; at = open.pop()) {
      for (const id of referencesIn(at)) {
        const target = found.has(id) || inside.has(id) ? undefined : this.source.ids.get(id)
        if (!target) continue
        const copy = this.of(target)
        if (!copy) return undefined
        found.set(id, copy)
        open.push(...all(copy))
      }
    }
    return [...found.values()]
  }
}

function all(element: XmlElement): XmlElement[] {
  const found = [element]
  for (let i = 0; i < found.length; i++)
    for (const child of found[i]?.children ?? []) if (typeof child !== 'string') found.push(child)
  return found
}

function referencesIn(element: XmlElement): string[] {
  const ids: string[] = []
  for (const value of element.attributes.values())
    for (const [, id = ''] of value.matchAll(/url\(\s*['"]?#([^'")\s]{1,200})/g)) ids.push(id)
  const href = getHref(element)
  if (href.startsWith('#')) ids.push(href.slice(1))
  return ids
}

/** Whether no external image is referenced. */
function isWhole(element: XmlElement): boolean {
  return all(element).every((part) => localName(part) !== 'image' || getHref(part).startsWith('data:'))
}

function getInheritedStyle(style: Style): Record<string, string> {
  const handed = getInheritable(style).filter(([name]) => name !== 'visibility')
  const custom = handed
    .filter(([name]) => name.startsWith('--'))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
  return {
    ...Object.fromEntries(handed.filter(([name]) => !name.startsWith('--'))),
    ...(custom === '' ? {} : { style: custom }),
  }
}

function createElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly XmlNode[],
): XmlElement {
  return { name, attributes: new Map(Object.entries(attributes)), children, line: 0 }
}
