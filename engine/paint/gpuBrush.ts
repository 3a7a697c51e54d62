import type { Brush, LineStyle, LiquidStyle, ShapeStyle, TextStyle } from './brush.ts'
import { baselineEm, emPx, lineHeightEm, rangeEm, type Glyph, type Weight } from './glyphs.ts'
import { fadeBy, fadeColor, flag, kind, lastSimpleKind, packColor, role, wordsPerPrimitive } from './record.ts'

/** Where the brush gets its glyphs from: the atlas. */
export interface GlyphSource {
  glyph(codePoint: number, weight: Weight): Glyph
}

/**
 * Writes the records of one component into a scratch buffer that grows and is never given away. `begin`, the
 * component's draw, then `end`; the records lie in `words` up to `count`.
 */
export class GpuBrush implements Brush {
  words = new Uint32Array(256 * wordsPerPrimitive)
  count = 0
  /** Whether anything painted since `begin` moves by itself. */
  isMoving = false
  /** Whether the simple program can paint all of it. */
  isSimple = true
  private floats = new Float32Array(this.words.buffer)
  private readonly atlas: GlyphSource
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

  constructor(atlas: GlyphSource) {
    this.atlas = atlas
  }

  /** Opens a component: its frame, its strength, whether its value is stale or bad, its row of motion (0: still). */
  begin(
    x: number, y: number, width: number, height: number, angleDeg: number, flipX: boolean, flipY: boolean,
    opacity: number, isFaded: boolean, motion: number,
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
    this.smallest = Math.min(width, height) || Math.max(width, height)
    this.count = 0
    this.isMoving = motion !== 0
    this.isSimple = motion === 0
  }

  /** Closes a component: several primitives get a stand-in of this colour and become its detail. */
  end(standInColor: string): void {
    if (this.count < 2) return
    for (let i = 0; i < this.count; i++) this.words[i * wordsPerPrimitive + 7] |= role.detail << 8
    const at = this.put(kind.plain, this.width / 2, this.height / 2, this.width / 2, this.height / 2, 0)
    this.words[at + 4] = this.paint(standInColor)
    this.words[at + 7] |= role.standIn << 8
  }

  rect(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    const border = style.stroke ? style.strokeWidth ?? 0 : 0
    const radius = style.radius ? Math.min(style.radius, width / 2, height / 2) : 0
    const isPlain = border === 0 && radius === 0 && this.angle === 0 && this.motion === 0
    const at = this.put(border > 0 ? kind.rect : isPlain ? kind.plain : kind.soft, x + width / 2, y + height / 2, width / 2, height / 2, 0)
    this.shape(at, style, border)
    this.floats[at + 9] = radius
    if (border > 0 && style.dash && style.gap) {
      this.floats[at + 10] = style.dash
      this.floats[at + 11] = style.gap
    }
  }

  ellipse(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    const border = style.stroke ? style.strokeWidth ?? 0 : 0
    const isDisc = border === 0 && width < 2 * height && height < 2 * width
    const at = this.put(isDisc ? kind.disc : kind.ellipse, x + width / 2, y + height / 2, width / 2, height / 2, 0)
    this.shape(at, style, border)
  }

  triangle(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    this.shape(this.put(kind.triangle, x + width / 2, y + height / 2, width / 2, height / 2, 0), style, style.stroke ? style.strokeWidth ?? 0 : 0)
  }

  line(x1: number, y1: number, x2: number, y2: number, style: LineStyle): void {
    const dx = x2 - x1, dy = y2 - y1
    const isRound = style.cap === 'round'
    const isDashed = (style.dash ?? 0) > 0 && (style.gap ?? 0) > 0
    const half = Math.sqrt(dx * dx + dy * dy) / 2 + (isRound && !isDashed ? style.width / 2 : 0)
    const at = this.put(isDashed ? kind.line : kind.soft, (x1 + x2) / 2, (y1 + y2) / 2, half, style.width / 2, dy === 0 && dx > 0 ? 0 : Math.atan2(dy, dx))
    this.words[at + 4] = this.paint(style.stroke)
    if (!isDashed) {
      if (isRound) this.floats[at + 9] = style.width / 2
      return
    }
    if (isRound) this.words[at + 7] |= flag.roundCap
    this.floats[at + 8] = style.dash ?? 0
    this.floats[at + 9] = style.gap ?? 0
    this.floats[at + 10] = style.flow ?? 0
    this.floats[at + 11] = style.phase ?? 0
    if (style.flow) this.isMoving = true
  }

  arc(cx: number, cy: number, radius: number, startDeg: number, sweepDeg: number, style: { readonly stroke: string; readonly width: number }): void {
    const reach = radius + style.width / 2
    const middle = ((startDeg + sweepDeg / 2) * Math.PI) / 180
    const at = this.put(kind.arc, cx, cy, reach, reach, middle)
    this.words[at + 4] = this.paint(style.stroke)
    this.floats[at + 8] = radius
    this.floats[at + 9] = style.width
    this.floats[at + 10] = Math.min(Math.PI, Math.abs((sweepDeg * Math.PI) / 360))
  }

  liquid(x: number, y: number, width: number, height: number, style: LiquidStyle): void {
    const at = this.put(kind.liquid, x + width / 2, y + height / 2, width / 2, height / 2, 0)
    this.words[at + 4] = this.paint(style.fill)
    this.floats[at + 8] = Math.max(0, Math.min(1, style.level))
    this.floats[at + 9] = style.radius ?? 0
    const wave = style.level > 0 && style.level < 1 ? style.wave ?? 0 : 0
    this.floats[at + 10] = wave
    if (wave > 0) this.isMoving = true
  }

  text(x: number, y: number, width: number, height: number, content: string, style: TextStyle): void {
    if (content.length === 0 || style.fontSize <= 0) return
    const paint = this.paint(style.fill)
    const { fontSize } = style
    const lineHeight = fontSize * lineHeightEm
    const lines = content.indexOf('\n') < 0 ? 1 : content.split('\n').length
    const free = height - lines * lineHeight
    let baseline = y + (style.valign === 'top' ? 0 : style.valign === 'bottom' ? free : free / 2) + lineHeight / 2 + baselineEm * fontSize
    let from = 0
    for (let i = 0; i < lines; i++) {
      const newline = content.indexOf('\n', from)
      const to = newline < 0 ? content.length : newline
      this.textLine(x, width, baseline, content, from, to, style, paint)
      from = to + 1
      baseline += lineHeight
    }
  }

  private textLine(
    x: number, width: number, baseline: number, content: string, from: number, to: number, style: TextStyle, paint: number,
  ): void {
    const weight = style.weight ?? 'normal'
    const { fontSize } = style
    const align = style.align ?? 'left'
    let pen = x
    if (align !== 'left') {
      let advance = 0
      for (let i = from; i < to; i++) {
        const code = codePointAt(content, i)
        if (code > 0xffff) i++
        advance += this.atlas.glyph(code, weight).advance
      }
      pen += (width - advance * fontSize) * (align === 'center' ? 0.5 : 1)
    }
    const scale = fontSize / emPx
    for (let i = from; i < to; i++) {
      const code = codePointAt(content, i)
      if (code > 0xffff) i++
      const glyph = this.atlas.glyph(code, weight)
      if (glyph.w > 0) {
        const halfW = (glyph.w * scale) / 2, halfH = (glyph.h * scale) / 2
        const at = this.put(kind.glyph, pen + glyph.left * fontSize + halfW, baseline + glyph.top * fontSize + halfH, halfW, halfH, 0)
        this.words[at + 4] = paint
        this.words[at + 8] = glyph.u | (glyph.v << 16)
        this.words[at + 9] = glyph.w | (glyph.h << 16)
        this.floats[at + 10] = rangeEm * fontSize
      }
      pen += glyph.advance * fontSize
    }
  }

  private shape(at: number, style: ShapeStyle, border: number): void {
    this.words[at + 4] = style.fill ? this.paint(style.fill) : 0
    this.words[at + 5] = style.stroke ? this.paint(style.stroke) : 0
    this.floats[at + 8] = border
  }

  private paint(color: string): number {
    const packed = packColor(color)
    return fadeBy(this.isFaded ? fadeColor(packed) : packed, this.opacity)
  }

  /** Opens a record: centre in the component's box, half sizes and angle; returns its first word. */
  private put(kindOf: number, x: number, y: number, halfW: number, halfH: number, angle: number): number {
    const at = this.count * wordsPerPrimitive
    if (at === this.words.length) this.grow()
    this.count += 1
    if (kindOf > lastSimpleKind) this.isSimple = false
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
    floats[at + 2] = halfW
    floats[at + 3] = halfH
    words[at + 4] = 0
    words[at + 5] = 0
    words[at + 7] = kindOf | this.flips
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

function codePointAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  return unit >= 0xd800 && unit <= 0xdbff ? text.codePointAt(index) ?? unit : unit
}
