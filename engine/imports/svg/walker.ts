import { safeUrl } from '../../schema/index.ts'
import { expandBox } from '../../geometry/index.ts'
import type { Box } from '../../geometry/index.ts'
import { identity, multiplied, scaleOf, translation } from '../matrix.ts'
import type { Matrix } from '../matrix.ts'
import { boxOf } from '../planarGeometry.ts'
import type { DrawingBuilder } from '../drawingBuilder.ts'
import type { XmlElement } from '../xml.ts'
import { addCut, clipOf, clipsMet, referredBy, shared } from './clips.ts'
import type { Attached, Clip, Context, Surface } from './context.ts'
import { drawers } from './drawers.ts'
import type { Drawer } from './drawers.ts'
import { Fills, shareOf } from './fills.ts'
import { diagonalOf, readLength } from './lengths.ts'
import { hrefOf, localName, nameOf, placeOf } from './namespaces.ts'
import { addPiece } from './rasterFallback.ts'
import { ringsOf } from './rings.ts'
import type { SvgSource } from './source.ts'
import { emptyStyle, styleOf } from './styles.ts'
import type { Style, StyleSheet } from './styles.ts'
import { alongBox } from './text.ts'
import { numbersIn, originIn, readTransform } from './transform.ts'
import { fitMatrix } from './viewBox.ts'

/** Lets the importer of a richer format handle an element itself (`done`) or attach data to it. */
export interface Hooks {
  enter(element: XmlElement, context: Context, walker: SvgWalker): 'done' | Attached | undefined
}

/** Elements that are not drawn themselves, with their content. */
const silent: ReadonlySet<string> = new Set([
  'defs', 'style', 'title', 'desc', 'metadata', 'symbol', 'linearGradient', 'radialGradient', 'pattern', 'clipPath', 'mask', 'filter', 'marker', 'view',
  'color-profile', 'font', 'font-face', 'cursor',
])
const useLimit = 12
/** Limit of the total work: elements, and data processed again on each use. */
const workLimit = 400_000
const charactersAUnit = 100
/** Margin in pixels around a picture, for antialiased edges. */
const roomPx = 1

/** Converts an SVG tree to components. The total work is limited, even with repeated references. */
export class SvgWalker implements Surface {
  readonly sketch: DrawingBuilder
  readonly fills: Fills
  readonly sheet: StyleSheet
  private readonly source: SvgSource
  private readonly hooks: Hooks | undefined
  private work = 0

  constructor(source: SvgSource, sketch: DrawingBuilder, hooks?: Hooks) {
    this.source = source
    this.sheet = source.sheet
    this.sketch = sketch
    this.hooks = hooks
    this.fills = new Fills(source.ids, source.sheet, sketch.book)
  }

  /** Initial context for the root element. */
  outermost(width: number, height: number): Context {
    return { matrix: identity, style: emptyStyle, folder: null, viewport: { width, height }, isVisible: true, uses: [], attached: null, clips: [], isPlain: false }
  }

  /** Computed style of the root element. */
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
    const { context, needsPicture } = this.inside(element, outer)
    const entered = this.hooks?.enter(element, context, this)
    if (entered === 'done') return
    const inner = entered ? { ...context, attached: { ...context.attached, ...entered } } : context
    const draw = drawers.get(name)
    if (needsPicture) {
      // A picture of a group would lose the data that the source format attaches to its members.
      if ((draw || !this.hooks) && this.asPicture(element, outer, inner, outer.clips, true)) return
      this.sketch.book.change(placeOf(element), nameOf(element), 'paint.effect')
    }
    switch (name) {
      case 'svg': return this.nested(element, inner)
      case 'g': return this.group(element, inner)
      case 'a': return this.link(element, inner)
      case 'switch': return this.choice(element, inner)
      case 'use': return this.use(element, inner)
      default:
        if (draw) this.leaf(draw, element, outer, inner)
        else this.sketch.book.loseOnce(placeOf(element), name, 'type.unknown')
    }
  }

  spend(units: number): void {
    this.work += units
  }

  lengthOf(element: XmlElement, name: string, context: Context, otherwise = 0): number {
    const whole = /^(?:x|cx|x1|x2|width|rx)$/.test(name) ? context.viewport.width : context.viewport.height
    return readLength(element.attributes.get(name), whole) ?? otherwise
  }

  /**
   * Draws a shape as components, or its visible part, or as a picture; as the last resort as components without
   * clipping.
   */
  private leaf(draw: Drawer, element: XmlElement, outer: Context, context: Context): void {
    if (context.isPlain) {
      draw(element, context, this)
      return
    }
    const box = context.clips.length > 0 ? this.boxOf(element, outer) : null
    const met = box ? clipsMet(context.clips, box) : []
    if (met === 'hidden' && !context.attached) return
    if (met !== 'hidden') {
      if (met.length > 0 ? addCut(element, context, met, this) : !this.hasPattern(context) && !this.hasRichGradient(element, context) && draw(element, context, this) !== 'picture') return
      if (this.asPicture(element, outer, context, met, false)) return
    }
    if (met.length > 0) this.sketch.book.change(placeOf(element), nameOf(element), 'paint.effect')
    draw(element, { ...context, isPlain: true }, this)
  }

  private asPicture(element: XmlElement, outer: Context, context: Context, clips: readonly Clip[], keepsClip: boolean): boolean {
    if (context.isPlain || context.attached?.wishes) return false
    const around = alongBox(element, context, this.source, this) ?? this.boxOf(element, outer)
    const met = around && clipsMet(clips, around)
    if (!around || !met || met === 'hidden') return met === 'hidden'
    const stroke = (readLength(context.style.get('stroke-width'), diagonalOf(context.viewport)) ?? 1) * scaleOf(context.matrix)
    const box = met.reduce<Box | null>((left, { region }) => left && region.box && shared(left, region.box), expandBox(around, roomPx + stroke))
    return box !== null && addPiece({ element, context, outer, box, clips: met, keepsClip }, this.source, this)
  }

  /** Bounding box of an element without clips; null if it draws nothing. */
  private boxOf(element: XmlElement, outer: Context): Box | null {
    const trial = new SvgWalker(this.source, this.sketch.another())
    trial.work = this.work
    trial.element(element, { ...outer, folder: null, attached: null, clips: [], isPlain: true })
    this.work = trial.work
    return trial.sketch.extent()
  }

  private hasPattern({ style }: Context): boolean {
    return ['fill', 'stroke'].some((name) => {
      const target = this.source.ids.get(referredBy(style.get(name)) ?? '')
      return target !== undefined && localName(target) === 'pattern' && target.children.length > 0
    })
  }

  /** Whether the shape has a gradient that a component cannot represent. Text always uses a single colour. */
  private hasRichGradient(element: XmlElement, context: Context): boolean {
    if (localName(element) === 'text' || context.attached?.wishes) return false
    const isOpen = localName(element) === 'line' || (context.style.get('fill') ?? 'black') === 'none'
    return (!isOpen && this.fills.isBeyond(context.style, 'fill', () => this.ownBox(element, context))) || this.fills.isBeyond(context.style, 'stroke', () => undefined)
  }

  /** Box of a shape in its own coordinates. */
  private ownBox(element: XmlElement, context: Context): Box | undefined {
    const at = (name: string) => this.lengthOf(element, name, context)
    const name = localName(element)
    if (name === 'rect' || name === 'image') return { x: at('x'), y: at('y'), width: at('width'), height: at('height') }
    if (name === 'circle') return { x: at('cx') - at('r'), y: at('cy') - at('r'), width: 2 * at('r'), height: 2 * at('r') }
    if (name === 'ellipse') return { x: at('cx') - at('rx'), y: at('cy') - at('ry'), width: 2 * at('rx'), height: 2 * at('ry') }
    return boxOf(ringsOf(element, { ...context, matrix: identity }, this).map(({ corners }) => corners)) ?? undefined
  }

  /** Draws the target of a `use` element. Missing targets and cycles are reported. */
  private use(element: XmlElement, context: Context): void {
    const reference = hrefOf(element)
    const target = reference.startsWith('#') ? this.source.ids.get(reference.slice(1)) : undefined
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

  /** Draws a nested viewport; its size can be set by the referencing element. */
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

  /** Draws the first child without required features or languages. */
  private choice(element: XmlElement, context: Context): void {
    const isPlain = (child: XmlElement) => !child.attributes.has('requiredExtensions') && !child.attributes.has('systemLanguage') && localName(child) !== 'foreignObject'
    const first = element.children.find((child): child is XmlElement => typeof child !== 'string' && isPlain(child))
    if (first) this.element(first, context)
  }

  /**
   * Context of an element's content, and whether it needs a picture because of a mask or a clip path relative to its
   * box.
   */
  private inside(element: XmlElement, outer: Context): { readonly context: Context; readonly needsPicture: boolean } {
    const style = styleOf(element, outer.style, this.sheet)
    const own = style.get('transform') ?? element.attributes.get('transform')
    const matrix = own === undefined ? outer.matrix : multiplied(outer.matrix, this.about(readTransform(own), element, style, outer))
    const context = { ...outer, style, matrix, isVisible: !/^(?:hidden|collapse)$/.test(style.get('visibility') ?? '') }
    if (outer.isPlain) return { context, needsPicture: false }
    if ((style.get('mix-blend-mode') ?? 'normal') !== 'normal') this.sketch.book.change(placeOf(element), nameOf(element), 'paint.blend')
    const clip = this.clipOn(element, context)
    const isMasked = this.referred(element, style, 'mask') !== undefined
    if ((style.get('filter') ?? 'none') !== 'none' && !isMasked) this.sketch.book.change(placeOf(element), nameOf(element), 'paint.effect')
    return { context: clip && clip !== 'ownBox' ? { ...context, clips: [...context.clips, clip] } : context, needsPicture: isMasked || clip === 'ownBox' }
  }

  /**
   * Applies a transform about its `transform-origin`, relative to the viewport or to the element's box
   * (`transform-box`).
   */
  private about(step: Matrix, element: XmlElement, style: Style, outer: Context): Matrix {
    const written = style.get('transform-origin')
    if (written === undefined) return step
    const isOwn = /^(?:fill|content|stroke|border)-box$/.test(style.get('transform-box') ?? '')
    const box = isOwn ? this.standingBox(element, { ...outer, style }) : { x: 0, y: 0, ...outer.viewport }
    const origin = box && originIn(written, box)
    if (!origin) {
      this.sketch.book.loseOnce(placeOf(element), nameOf(element), 'shape.origin')
      return step
    }
    return multiplied(multiplied(translation(origin.x, origin.y), step), translation(-origin.x, -origin.y))
  }

  /** Box of an element before its transform; undefined if it is not known. */
  private standingBox(element: XmlElement, context: Context): Box | undefined {
    const name = localName(element)
    if (name !== 'g' && name !== 'a') return name === 'text' || name === 'use' ? undefined : this.ownBox(element, context)
    const trial = new SvgWalker(this.source, this.sketch.another())
    trial.work = this.work
    trial.children(element, { ...context, matrix: identity, folder: null, attached: null, clips: [], isPlain: true })
    this.work = trial.work
    return trial.sketch.extent() ?? undefined
  }

  private clipOn(element: XmlElement, context: Context): Clip | 'ownBox' | undefined {
    const target = this.referred(element, context.style, 'clip-path')
    return target && (clipOf(target.id, target.element, context.matrix, context, this) ?? 'ownBox')
  }

  /** Clip path or mask of an element. Missing targets are reported and ignored. */
  private referred(element: XmlElement, style: Style, name: 'clip-path' | 'mask'): { readonly id: string; readonly element: XmlElement } | undefined {
    const value = style.get(name) ?? 'none'
    if (value === 'none') return undefined
    const id = referredBy(value)
    const target = id === undefined ? undefined : this.source.ids.get(id)
    if (id !== undefined && target && localName(target) === (name === 'mask' ? 'mask' : 'clipPath')) return { id, element: target }
    if (id === undefined) this.sketch.book.change(placeOf(element), nameOf(element), 'paint.effect')
    else this.sketch.book.lose(placeOf(element), id, 'reference.missing')
    return undefined
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
