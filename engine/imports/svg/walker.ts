import { safeUrl } from '../../schema/index.ts'
import { expandBox } from '../../geometry/index.ts'
import type { Box } from '../../geometry/index.ts'
import { identity, multiply, getScale, translation } from '../matrix.ts'
import type { Matrix } from '../matrix.ts'
import { getBounds } from '../planarGeometry.ts'
import type { DrawingBuilder } from '../drawingBuilder.ts'
import type { XmlElement } from '../xml.ts'
import { addClipped, createClip, findOverlappingClips, parseReference, intersectBoxes } from './clips.ts'
import type { Attached, Clip, Context, Surface } from './context.ts'
import { drawers } from './drawers.ts'
import type { Drawer } from './drawers.ts'
import { Fills, parseShare } from './fills.ts'
import { addForeignWords, readForeignWords, reportFallback } from './foreignText.ts'
import { getDiagonal, readLength } from './lengths.ts'
import { getHref, localName, getName, formatPlace } from './namespaces.ts'
import { addPiece } from './rasterFallback.ts'
import { isRefused, silent } from './refusedElements.ts'
import { getRings } from './rings.ts'
import type { SvgSource } from './source.ts'
import { emptyStyle, computeStyle } from './styles.ts'
import type { Style, StyleSheet } from './styles.ts'
import { alongBox } from './text.ts'
import { numbersIn, originIn, readTransform } from './transform.ts'
import { fitMatrix } from './viewBox.ts'

/** Lets the importer of a richer format handle an element itself (`done`) or attach data to it. */
export interface Hooks {
  enter(element: XmlElement, context: Context, walker: SvgWalker): 'done' | Attached | undefined
}

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
    return {
      matrix: identity,
      style: emptyStyle,
      folder: null,
      viewport: { width, height },
      isVisible: true,
      uses: [],
      attached: null,
      clips: [],
      isPlain: false,
    }
  }

  /** Computed style of the root element. */
  rootStyle(root: XmlElement): Style {
    return computeStyle(root, emptyStyle, this.sheet)
  }

  children(element: XmlElement, context: Context): void {
    for (const child of element.children) if (typeof child !== 'string') this.element(child, context)
  }

  element(element: XmlElement, outer: Context): void {
    this.work += getCost(element)
    if (this.sketch.isFull) return
    if (this.work > workLimit) return this.sketch.book.loseOnce('', 'svg', 'limit.elements')
    const name = localName(element)
    if (name === '' || silent.has(name) || isRefused(element, name, this.sketch.book)) return
    const { context, needsPicture } = this.inside(element, outer)
    const entered = this.hooks?.enter(element, context, this)
    if (entered === 'done') return
    const inner = entered ? { ...context, attached: { ...context.attached, ...entered } } : context
    const draw = drawers.get(name)
    if (needsPicture) {
      // A picture of a group would lose the data that the source format attaches to its members.
      if ((draw || !this.hooks) && this.asPicture(element, outer, inner, outer.clips, true)) return
      this.sketch.book.change(formatPlace(element), getName(element), 'paint.effect')
    }
    switch (name) {
      case 'svg':
        return this.drawNested(element, inner)
      case 'g':
        return this.group(element, inner)
      case 'a':
        return this.link(element, inner)
      case 'switch':
        return this.choice(element, inner)
      case 'use':
        return this.use(element, inner)
      case 'foreignObject':
        return this.foreign(element, inner)
      default:
        if (draw) this.leaf(draw, element, outer, inner)
        else this.sketch.book.loseOnce(formatPlace(element), name, 'type.unknown')
    }
  }

  spend(units: number): void {
    this.work += units
  }

  drawContent(element: XmlElement, context: Context): void {
    const base = context.contextInk
      ? new Map([
          ['context-fill', context.contextInk.fill],
          ['context-stroke', context.contextInk.stroke],
        ])
      : emptyStyle
    this.work += getCost(element)
    this.children(element, { ...context, style: computeStyle(element, base, this.sheet), clips: [] })
  }

  getLength(element: XmlElement, name: string, context: Context, otherwise = 0): number {
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
    const box = context.clips.length > 0 ? this.getBox(element, outer) : null
    const overlapping = box ? findOverlappingClips(context.clips, box) : []
    if (overlapping === 'hidden' && !context.attached) return
    if (overlapping !== 'hidden') {
      if (
        overlapping.length > 0
          ? addClipped(element, context, overlapping, this)
          : !this.hasPattern(context) &&
            !this.hasRichGradient(element, context) &&
            draw(element, context, this) !== 'picture'
      )
        return
      if (this.asPicture(element, outer, context, overlapping, false)) return
    }
    if (overlapping.length > 0) this.sketch.book.change(formatPlace(element), getName(element), 'paint.effect')
    draw(element, { ...context, isPlain: true }, this)
  }

  private asPicture(
    element: XmlElement,
    outer: Context,
    context: Context,
    clips: readonly Clip[],
    keepsClip: boolean,
  ): boolean {
    if (context.isPlain || context.attached?.requests) return false
    const around = alongBox(element, context, this.source, this) ?? this.getBox(element, outer)
    const overlapping = around && findOverlappingClips(clips, around)
    if (!around || !overlapping || overlapping === 'hidden') return overlapping === 'hidden'
    const stroke =
      (readLength(context.style.get('stroke-width'), getDiagonal(context.viewport)) ?? 1) * getScale(context.matrix)
    const box = overlapping.reduce<Box | null>(
      (left, { region }) => left && region.box && intersectBoxes(left, region.box),
      expandBox(around, roomPx + stroke),
    )
    return box !== null && addPiece({ element, context, outer, box, clips: overlapping, keepsClip }, this.source, this)
  }

  /** Bounding box of an element without clips; null if it draws nothing. */
  private getBox(element: XmlElement, outer: Context): Box | null {
    const trial = new SvgWalker(this.source, this.sketch.createEmpty())
    trial.work = this.work
    trial.element(element, { ...outer, folder: null, attached: null, clips: [], isPlain: true })
    this.work = trial.work
    return trial.sketch.extent()
  }

  private hasPattern({ style }: Context): boolean {
    return ['fill', 'stroke'].some((name) => {
      const target = this.source.ids.get(parseReference(style.get(name)) ?? '')
      return target !== undefined && localName(target) === 'pattern' && target.children.length > 0
    })
  }

  /** Whether the shape has a gradient that a component cannot represent. Text always uses a single colour. */
  private hasRichGradient(element: XmlElement, context: Context): boolean {
    if (localName(element) === 'text' || context.attached?.requests) return false
    const isOpen = localName(element) === 'line' || (context.style.get('fill') ?? 'black') === 'none'
    return (
      (!isOpen && this.fills.isBeyond(context.style, 'fill', () => this.ownBox(element, context))) ||
      this.fills.isBeyond(context.style, 'stroke', () => undefined)
    )
  }

  /** Box of a shape in its own coordinates. */
  private ownBox(element: XmlElement, context: Context): Box | undefined {
    const at = (name: string) => this.getLength(element, name, context)
    const name = localName(element)
    if (name === 'rect' || name === 'image') return { x: at('x'), y: at('y'), width: at('width'), height: at('height') }
    if (name === 'circle')
      return { x: at('cx') - at('r'), y: at('cy') - at('r'), width: 2 * at('r'), height: 2 * at('r') }
    if (name === 'ellipse')
      return { x: at('cx') - at('rx'), y: at('cy') - at('ry'), width: 2 * at('rx'), height: 2 * at('ry') }
    return (
      getBounds(getRings(element, { ...context, matrix: identity }, this).map(({ corners }) => corners)) ?? undefined
    )
  }

  /** Draws the target of a `use` element. Missing targets and cycles are reported. */
  private use(element: XmlElement, context: Context): void {
    const reference = getHref(element)
    const target = reference.startsWith('#') ? this.source.ids.get(reference.slice(1)) : undefined
    const { book } = this.sketch
    if (!target)
      return book.lose(
        formatPlace(element),
        reference || 'use',
        reference && !reference.startsWith('#') ? 'url.refused' : 'reference.missing',
      )
    if (context.uses.includes(target) || context.uses.length >= useLimit)
      return book.lose(formatPlace(element), reference, 'reference.circle')
    const moved = multiply(
      context.matrix,
      translation(this.getLength(element, 'x', context), this.getLength(element, 'y', context)),
    )
    const inner = { ...context, matrix: moved, uses: [...context.uses, target] }
    if (localName(target) === 'symbol' || localName(target) === 'svg') this.viewport(target, element, inner)
    else this.element(target, inner)
  }

  private drawNested(element: XmlElement, context: Context): void {
    const moved = multiply(
      context.matrix,
      translation(this.getLength(element, 'x', context), this.getLength(element, 'y', context)),
    )
    this.viewport(element, element, { ...context, matrix: moved })
  }

  /** Draws a nested viewport; its size can be set by the referencing element. */
  private viewport(element: XmlElement, sized: XmlElement, context: Context): void {
    const { width: wholeWidth, height: wholeHeight } = context.viewport
    const width = readLength(sized.attributes.get('width') ?? element.attributes.get('width'), wholeWidth) ?? wholeWidth
    const height =
      readLength(sized.attributes.get('height') ?? element.attributes.get('height'), wholeHeight) ?? wholeHeight
    const box = numbersIn(element.attributes.get('viewBox') ?? '')
    const matrix = multiply(
      context.matrix,
      fitMatrix(box, width, height, element.attributes.get('preserveAspectRatio')),
    )
    const style = element === sized ? context.style : computeStyle(element, context.style, this.sheet)
    const [, , boxWidth = width, boxHeight = height] = box
    this.group(element, { ...context, style, matrix, viewport: { width: boxWidth, height: boxHeight } })
  }

  private group(element: XmlElement, context: Context): void {
    const options = {
      isLoose: true,
      opacity: parseShare(context.style.get('opacity')),
      visible: context.style.get('display') !== 'none',
    }
    const folder = this.sketch.folder(
      context.attached?.name ?? getName(element),
      context.folder,
      formatPlace(element),
      options,
    )
    this.children(element, { ...context, folder })
  }

  private link(element: XmlElement, context: Context): void {
    const url = safeUrl(getHref(element))
    if (!url) this.sketch.book.lose(formatPlace(element), getHref(element), 'url.refused')
    const action = url
      ? ({ kind: 'link', url, open: element.attributes.get('target') === '_blank' ? 'window' : 'current' } as const)
      : null
    this.group(element, action ? { ...context, attached: { ...context.attached, action } } : context)
  }

  /**
   * Draws the first child without required extensions or languages. HTML is drawn if it consists of words; otherwise
   * the next child replaces it, which is reported.
   */
  private choice(element: XmlElement, context: Context): void {
    const isPlain = (child: XmlElement) =>
      !child.attributes.has('requiredExtensions') && !child.attributes.has('systemLanguage')
    const [first, second] = element.children.filter(
      (child): child is XmlElement => typeof child !== 'string' && isPlain(child) && localName(child) !== '',
    )
    if (!first || !second || localName(first) !== 'foreignObject') {
      if (first) this.element(first, context)
      return
    }
    const words = readForeignWords(first, this.inside(first, context).context, this)
    if (words && !words.hasForeignParts) return this.element(first, context)
    if (words) reportFallback(second, words, this)
    this.element(second, context)
  }

  private foreign(element: XmlElement, context: Context): void {
    const words = readForeignWords(element, context, this)
    if (words) addForeignWords(element, words, context, this)
    else if (element.children.some((child) => typeof child !== 'string'))
      this.sketch.book.lose(formatPlace(element), localName(element), 'safe.markup')
  }

  /**
   * Context of an element's content, and whether it needs a picture because of a mask or a clip path relative to its
   * box.
   */
  private inside(element: XmlElement, outer: Context): { readonly context: Context; readonly needsPicture: boolean } {
    const style = computeStyle(element, outer.style, this.sheet)
    const own = style.get('transform') ?? element.attributes.get('transform')
    const matrix =
      own === undefined
        ? outer.matrix
        : multiply(outer.matrix, this.transformAbout(readTransform(own), element, style, outer))
    const context = { ...outer, style, matrix, isVisible: !/^(?:hidden|collapse)$/.test(style.get('visibility') ?? '') }
    if (outer.isPlain) return { context, needsPicture: false }
    if ((style.get('mix-blend-mode') ?? 'normal') !== 'normal')
      this.sketch.book.change(formatPlace(element), getName(element), 'paint.blend')
    const clip = this.clipOn(element, context)
    const isMasked = this.getReferenced(element, style, 'mask') !== undefined
    if ((style.get('filter') ?? 'none') !== 'none' && !isMasked)
      this.sketch.book.change(formatPlace(element), getName(element), 'paint.effect')
    return {
      context: clip && clip !== 'ownBox' ? { ...context, clips: [...context.clips, clip] } : context,
      needsPicture: isMasked || clip === 'ownBox',
    }
  }

  /**
   * Applies a transform about its `transform-origin`, relative to the viewport or to the element's box
   * (`transform-box`).
   */
  private transformAbout(step: Matrix, element: XmlElement, style: Style, outer: Context): Matrix {
    const written = style.get('transform-origin')
    if (written === undefined) return step
    const isOwn = /^(?:fill|content|stroke|border)-box$/.test(style.get('transform-box') ?? '')
    const box = isOwn ? this.getUntransformedBox(element, { ...outer, style }) : { x: 0, y: 0, ...outer.viewport }
    const origin = box && originIn(written, box)
    if (!origin) {
      this.sketch.book.loseOnce(formatPlace(element), getName(element), 'shape.origin')
      return step
    }
    return multiply(multiply(translation(origin.x, origin.y), step), translation(-origin.x, -origin.y))
  }

  /** Box of an element before its transform; undefined if it is not known. */
  private getUntransformedBox(element: XmlElement, context: Context): Box | undefined {
    const name = localName(element)
    if (name !== 'g' && name !== 'a')
      return name === 'text' || name === 'use' ? undefined : this.ownBox(element, context)
    const trial = new SvgWalker(this.source, this.sketch.createEmpty())
    trial.work = this.work
    trial.children(element, { ...context, matrix: identity, folder: null, attached: null, clips: [], isPlain: true })
    this.work = trial.work
    return trial.sketch.extent() ?? undefined
  }

  private clipOn(element: XmlElement, context: Context): Clip | 'ownBox' | undefined {
    const target = this.getReferenced(element, context.style, 'clip-path')
    return target && (createClip(target.id, target.element, context.matrix, context, this) ?? 'ownBox')
  }

  /** Clip path or mask of an element. Missing targets are reported and ignored. */
  private getReferenced(
    element: XmlElement,
    style: Style,
    name: 'clip-path' | 'mask',
  ): { readonly id: string; readonly element: XmlElement } | undefined {
    const value = style.get(name) ?? 'none'
    if (value === 'none') return undefined
    const id = parseReference(value)
    const target = id === undefined ? undefined : this.source.ids.get(id)
    if (id !== undefined && target && localName(target) === (name === 'mask' ? 'mask' : 'clipPath'))
      return { id, element: target }
    if (id === undefined) this.sketch.book.change(formatPlace(element), getName(element), 'paint.effect')
    else this.sketch.book.lose(formatPlace(element), id, 'reference.missing')
    return undefined
  }
}

function getCost(element: XmlElement): number {
  let characters = 0
  for (const value of element.attributes.values()) characters += value.length
  return 1 + characters / charactersAUnit + (element.name === 'text' ? element.children.length : 0)
}
