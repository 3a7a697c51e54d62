import { safeUrl } from '../../schema/index.ts'
import { identity, multiplied, translation } from '../matrix.ts'
import type { Sketch } from '../sketch.ts'
import { textIn } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import type { Attached, Context } from './context.ts'
import { drawers } from './drawers.ts'
import { Fills, shareOf } from './fills.ts'
import { readLength } from './lengths.ts'
import { hrefOf, localName, nameOf, placeOf } from './naming.ts'
import { emptyStyle, joined, readStyleSheet, styleOf } from './styles.ts'
import type { Style, StyleSheet } from './styles.ts'
import { numbersIn, readTransform } from './transform.ts'
import { fitMatrix } from './viewBox.ts'

/** Lets a reader of a richer format take an element over, or say what belongs to it. */
export interface Hooks {
  enter(element: XmlElement, context: Context, walker: SvgWalker): 'done' | Attached | undefined
}

/** Containers, and what they hold of themselves without being drawn. */
const silent: ReadonlySet<string> = new Set([
  'defs', 'style', 'title', 'desc', 'metadata', 'symbol', 'linearGradient', 'radialGradient', 'pattern', 'clipPath', 'mask', 'filter', 'marker', 'view',
  'color-profile', 'font', 'font-face', 'cursor',
])
const useLimit = 12
/** What an element costs: itself, and what has to be read anew each time it is used. */
const workLimit = 400_000
const charactersAUnit = 100
const sheetLimit = 100

/** Walks an SVG tree and puts its shapes down as components. Bounded, however often parts of it are used again. */
export class SvgWalker {
  readonly sketch: Sketch
  readonly fills: Fills
  readonly sheet: StyleSheet
  private readonly ids = new Map<string, XmlElement>()
  private readonly hooks: Hooks | undefined
  private work = 0

  constructor(root: XmlElement, sketch: Sketch, hooks?: Hooks) {
    this.sketch = sketch
    this.hooks = hooks
    const sheets: StyleSheet[] = []
    const open = [root]
    for (let element = open.pop(); element; element = open.pop()) {
      const id = element.attributes.get('id')
      if (id !== undefined && !this.ids.has(id)) this.ids.set(id, element)
      if (localName(element) === 'style' && sheets.length < sheetLimit) sheets.push(readStyleSheet(textIn(element)))
      // Backwards, so that they are taken off in the file's order.
      for (let i = element.children.length - 1; i >= 0; i--) {
        const child = element.children[i]
        if (child !== undefined && typeof child !== 'string') open.push(child)
      }
    }
    this.sheet = joined(sheets)
    for (const selector of this.sheet.skipped) sketch.book.loseOnce('style', selector, 'css.rule')
    this.fills = new Fills(this.ids, this.sheet, sketch.book)
  }

  /** The context of a picture's outermost element. */
  outermost(width: number, height: number): Context {
    return { matrix: identity, style: emptyStyle, folder: null, viewport: { width, height }, isVisible: true, uses: [], attached: null }
  }

  /** What the outermost element's own attributes and style hand down. */
  rootStyle(root: XmlElement): Style {
    return styleOf(root, emptyStyle, this.sheet)
  }

  children(element: XmlElement, context: Context): void {
    for (const child of element.children) if (typeof child !== 'string') this.element(child, context)
  }

  element(element: XmlElement, outer: Context): void {
    this.work += costOf(element)
    if (this.sketch.isFull) return
    if (this.work > workLimit) return this.sketch.book.loseOnce('', 'svg', 'limit.elements')
    const name = localName(element)
    if (name === '' || silent.has(name) || this.isRefused(element, name)) return
    const context = this.inside(element, outer)
    const entered = this.hooks?.enter(element, context, this)
    if (entered === 'done') return
    const inner = entered ? { ...context, attached: { ...context.attached, ...entered } } : context
    switch (name) {
      case 'svg': return this.nested(element, inner)
      case 'g': return this.group(element, inner)
      case 'a': return this.link(element, inner)
      case 'switch': return this.choice(element, inner)
      case 'use': return this.use(element, inner)
      default: {
        const draw = drawers.get(name)
        if (draw) draw(element, inner, this)
        else this.sketch.book.loseOnce(placeOf(element), name, 'type.unknown')
      }
    }
  }

  lengthOf(element: XmlElement, name: string, context: Context, otherwise = 0): number {
    const whole = /^(?:x|cx|x1|x2|width|rx)$/.test(name) ? context.viewport.width : context.viewport.height
    return readLength(element.attributes.get(name), whole) ?? otherwise
  }

  /** What is drawn behind a reference, once the reference itself is known to be sound. */
  private use(element: XmlElement, context: Context): void {
    const reference = hrefOf(element)
    const target = reference.startsWith('#') ? this.ids.get(reference.slice(1)) : undefined
    const { book } = this.sketch
    if (!target) return book.lose(placeOf(element), reference || 'use', reference && !reference.startsWith('#') ? 'url.refused' : 'reference.missing')
    if (context.uses.includes(target) || context.uses.length >= useLimit) return book.lose(placeOf(element), reference, 'reference.circle')
    const moved = multiplied(context.matrix, translation(this.lengthOf(element, 'x', context), this.lengthOf(element, 'y', context)))
    const inner = { ...context, matrix: moved, uses: [...context.uses, target] }
    if (localName(target) === 'symbol' || localName(target) === 'svg') this.viewport(target, element, inner)
    else this.element(target, inner)
  }

  private nested(element: XmlElement, context: Context): void {
    const moved = multiplied(context.matrix, translation(this.lengthOf(element, 'x', context), this.lengthOf(element, 'y', context)))
    this.viewport(element, element, { ...context, matrix: moved })
  }

  /** A picture within the picture; its size may be said by who uses it. */
  private viewport(element: XmlElement, sized: XmlElement, context: Context): void {
    const { width: wholeWidth, height: wholeHeight } = context.viewport
    const width = readLength(sized.attributes.get('width') ?? element.attributes.get('width'), wholeWidth) ?? wholeWidth
    const height = readLength(sized.attributes.get('height') ?? element.attributes.get('height'), wholeHeight) ?? wholeHeight
    const box = numbersIn(element.attributes.get('viewBox') ?? '')
    const matrix = multiplied(context.matrix, fitMatrix(box, width, height, element.attributes.get('preserveAspectRatio')))
    const style = element === sized ? context.style : styleOf(element, context.style, this.sheet)
    const [, , boxWidth = width, boxHeight = height] = box
    this.group(element, { ...context, style, matrix, viewport: { width: boxWidth, height: boxHeight } })
  }

  private group(element: XmlElement, context: Context): void {
    const options = { isLoose: true, opacity: shareOf(context.style.get('opacity')), visible: context.style.get('display') !== 'none' }
    const folder = this.sketch.folder(context.attached?.name ?? nameOf(element), context.folder, placeOf(element), options)
    this.children(element, { ...context, folder })
  }

  private link(element: XmlElement, context: Context): void {
    const url = safeUrl(hrefOf(element))
    if (!url) this.sketch.book.lose(placeOf(element), hrefOf(element), 'url.refused')
    const action = url ? { kind: 'link', url, open: element.attributes.get('target') === '_blank' ? 'window' : 'current' } as const : null
    this.group(element, action ? { ...context, attached: { ...context.attached, action } } : context)
  }

  /** The first that asks for nothing special, as a viewer without special features takes it. */
  private choice(element: XmlElement, context: Context): void {
    const isPlain = (child: XmlElement) => !child.attributes.has('requiredExtensions') && !child.attributes.has('systemLanguage') && localName(child) !== 'foreignObject'
    const first = element.children.find((child): child is XmlElement => typeof child !== 'string' && isPlain(child))
    if (first) this.element(first, context)
  }

  private inside(element: XmlElement, outer: Context): Context {
    const style = styleOf(element, outer.style, this.sheet)
    const own = style.get('transform') ?? element.attributes.get('transform')
    if (style.has('clip-path') || style.has('mask') || style.has('filter')) this.effect(element, style)
    return {
      ...outer, style, matrix: own === undefined ? outer.matrix : multiplied(outer.matrix, readTransform(own)),
      isVisible: !/^(?:hidden|collapse)$/.test(style.get('visibility') ?? ''),
    }
  }

  private effect(element: XmlElement, style: Style): void {
    const isNone = ['clip-path', 'mask', 'filter'].every((name) => (style.get(name) ?? 'none') === 'none')
    if (!isNone) this.sketch.book.change(placeOf(element), nameOf(element), 'paint.effect')
  }

  private isRefused(element: XmlElement, name: string): boolean {
    const { book } = this.sketch
    for (const attribute of element.attributes.keys()) if (/^on/i.test(attribute)) book.loseOnce(placeOf(element), attribute, 'safe.script')
    if (/^script$/i.test(name)) book.lose(placeOf(element), name, 'safe.script')
    else if (/^(?:foreignObject|iframe|object|embed|html|audio|video|canvas)$/i.test(name)) book.lose(placeOf(element), name, 'safe.markup')
    else if (/^(?:animate|animateMotion|animateTransform|animateColor|set)$/.test(name)) book.lose(placeOf(element), name, 'animation.kind')
    else return false
    return true
  }
}

function costOf(element: XmlElement): number {
  let characters = 0
  for (const value of element.attributes.values()) characters += value.length
  return 1 + characters / charactersAUnit + (element.name === 'text' ? element.children.length : 0)
}
