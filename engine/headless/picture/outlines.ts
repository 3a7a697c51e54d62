import type * as Canvas from '@napi-rs/canvas'
import type { WebFont } from './fonts.ts'
import { webFontFamily } from './fonts.ts'

type CanvasModule = typeof Canvas

interface Outline {
  readonly paths: string
  readonly width: number
}

/**
 * Font size at which texts are outlined. The outlines are scaled, so the same text in several sizes is outlined once.
 */
const emPx = 100
const marginPx = emPx * 2
/** Distance from the baseline to the middle of a line in ems, for charts with central alignment. */
const centralEm = 0.36

/**
 * Converts the texts of an SVG to outlines. Skia's SVG reader supports neither weights of variable fonts nor fonts
 * split into files, and draws boxes for Chinese text; its canvas supports both.
 */
export class Outliner {
  readonly #canvas: CanvasModule
  readonly #font: WebFont | null
  readonly #registered = new Set<string>()
  readonly #outlines = new Map<string, Outline>()

  constructor(canvas: CanvasModule, font: WebFont | null) {
    this.#canvas = canvas
    this.#font = font
  }

  /** Returns the SVG with all texts outlined; `families` is the font of the document. */
  outlineTexts(svg: string, families: string): string {
    return svg.replace(
      /<text\b([^>]*)>([^<]*)<\/text>/g,
      (whole: string, attributes: string, content: string) =>
        this.#getPaths(parseAttributes(attributes), decodeEntities(content), families) ?? whole,
    )
  }

  /** Undefined if there is no outline, for example for colour emoji. */
  #getPaths(attributes: ReadonlyMap<string, string>, text: string, families: string): string | undefined {
    if (text.trim() === '') return ''
    const outline = this.#outline(
      text,
      attributes.get('font-family') ?? families,
      toWeight(attributes.get('font-weight')),
      attributes.get('font-style') ?? 'normal',
    )
    if (outline.paths === '') return undefined
    const scale = Number.parseFloat(attributes.get('font-size') ?? '16') / emPx
    const anchor = attributes.get('text-anchor')
    const shift = anchor === 'middle' ? outline.width / 2 : anchor === 'end' ? outline.width : 0
    const drop = attributes.get('dominant-baseline') === 'central' ? centralEm * emPx * scale : 0
    const [x, y] = [Number(attributes.get('x') ?? 0) - shift * scale, Number(attributes.get('y') ?? 0) + drop]
    const place = `${attributes.get('transform') ?? ''} translate(${x} ${y}) scale(${scale}) translate(${-marginPx} ${-marginPx})`
    const paint = [...attributes]
      .filter(([name]) => preservedAttributes.has(name))
      .map(([name, value]) => ` ${name}="${value}"`)
      .join('')
    return `<g transform="${place.trim()}"${paint}>${outline.paths}</g>`
  }

  #outline(text: string, families: string, weight: number, style: string): Outline {
    const key = JSON.stringify([text, families, weight, style])
    const cached = this.#outlines.get(key)
    if (cached) return cached
    const width = emPx * text.length * 2 + marginPx * 2
    const canvas: Canvas.SvgCanvas = this.#canvas.createCanvas(
      width,
      marginPx * 2,
      this.#canvas.SvgExportFlag.ConvertTextToPaths,
    )
    const context = canvas.getContext('2d')
    context.font = `${style === 'italic' ? 'italic ' : ''}${weight} ${emPx}px ${this.#familiesFor(text, families)}`
    context.fontVariationSettings = `"wght" ${weight}`
    const { width: advance } = context.measureText(text)
    context.fillText(text, marginPx, marginPx)
    const paths = [
      ...canvas
        .getContent()
        .toString()
        .matchAll(/ d="([^"]+)"/g),
    ]
      .map(([, path]) => `<path d="${path}"/>`)
      .join('')
    const outline = { paths, width: advance }
    this.#outlines.set(key, outline)
    return outline
  }

  /** Replaces the web font in a list of families by the files needed for the text, registering them on first use. */
  #familiesFor(text: string, requestedFamilies: string): string {
    const parts = this.#font?.filesFor(text) ?? new Map<string, string>()
    for (const [family, file] of parts) {
      if (this.#registered.has(family)) continue
      this.#registered.add(family)
      this.#canvas.GlobalFonts.registerFromPath(file, family)
    }
    const partFamilies = [...parts.keys()].map((family) => `"${family}"`)
    const names = requestedFamilies
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    const at = names.findIndex((name) => name.replace(/["']/g, '') === webFontFamily)
    if (at >= 0) names.splice(at, 1, ...partFamilies)
    else names.splice(Math.max(0, names.length - 1), 0, ...partFamilies)
    return names.join(', ')
  }
}

/** Text attributes that the outline keeps. */
const preservedAttributes: ReadonlySet<string> = new Set([
  'fill',
  'fill-opacity',
  'opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
])

/** Parses attributes, including those of the `style` attribute. */
function parseAttributes(written: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', value = ''] of written.matchAll(/([\w:-]+)="([^"]*)"/g)) {
    if (name !== 'style') attributes.set(name, decodeEntities(value))
    else
      for (const rule of decodeEntities(value).split(';')) {
        const [key = '', ...rest] = rule.split(':')
        if (rest.length > 0) attributes.set(key.trim(), rest.join(':').trim())
      }
  }
  return attributes
}

function toWeight(written: string | undefined): number {
  if (written === 'bold') return 700
  return Number(written) || 400
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
