import type { FontFamily } from '../brush/brush.ts'
import type { Glyph, ShapedLine } from './glyph.ts'
import { withDirection } from './shaping.ts'
import { signedDistanceField } from './signedDistanceField.ts'

/** CSS font stacks by family: the bundled web font first, then system fonts for Chinese and Latin. */
export const fontFamilies: Readonly<Record<FontFamily, string>> = {
  sans: '"Noto Sans SC Variable", "Noto Sans SC", "Noto Sans CJK SC", system-ui, sans-serif',
  serif: '"Noto Serif SC", "Noto Serif CJK SC", "Songti SC", SimSun, Georgia, serif',
  mono: '"Noto Sans Mono CJK SC", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  kai: '"LXGW WenKai", "Kaiti SC", KaiTi, STKaiti, serif',
}
const families = ['sans', 'serif', 'mono', 'kai'] as const satisfies readonly FontFamily[]
export const lineHeightEm = 1.25
/** Distance of the baseline below the middle of its line, in em. Also used by the SVG output. */
export const baselineEm = 0.36

/**
 * Font size in pixels at which glyphs are rasterized; `reachPx` is the range of the distance field on each side of the
 * outline.
 */
export const emPx = 40
const reachPx = 6
const atlasWidth = 2048
const firstHeight = 512
const maxHeight = 4096
/** Width of the cells of lines that the browser lays out, and their maximum number per line. */
const cellPx = 200
const maxCells = 50
/** Maximum number of laid out lines kept; more are laid out again when they are drawn. */
const maxLines = 2000
/**
 * Minimum time in milliseconds between two resets of a full atlas. Without it, a picture with more characters than fit
 * would reset the atlas continuously.
 */
const startOverMs = 10_000

/** Font weight. `bold` is rasterized with weight 600. */
export type Weight = 'normal' | 'bold'

/** Combines family, weight and slant into one number, computed once per line instead of once per glyph. */
export function toFace(
  weight: Weight | undefined,
  family: FontFamily | undefined,
  isItalic: boolean | undefined,
): number {
  return (
    (weight === 'bold' ? 1 : 0) |
    (family === undefined || family === 'sans' ? 0 : families.indexOf(family) << 1) |
    (isItalic ? 8 : 0)
  )
}

function toFont(face: number): string {
  return `${face & 8 ? 'italic ' : ''}${face & 1 ? 600 : 400} ${emPx}px ${fontFamilies[families[(face >> 1) & 3]]}`
}

/** A rasterized glyph without a position in an atlas. `field` is null for an invisible glyph. */
interface GlyphShape {
  readonly field: Uint8Array | null
  readonly w: number
  readonly h: number
  readonly left: number
  readonly top: number
  readonly advance: number
}

/** Glyph shapes shared by all stages of the page, so that the next drawing does not rasterize them again. */
const fields = new Map<string, GlyphShape>()
const maxFields = 4096

/** Full range of the distance field in em; the shader derives the width of a device pixel from it. */
export const rangeEm = (2 * reachPx) / emPx

/**
 * Signed distance fields of the glyphs of a stage. One field serves every font size, so zooming needs no update. The
 * bytes are also kept in memory, to restore the texture after a lost context. A glyph whose web font is still loading
 * is drawn with the fallback font; `onChange` is called when the font has loaded.
 */
export class GlyphAtlas {
  bytes = new Uint8Array(atlasWidth * firstHeight)
  readonly width = atlasWidth
  height = firstHeight
  /** Texel rows [dirtyFrom, dirtyTo) changed since the last upload. */
  dirtyFrom = 0
  dirtyTo = 0
  private readonly canvas = new OffscreenCanvas(emPx * 3, emPx * 2)
  private readonly context: OffscreenCanvasRenderingContext2D
  private readonly latin: (Glyph | undefined)[] = []
  private readonly others = new Map<number, Glyph>()
  private readonly lines = new Map<string, ShapedLine>()
  private lineCanvas: OffscreenCanvasRenderingContext2D | null = null
  /** Characters waiting for a font file, by font. */
  private readonly waiting = new Map<string, Set<string>>()
  private shelfX = 1
  private shelfY = 1
  private shelfHeight = 0
  private startedOverMs = -Infinity
  private readonly onChange: () => void
  private readonly now: () => number

  constructor(onChange: () => void, now: () => number) {
    const context = this.canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no 2D canvas context to draw glyphs')
    this.context = context
    this.onChange = onChange
    this.now = now
  }

  /** Returns the glyph of a code point; `face` is the result of `faceOf`. */
  glyph(codePoint: number, face: number): Glyph {
    const cached = codePoint < 256 ? this.latin[codePoint + 256 * face] : this.others.get(codePoint + 0x200000 * face)
    if (cached) return cached
    const drawn = this.draw(String.fromCodePoint(codePoint), toFont(face))
    if (codePoint < 256) this.latin[codePoint + 256 * face] = drawn
    else this.others.set(codePoint + 0x200000 * face, drawn)
    return drawn
  }

  /** Returns a line that the browser lays out, such as Arabic. Long lines are cut after 250 em. */
  line(text: string, face: number): ShapedLine {
    const key = `${face} ${text}`
    const cached = this.lines.get(key)
    if (cached) return cached
    if (this.lines.size >= maxLines) this.lines.clear()
    const drawn = this.drawLine(withDirection(text), toFont(face))
    this.lines.set(key, drawn)
    return drawn
  }

  measureLine(text: string, face: number): number {
    const { context } = this
    context.font = toFont(face)
    return context.measureText(withDirection(text)).width / emPx
  }

  /** Rasterizes a line in cells of equal width, whose distance fields continue across their edges. */
  private drawLine(text: string, font: string): ShapedLine {
    this.awaitFont(font, text)
    this.lineCanvas ??= new OffscreenCanvas(cellPx + 2 * reachPx, emPx * 3).getContext('2d', {
      willReadFrequently: true,
    })
    const context = this.lineCanvas
    if (!context) return { cells: [], advance: 0 }
    context.font = font
    const metrics = context.measureText(text)
    const left = Math.floor(-metrics.actualBoundingBoxLeft) - reachPx
    const width = Math.ceil(metrics.actualBoundingBoxRight) + reachPx - left
    const top = Math.ceil(metrics.actualBoundingBoxAscent) + reachPx
    const h = Math.min(emPx * 3, Math.ceil(metrics.actualBoundingBoxDescent) + reachPx + top)
    const cells: Glyph[] = []
    for (let from = 0; from < width && cells.length < maxCells; from += cellPx) {
      const w = Math.min(cellPx, width - from)
      const [fieldWidth, margin] = [w + 2 * reachPx, 1]
      context.clearRect(0, 0, cellPx + 2 * reachPx, emPx * 3)
      context.fillText(text, reachPx - left - from, top)
      const pixels = context.getImageData(0, 0, fieldWidth, h).data
      const coverage = new Uint8ClampedArray(fieldWidth * h)
      for (let i = 0; i < coverage.length; i++) coverage[i] = pixels[i * 4 + 3]
      const field = signedDistanceField(coverage, fieldWidth, h, reachPx)
      const place = this.place(w + 2 * margin, h)
      if (!place) {
        this.startOver()
        break
      }
      const inner = new Uint8Array((w + 2 * margin) * h)
      for (let row = 0; row < h; row++) {
        const start = row * fieldWidth + reachPx - margin
        inner.set(field.subarray(start, start + w + 2 * margin), row * (w + 2 * margin))
      }
      this.write(inner, place.u, place.v, w + 2 * margin, h)
      cells.push({
        u: place.u + margin,
        v: place.v,
        w,
        h,
        left: (left + from) / emPx,
        top: -top / emPx,
        advance: 0,
      })
    }
    return { cells, advance: metrics.width / emPx }
  }

  /** Discards all glyphs after a font has loaded or the atlas is full. `onChange` makes the owner repaint its texts. */
  private restart(): void {
    this.latin.length = 0
    this.others.clear()
    this.lines.clear()
    this.bytes.fill(0)
    this.shelfX = 1
    this.shelfY = 1
    this.shelfHeight = 0
    this.dirtyFrom = 0
    this.dirtyTo = this.height
    this.onChange()
  }

  private draw(character: string, font: string): Glyph {
    const isFinal = this.awaitFont(font, character)
    const key = `${font} ${character}`
    const shape = fields.get(key) ?? this.getShape(character, font)
    if (isFinal && fields.size < maxFields) fields.set(key, shape)
    const { field, w, h, left, top, advance } = shape
    const place = field && this.place(w, h)
    if (field && !place) this.startOver()
    if (!field || !place) return { u: 0, v: 0, w: 0, h: 0, left: 0, top: 0, advance }
    this.write(field, place.u, place.v, w, h)
    return { ...place, w, h, left: left / emPx, top: -top / emPx, advance }
  }

  /** Resets the atlas after the current painting, because its glyphs must keep their cells until then. */
  private startOver(): void {
    const nowMs = this.now()
    if (nowMs - this.startedOverMs < startOverMs) return
    this.startedOverMs = nowMs
    queueMicrotask(() => this.restart())
  }

  private getShape(character: string, font: string): GlyphShape {
    const { context, canvas } = this
    context.font = font
    context.textBaseline = 'alphabetic'
    const metrics = context.measureText(character)
    const advance = metrics.width / emPx
    const left = Math.floor(-metrics.actualBoundingBoxLeft) - reachPx
    const top = Math.ceil(metrics.actualBoundingBoxAscent) + reachPx
    const w = Math.min(canvas.width, Math.ceil(metrics.actualBoundingBoxRight) + reachPx - left)
    const h = Math.min(canvas.height, Math.ceil(metrics.actualBoundingBoxDescent) + reachPx + top)
    if (w <= 2 * reachPx || h <= 2 * reachPx) return { field: null, w: 0, h: 0, left: 0, top: 0, advance }
    context.clearRect(0, 0, canvas.width, canvas.height)
    context.fillText(character, -left, top)
    const pixels = context.getImageData(0, 0, w, h).data
    const coverage = new Uint8ClampedArray(w * h)
    for (let i = 0; i < coverage.length; i++) coverage[i] = pixels[i * 4 + 3]
    return { field: signedDistanceField(coverage, w, h, reachPx), w, h, left, top, advance }
  }

  private place(w: number, h: number): { u: number; v: number } | null {
    if (this.shelfX + w + 1 > atlasWidth) {
      this.shelfY += this.shelfHeight + 1
      this.shelfX = 1
      this.shelfHeight = 0
    }
    while (this.shelfY + h + 1 > this.height) if (!this.grow()) return null
    const place = { u: this.shelfX, v: this.shelfY }
    this.shelfX += w + 1
    this.shelfHeight = Math.max(this.shelfHeight, h)
    return place
  }

  private grow(): boolean {
    if (this.height >= maxHeight) return false
    const larger = new Uint8Array(this.bytes.length * 2)
    larger.set(this.bytes)
    this.bytes = larger
    this.height *= 2
    this.dirtyFrom = 0
    this.dirtyTo = this.height
    return true
  }

  private write(field: Uint8Array, u: number, v: number, w: number, h: number): void {
    for (let row = 0; row < h; row++) this.bytes.set(field.subarray(row * w, row * w + w), (v + row) * atlasWidth + u)
    if (this.dirtyTo === 0) this.dirtyFrom = v
    this.dirtyFrom = Math.min(this.dirtyFrom, v)
    this.dirtyTo = Math.max(this.dirtyTo, v + h)
  }

  /** Returns whether the font of the character is loaded; starts loading it if not. */
  private awaitFont(font: string, character: string): boolean {
    if (typeof document === 'undefined' || document.fonts.size === 0 || document.fonts.check(font, character))
      return true
    const characters = this.waiting.get(font)
    if (characters) {
      characters.add(character)
      return false
    }
    this.waiting.set(font, new Set([character]))
    queueMicrotask(() => {
      void this.loadFont(font)
    })
    return false
  }

  private async loadFont(font: string): Promise<void> {
    for (
      let characters = this.waiting.get(font);
      characters && characters.size > 0;
      characters = this.waiting.get(font)
    ) {
      this.waiting.set(font, new Set())
      await document.fonts.load(font, [...characters].join('')).catch(() => [])
    }
    this.waiting.delete(font)
    this.restart()
  }
}
