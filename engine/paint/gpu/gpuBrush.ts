import { isEndToEnd, readGradient } from '../../schema/color.ts'
import type { Words } from '../../schema/index.ts'
import type {
  Brush,
  ImageStyle,
  LineStyle,
  LiquidStyle,
  Picture,
  PictureSource,
  PolygonStyle,
  ShapeStyle,
  TextStyle,
} from '../brush/brush.ts'
import type { Glyph } from '../atlas/glyph.ts'
import { baselineEm, emPx, toFace, lineHeightEm, rangeEm } from '../atlas/glyphs.ts'
import { firstComplexCode, isComplex, truncateShaped } from '../atlas/shaping.ts'
import { measureAdvance, codePointAt, truncate, type GlyphSource } from '../atlas/truncateText.ts'
import { SingleTextPath } from '../brush/singleTextPath.ts'
import { mirrorTextStyle } from '../brush/mirroring.ts'
import type { ConvexPiece } from '../polygon/convexPiece.ts'
import { splitConvex } from '../polygon/polygon.ts'
import { RampTable } from './gradientTexture.ts'
import {
  fadeBy,
  fadeColor,
  flag,
  gradientKind,
  hairlineBelowPx,
  kind,
  lastSimpleKind,
  packColor,
  packTone,
  rampTone,
  role,
  thinPx,
  toWholeKind,
  wordsPerPrimitive,
} from '../brush/primitiveLayout.ts'
import { castShadow } from './shadow.ts'
import type { CachedPrimitives } from './primitiveCache.ts'

/**
 * Writes the records of one component into a reusable, growing buffer. Call `begin`, then the component's draw
 * function, then `end`; `words` then holds `count` records.
 */
export class GpuBrush implements Brush {
  language?: keyof Words
  words = new Uint32Array(256 * wordsPerPrimitive)
  count = 0
  /** Whether any primitive since `begin` has moving dashes or waves. */
  isFlowing = false
  /** Whether the simple program can paint all primitives. */
  isSimple = true
  /** Whether any primitive is a picture. */
  hasImage = false
  private floats = new Float32Array(this.words.buffer)
  private readonly singleText = new SingleTextPath()
  private readonly atlas: GlyphSource
  private readonly images: PictureSource
  private readonly ramps: RampTable
  private left = 0
  private top = 0
  private width = 0
  private height = 0
  private centreX = 0
  private centreY = 0
  private angle = 0
  private cos = 1
  private sin = 0
  private flips = 0
  private isPlain = true
  private opacity = 1
  private isFaded = false
  private motion = 0
  private smallest = 0

  constructor(atlas: GlyphSource, images: PictureSource, ramps = new RampTable()) {
    this.atlas = atlas
    this.images = images
    this.ramps = ramps
  }

  /**
   * Starts a component. `isFaded` desaturates colours (stale or bad value), `motion` is its row of the motion table (0:
   * none), `isLine` marks lines, which may be thin without being small.
   */
  begin(
    x: number,
    y: number,
    width: number,
    height: number,
    angleDeg: number,
    flipX: boolean,
    flipY: boolean,
    opacity: number,
    isFaded: boolean,
    motion: number,
    isLine = false,
  ): void {
    this.left = x
    this.top = y
    this.width = width
    this.height = height
    this.centreX = x + width / 2
    this.centreY = y + height / 2
    this.flips = (flipX ? flag.flipX : 0) | (flipY ? flag.flipY : 0)
    this.isPlain = angleDeg === 0 && this.flips === 0
    this.angle = (angleDeg * Math.PI) / 180
    this.cos = this.isPlain ? 1 : Math.cos(this.angle)
    this.sin = this.isPlain ? 0 : Math.sin(this.angle)
    this.opacity = opacity
    this.isFaded = isFaded
    this.motion = motion
    this.smallest = (isLine ? 0 : Math.min(width, height)) || Math.max(width, height)
    this.count = 0
    this.isFlowing = false
    this.isSimple = motion === 0
    this.hasImage = false
    this.singleText.forget()
  }

  /**
   * Ends a component. If it has several primitives, adds a stand-in of this colour and marks the primitives as detail.
   */
  end(miniatureColor: string): void {
    if (this.count < 2) return
    for (let i = 0; i < this.count; i++) this.words[i * wordsPerPrimitive + 7] |= role.detail << 8
    const at = this.put(kind.plain, this.width / 2, this.height / 2, this.width / 2, this.height / 2, 0)
    this.words[at + 4] = this.paint(miniatureColor)
    this.words[at + 7] |= role.standIn << 8
  }

  /** Whether the records depend only on the size and position of the frame, so that `stamp` may be cached. */
  get isCacheable(): boolean {
    return this.isPlain && this.opacity >= 1 && !this.isFaded && this.motion === 0
  }

  /** Returns a copy of the records since `begin`, relative to the frame's corner. Must not contain pictures. */
  stamp(): CachedPrimitives {
    const words = this.words.slice(0, this.count * wordsPerPrimitive)
    const floats = new Float32Array(words.buffer)
    for (let at = 0; at < words.length; at += wordsPerPrimitive) {
      floats[at] -= this.left
      floats[at + 1] -= this.top
    }
    return { words, isFlowing: this.isFlowing, isSimple: this.isSimple }
  }

  /** Writes cached records at the current frame, which must have the same size. */
  copy({ words, isFlowing, isSimple }: CachedPrimitives): void {
    while (this.words.length < words.length) this.grow()
    this.words.set(words)
    for (let at = 0; at < words.length; at += wordsPerPrimitive) {
      this.floats[at] += this.left
      this.floats[at + 1] += this.top
    }
    this.count = words.length / wordsPerPrimitive
    this.isFlowing = isFlowing
    this.isSimple = isSimple
  }

  /**
   * Adds a shadow below all primitives since `begin`, offset by `dx`, `dy`. Text casts a shadow only if the component
   * consists of text alone.
   */
  shadow(dx: number, dy: number, blurPx: number, color: string): void {
    while (this.words.length < 2 * this.count * wordsPerPrimitive) this.grow()
    this.count += castShadow(this.words, this.floats, this.count, {
      dx,
      dy,
      blurPx,
      shade: fadeBy(packColor(color), this.opacity),
    })
    this.isSimple = false
  }

  rect(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    const border = style.stroke ? (style.strokeWidth ?? 0) : 0
    const radius = style.radius ? Math.min(style.radius, width / 2, height / 2) : 0
    const isPlain =
      border === 0 && radius === 0 && this.angle === 0 && this.motion === 0 && width > thinPx && height > thinPx
    const at = this.put(
      border > 0 ? kind.rect : isPlain ? kind.plain : kind.soft,
      x + width / 2,
      y + height / 2,
      width / 2,
      height / 2,
      0,
    )
    this.shape(at, style, border)
    this.floats[at + 9] = radius
    if (border > 0 && style.dash && style.gap) {
      this.floats[at + 10] = style.dash
      this.floats[at + 11] = style.gap
    }
  }

  ellipse(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    const border = style.stroke ? (style.strokeWidth ?? 0) : 0
    const isDisc = border === 0 && width < 2 * height && height < 2 * width
    const at = this.put(isDisc ? kind.disc : kind.ellipse, x + width / 2, y + height / 2, width / 2, height / 2, 0)
    this.shape(at, style, border)
  }

  triangle(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    this.shape(
      this.put(kind.triangle, x + width / 2, y + height / 2, width / 2, height / 2, 0),
      style,
      style.stroke ? (style.strokeWidth ?? 0) : 0,
    )
  }

  polygon(points: readonly number[], style: PolygonStyle): void {
    if (style.fill) for (const piece of splitConvex(points, style.isSimple)) this.piece(piece, style.fill, points)
    if (!style.stroke || !style.strokeWidth) return
    const outline = { stroke: style.stroke, width: style.strokeWidth, cap: 'round' } as const
    for (let i = 0; i < points.length; i += 2) {
      const j = (i + 2) % points.length
      this.line(points[i] ?? 0, points[i + 1] ?? 0, points[j] ?? 0, points[j + 1] ?? 0, outline)
    }
  }

  line(x1: number, y1: number, x2: number, y2: number, style: LineStyle): void {
    if (!(style.width > 0)) return
    const dx = x2 - x1,
      dy = y2 - y1
    const isRound = style.cap === 'round'
    const isDashed = (style.dash ?? 0) > 0 && (style.gap ?? 0) > 0
    const half = Math.sqrt(dx * dx + dy * dy) / 2 + (isRound && !isDashed ? style.width / 2 : 0)
    const at = this.put(
      isDashed ? kind.line : kind.soft,
      (x1 + x2) / 2,
      (y1 + y2) / 2,
      half,
      style.width / 2,
      dy === 0 && dx > 0 ? 0 : Math.atan2(dy, dx),
    )
    this.fill(at, style.stroke)
    if (style.width < hairlineBelowPx) this.words[at + 7] |= flag.hairline
    if (!isDashed) {
      if (isRound) this.floats[at + 9] = style.width / 2
      return
    }
    if (isRound) this.words[at + 7] |= flag.roundCap
    this.floats[at + 8] = style.dash ?? 0
    this.floats[at + 9] = style.gap ?? 0
    this.floats[at + 10] = style.flow ?? 0
    this.floats[at + 11] = style.phase ?? 0
    if (style.flow) this.isFlowing = true
  }

  arc(
    cx: number,
    cy: number,
    radius: number,
    startDeg: number,
    sweepDeg: number,
    style: { readonly stroke: string; readonly width: number },
  ): void {
    if (!(style.width > 0) || !(radius > 0) || sweepDeg === 0) return
    const reach = radius + style.width / 2
    const middle = ((startDeg + sweepDeg / 2) * Math.PI) / 180
    const at = this.put(kind.arc, cx, cy, reach, reach, middle)
    this.words[at + 4] = this.paint(style.stroke)
    if (style.width < hairlineBelowPx) this.words[at + 7] |= flag.hairline
    this.floats[at + 8] = radius
    this.floats[at + 9] = style.width
    this.floats[at + 10] = Math.min(Math.PI, Math.abs((sweepDeg * Math.PI) / 360))
  }

  liquid(x: number, y: number, width: number, height: number, style: LiquidStyle): void {
    const at = this.put(kind.liquid, x + width / 2, y + height / 2, width / 2, height / 2, 0)
    this.fill(at, style.fill)
    this.floats[at + 8] = Math.max(0, Math.min(1, style.level))
    this.floats[at + 9] = style.radius ?? 0
    const wave = style.level > 0 && style.level < 1 ? (style.wave ?? 0) : 0
    this.floats[at + 10] = wave
    this.floats[at + 11] =
      style.vessel === 'triangle' ? 1 : style.vessel === 'inverted' ? 2 : style.vessel === 'diamond' ? 3 : 0
    if (wave > 0) this.isFlowing = true
  }

  image(x: number, y: number, width: number, height: number, source: string, style: ImageStyle = {}): void {
    if (source !== '') this.putImage(x, y, width, height, this.images.url(source), style)
  }

  picture(x: number, y: number, width: number, height: number, picture: Picture): void {
    this.putImage(x, y, width, height, this.images.picture(picture, width, height), {})
  }

  text(x: number, y: number, width: number, height: number, content: string, style: TextStyle): void {
    if (content.length === 0 || style.fontSize <= 0) return
    if (this.flips !== 0) return this.drawMirroredText(x, y, width, height, content, style)
    this.singleText.begin(this.count === 0, x, y, width, height, content, style)
    const paint = this.paint(style.fill)
    const { fontSize } = style
    const lineHeight = fontSize * (style.lineHeight ?? lineHeightEm)
    const first = content.indexOf('\n')
    const lines = first < 0 ? 1 : content.split('\n').length
    const free = height - lines * lineHeight
    let baseline =
      y +
      (style.valign === 'top' ? 0 : style.valign === 'bottom' ? free : free / 2) +
      lineHeight / 2 +
      baselineEm * fontSize
    let from = 0
    for (let i = 0; i < lines; i++) {
      const to = i === 0 && first >= 0 ? first : i === lines - 1 ? content.length : content.indexOf('\n', from)
      this.textLine(x, width, baseline, content, from, to, style, paint, style.overflow === 'ellipsis')
      from = to + 1
      baseline += lineHeight
    }
    this.singleText.end(this.count)
  }

  /**
   * Returns the style of the component's text if `content` is its only primitive and the frame is upright and opaque;
   * otherwise null.
   */
  getLabelStyle(content: string): TextStyle | null {
    return this.isCacheable ? this.singleText.getStyle(content, this.count) : null
  }

  /** Writes the frame of `begin` and the text's box in it as eight numbers from index `at`. */
  keepLabel(places: Float64Array, at: number): void {
    places[at] = this.left
    places[at + 1] = this.top
    places[at + 2] = this.width
    places[at + 3] = this.height
    this.singleText.saveBox(places, at + 4)
  }

  /** Draws another text at the position stored by `keepLabel`. */
  label(places: Float64Array, at: number, content: string, style: TextStyle): void {
    this.begin(
      places[at] ?? 0,
      places[at + 1] ?? 0,
      places[at + 2] ?? 0,
      places[at + 3] ?? 0,
      0,
      false,
      false,
      1,
      false,
      0,
    )
    this.text(places[at + 4] ?? 0, places[at + 5] ?? 0, places[at + 6] ?? 0, places[at + 7] ?? 0, content, style)
  }

  /** Draws unmirrored text at the mirrored position of its box. */
  private drawMirroredText(
    x: number,
    y: number,
    width: number,
    height: number,
    content: string,
    style: TextStyle,
  ): void {
    const { flips } = this
    const [flipX, flipY] = [(flips & flag.flipX) !== 0, (flips & flag.flipY) !== 0]
    this.flips = 0
    this.text(
      flipX ? this.width - x - width : x,
      flipY ? this.height - y - height : y,
      width,
      height,
      content,
      mirrorTextStyle(style, { flipX, flipY }),
    )
    this.flips = flips
  }

  private textLine(
    x: number,
    width: number,
    baseline: number,
    content: string,
    from: number,
    to: number,
    style: TextStyle,
    paint: number,
    isCut: boolean,
  ): void {
    const face = toFace(style.weight, style.family, style.isItalic)
    const { fontSize } = style
    const align = style.align ?? 'left'
    const first = this.count
    let pen = x
    if (align !== 'left' || isCut) {
      const advance = measureAdvance(this.atlas, content, from, to, face)
      if (isCut && advance * fontSize > width + 0.01) {
        const short = truncate(this.atlas, content, from, to, width / fontSize, face)
        return this.textLine(x, width, baseline, short, 0, short.length, style, paint, false)
      }
      if (align !== 'left') pen += (width - advance * fontSize) * (align === 'center' ? 0.5 : 1)
    }
    for (let i = from; i < to; i++) {
      const code = codePointAt(content, i)
      if (code > 0xffff) i++
      else if (code >= firstComplexCode && isComplex(code) && this.atlas.line) {
        this.count = first
        return this.shapedLine(x, width, baseline, content.slice(from, to), style, paint, face, isCut)
      }
      const glyph = this.atlas.glyph(code, face)
      if (glyph.w > 0) this.putGlyph(glyph, pen, baseline, fontSize, paint)
      pen += glyph.advance * fontSize
    }
  }

  /** Draws a line that the browser has laid out. */
  private shapedLine(
    x: number,
    width: number,
    baseline: number,
    line: string,
    style: TextStyle,
    paint: number,
    face: number,
    isCut: boolean,
  ): void {
    const { atlas } = this
    const { fontSize } = style
    const measure = (part: string): number => atlas.measureLine?.(part, face) ?? 0
    const isLong = isCut && measure(line) * fontSize > width + 0.01
    const shaped = atlas.line?.(isLong ? truncateShaped(line, width / fontSize, measure) : line, face)
    if (!shaped) return
    const spare = width - shaped.advance * fontSize
    const pen = x + (style.align === 'center' ? spare / 2 : style.align === 'right' ? spare : 0)
    for (const cell of shaped.cells) this.putGlyph(cell, pen, baseline, fontSize, paint)
  }

  private putGlyph(glyph: Glyph, pen: number, baseline: number, fontSize: number, paint: number): void {
    const scale = fontSize / emPx
    const halfW = (glyph.w * scale) / 2,
      halfH = (glyph.h * scale) / 2
    const at = this.put(
      kind.glyph,
      pen + glyph.left * fontSize + halfW,
      baseline + glyph.top * fontSize + halfH,
      halfW,
      halfH,
      0,
    )
    this.words[at + 4] = paint
    this.words[at + 8] = glyph.u | (glyph.v << 16)
    this.words[at + 9] = glyph.w | (glyph.h << 16)
    this.floats[at + 10] = rangeEm * fontSize
  }

  /** Writes one piece of a polygon. A gradient refers to the box of the whole polygon. */
  private piece({ corners, inner }: ConvexPiece, fill: string, whole: readonly number[]): void {
    const box = fill.length > 9 ? whole : corners
    let left = Infinity,
      right = -Infinity,
      top = Infinity,
      bottom = -Infinity
    for (let i = 0; i < box.length; i += 2) {
      left = Math.min(left, box[i])
      right = Math.max(right, box[i])
      top = Math.min(top, box[i + 1])
      bottom = Math.max(bottom, box[i + 1])
    }
    const halfW = Math.max((right - left) / 2, 1e-3),
      halfH = Math.max((bottom - top) / 2, 1e-3)
    const middleX = (left + right) / 2,
      middleY = (top + bottom) / 2
    const at = this.put(kind.polygon, middleX, middleY, halfW, halfH, 0)
    this.fill(at, fill)
    this.words[at + 7] |= inner * flag.hardEdges
    for (let corner = 0; corner < 4; corner++) {
      const x = Math.round((((corners[corner * 2] ?? 0) - middleX) / halfW) * 32767)
      const y = Math.round((((corners[corner * 2 + 1] ?? 0) - middleY) / halfH) * 32767)
      this.words[at + 8 + corner] = (x & 0xffff) | (y << 16)
    }
  }

  private putImage(x: number, y: number, width: number, height: number, slot: number, style: ImageStyle): void {
    const at = this.put(kind.image, x + width / 2, y + height / 2, width / 2, height / 2, 0)
    this.words[at + 4] = fadeBy(0xffffffff, this.opacity)
    this.floats[at + 8] = style.radius ?? 0
    this.floats[at + 9] = style.fit === 'contain' ? 1 : style.fit === 'cover' ? 2 : 0
    this.floats[at + 10] = this.isFaded ? 1 : 0
    this.floats[at + 11] = slot
    this.hasImage = true
  }

  private shape(at: number, style: ShapeStyle, border: number): void {
    if (style.fill) this.fill(at, style.fill)
    this.words[at + 5] = style.stroke ? this.paint(style.stroke) : 0
    this.floats[at + 8] = border
    if (border > 0 && border < hairlineBelowPx) this.words[at + 7] |= flag.hairline
  }

  /**
   * Writes the first colour of a fill and, for a gradient, its second colour or ramp. The simple program does not
   * support gradients.
   */
  private fill(at: number, fill: string): void {
    this.words[at + 4] = this.paint(fill)
    if (fill.length <= 9) return
    const gradient = readGradient(fill)
    if (!gradient) return
    const { kind: fillKind, stops } = gradient
    const ramp = isEndToEnd(stops) ? -1 : this.ramps.row(gradient, this.isFaded)
    if (ramp >= 0) this.words[at + 4] = fadeBy(0xffffffff, this.opacity)
    this.words[at + 14] = ramp >= 0 ? ramp : this.paint(stops[stops.length - 1].color)
    this.words[at + 15] =
      packTone(gradientKind[fillKind], fillKind === 'linear' ? gradient.angleDeg : 0, 0) | (ramp >= 0 ? rampTone : 0)
    if ((this.words[at + 7] & 255) <= lastSimpleKind)
      this.words[at + 7] = (this.words[at + 7] & ~255) | toWholeKind(this.words[at + 7] & 255)
    this.isSimple = false
  }

  private paint(color: string): number {
    const packed = packColor(color)
    return fadeBy(this.isFaded ? fadeColor(packed) : packed, this.opacity)
  }

  /**
   * Starts a record with its centre in the component's box, half sizes and angle. Returns the index of its first word.
   */
  private put(kindCode: number, x: number, y: number, halfW: number, halfH: number, angle: number): number {
    const at = this.count * wordsPerPrimitive
    if (at === this.words.length) this.grow()
    this.count += 1
    if (kindCode > lastSimpleKind) this.isSimple = false
    const { words, floats } = this
    if (this.isPlain) {
      floats[at] = this.left + x
      floats[at + 1] = this.top + y
      floats[at + 6] = angle
    } else {
      const dx = (this.flips & flag.flipX ? -1 : 1) * (this.left + x - this.centreX)
      const dy = (this.flips & flag.flipY ? -1 : 1) * (this.top + y - this.centreY)
      floats[at] = this.centreX + dx * this.cos - dy * this.sin
      floats[at + 1] = this.centreY + dx * this.sin + dy * this.cos
      const isMirrored = this.flips === flag.flipX || this.flips === flag.flipY
      floats[at + 6] = this.angle + (isMirrored ? -angle : angle)
    }
    floats[at + 2] = halfH > 0 ? halfW : 0 // The shader skips primitives without width; without this, a primitive without height would be a half-transparent line.
    floats[at + 3] = halfH
    words[at + 4] = 0
    words[at + 5] = 0
    words[at + 7] = kindCode | this.flips
    words[at + 8] = 0
    words[at + 9] = 0
    words[at + 10] = 0
    words[at + 11] = 0
    floats[at + 12] = this.smallest
    words[at + 13] = this.motion
    words[at + 14] = 0
    words[at + 15] = 0
    return at
  }

  private grow(): void {
    const larger = new Uint32Array(this.words.length * 2)
    larger.set(this.words)
    this.words = larger
    this.floats = new Float32Array(larger.buffer)
  }
}
