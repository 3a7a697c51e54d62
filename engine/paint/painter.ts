import type { Quality } from '../bindings/quality.ts'
import type { AnyComponentType } from '../components/define.ts'
import type { Animation, Component } from '../document/model/component.ts'
import type { Extras } from '../document/values/promptFields.ts'
import type { FieldValue, Words } from '../schema/index.ts'
import type { Frame } from './brush/inheritedState.ts'
import { GpuBrush } from './gpu/gpuBrush.ts'
import type { TextStyle } from './brush/brush.ts'
import type { PictureSlots, ImageStore } from './atlas/images.ts'
import type { GlyphSource } from './atlas/truncateText.ts'
import { isMirrored } from './brush/mirroring.ts'
import { MotionTable } from './gpu/motionTable.ts'
import { Pages, type Run } from './gpu/primitivePages.ts'
import { RampTable } from './gpu/gradientTexture.ts'
import { defaultShadow, isPlainColor, packColor, rampTone, wordsPerPrimitive } from './brush/primitiveLayout.ts'
import { drawErrorBox, drawQualityFrame, isDesaturated } from './brush/qualityOverlay.ts'
import { primitiveCacheKey, PrimitiveCache } from './gpu/primitiveCache.ts'

export type { Frame } from './brush/inheritedState.ts'

const maxLabelStyles = 4096
const errorMiniatureColor = '#a8326e'

/** Appearance of a label. Labels with the same appearance share one object. */
export interface LabelStyle {
  readonly style: TextStyle
  /** Colour of the stand-in painted when the label is only a few pixels large. */
  readonly miniatureColor: string
}

/** Painting state of one component, stored in the owner's object to avoid lookups. */
export interface Painted {
  run: Run | null
  /** Frame that marks a bad or stale value. */
  mark: Run | null
  /** Row in the motion table; 0 without motion. */
  motion: number
  isMoving: boolean
  /** Whether it has moving dashes or waves, apart from its animation. */
  isFlowing: boolean
  /** Whether it was painted fully opaque and in its own colours (not desaturated). */
  isFull: boolean
  /** Slots of its pictures, or null. */
  pictureSlots: PictureSlots | null
}

/**
 * Converts components to records on pages. A component whose draw function throws is replaced by an error box. Counts
 * moving components, so that the stage can stop rendering when none is left.
 */
export class Painter {
  readonly pages = new Pages()
  /**
   * Quality frames (bad or stale), painted above the drawing. Separate pages, because they appear and disappear often.
   */
  readonly marks = new Pages()
  readonly motions = new MotionTable()
  readonly ramps = new RampTable((mark) => this.markRamps(mark))
  private readonly brush: GpuBrush
  private moving = 0
  private layer: Run
  private readonly isMotionPlayed: boolean
  private readonly images: ImageStore
  private readonly primitiveCache = new PrimitiveCache()
  private readonly labelStyles = new Map<string, LabelStyle>()
  private labelStyle: TextStyle | null = null
  private miniatureColor = ''

  constructor(glyphs: GlyphSource, images: ImageStore, isMotionPlayed: boolean) {
    this.isMotionPlayed = isMotionPlayed
    this.images = images
    this.brush = new GpuBrush(glyphs, images, this.ramps)
    this.layer = this.pages.insert(null)
  }

  /** Sets the language of texts that component types provide. Components already painted are not repainted. */
  set language(language: keyof Words | undefined) {
    this.brush.language = language
    this.primitiveCache.clear()
  }

  /** Whether the shader animates anything. */
  get isMoving(): boolean {
    return this.moving > 0
  }

  /** Paints the layer's background colour; null if it is painted elsewhere. */
  paintLayer(width: number, height: number, color: string | null): void {
    this.brush.begin(0, 0, width, height, 0, false, false, 1, false, 0)
    if (color) this.brush.rect(0, 0, width, height, { fill: color })
    this.pages.write(this.layer, this.brush.words, this.brush.count, true)
  }

  /** Inserts a component into the painter's order: after another one, first (null) or last (undefined). */
  insert(painted: Painted, after: Painted | null | undefined): void {
    painted.run = this.pages.insert(after === null ? this.layer : (after?.run ?? undefined))
  }

  /**
   * Paints a component. Without a `type`, paints an error box with the type's name. `animation` is the animation that
   * it follows, about the centre of `about`, with the speed factor `speed` (0: stopped). `extras` include live shadow
   * values.
   */
  paint(
    painted: Painted,
    component: Component,
    frame: Frame,
    type: AnyComponentType | undefined,
    props: Readonly<Record<string, FieldValue>>,
    quality: Quality,
    animation: Animation | null,
    about: Frame,
    speed: number,
    extras: Extras,
  ): void {
    if (!painted.run) return
    const { brush } = this
    const played = this.isMotionPlayed ? animation : null
    if (played || painted.motion) painted.motion = this.motions.assign(about, played, painted.motion, speed)
    const isFlipped = isMirrored(frame, type, props)
    this.begin(
      painted,
      frame,
      isFlipped,
      isDesaturated(quality),
      type?.isFillLevel || (type?.curve !== undefined && !type.isArea),
    )
    this.images.before = painted.pictureSlots
    let isDrawn = false
    this.miniatureColor = errorMiniatureColor
    if (!type) drawErrorBox(brush, frame, component.type)
    else {
      try {
        if (type.isRepeated && brush.isCacheable) this.drawRepeated(type, props, frame)
        else type.draw(brush, props, frame)
        // A single primitive needs no stand-in, unless it casts a shadow or its next text may have more glyphs.
        if (brush.count > 1 || extras.shadowLength || type.label)
          this.miniatureColor =
            typeof type.miniatureColor === 'string'
              ? String(props[type.miniatureColor] ?? '#999999')
              : type.miniatureColor(props)
        isDrawn = true
      } catch {
        this.begin(painted, frame, isFlipped, isDesaturated(quality))
        drawErrorBox(brush, frame, component.name)
      }
    }
    if (painted.pictureSlots || this.images.hasRequests) painted.pictureSlots = this.images.settle(painted.pictureSlots)
    if (extras.shadowLength) this.shadow(extras)
    const label =
      type?.label && isDrawn && !extras.shadowLength && props[type.label.unless] !== true
        ? props[type.label.field]
        : undefined
    this.labelStyle = typeof label === 'string' ? brush.getLabelStyle(label) : null
    if (brush.count > 1) brush.end(this.miniatureColor)
    painted.isFull = isDrawn && frame.opacity >= 1 && !isDesaturated(quality)
    painted.isFlowing = brush.isFlowing
    this.setMoving(painted, brush.isFlowing || (painted.motion !== 0 && speed !== 0))
    this.pages.write(painted.run, brush.words, brush.count, brush.isSimple, brush.hasImage)
    if (isDesaturated(quality)) this.mark(painted, frame, quality)
    else if (painted.mark) this.unmark(painted)
  }

  /**
   * Discards cached primitives after glyphs have moved in the atlas or changed their shape. The owner repaints the
   * components.
   */
  glyphsChanged(): void {
    this.primitiveCache.clear()
  }

  private drawRepeated(type: AnyComponentType, props: Readonly<Record<string, FieldValue>>, frame: Frame): void {
    const { brush, primitiveCache } = this
    const key = primitiveCacheKey(type, props, frame.width, frame.height)
    const cached = primitiveCache.get(key)
    if (cached) return brush.copy(cached)
    type.draw(brush, props, frame)
    if (!brush.hasImage) primitiveCache.set(key, brush.stamp())
  }

  /**
   * Starts, stops or changes the speed of a painted component's animation by updating one row. Returns false if the
   * component must be repainted.
   */
  play(painted: Painted, animation: Animation, about: Frame, speed: number): boolean {
    if (!painted.run) return false
    if (!this.isMotionPlayed) return true
    if (!painted.motion) return false
    this.motions.assign(about, animation, painted.motion, speed)
    this.setMoving(painted, painted.isFlowing || speed !== 0)
    return true
  }

  /** Changes the `tint` colour of a painted component. Returns false if the component must be repainted. */
  tint({ run, isFull }: Painted, color: string): boolean {
    return run !== null && isFull && isPlainColor(color) && this.pages.tint(run, packColor(color))
  }

  /** Whether the component painted last consists of its label only, so that `writeLabel` can update it. */
  get isLabel(): boolean {
    return this.labelStyle !== null
  }

  /**
   * Returns the appearance of the label painted last and writes its position as eight numbers from index `at`. Returns
   * null if it is not a label.
   */
  saveLabel(places: Float64Array, at: number): LabelStyle | null {
    const { labelStyle: style, miniatureColor } = this
    if (!style) return null
    this.brush.keepLabel(places, at)
    const key = JSON.stringify([style, miniatureColor])
    const label = this.labelStyles.get(key) ?? { style, miniatureColor }
    if (this.labelStyles.size < maxLabelStyles) this.labelStyles.set(key, label)
    return label
  }

  /** Updates the text of a painted label. */
  writeLabel(run: Run, content: string, { style, miniatureColor }: LabelStyle, places: Float64Array, at: number): void {
    const { brush } = this
    brush.label(places, at, content, style)
    if (brush.count > 1) brush.end(miniatureColor)
    this.pages.write(run, brush.words, brush.count, brush.isSimple)
  }

  /** Removes the primitives of a hidden component; its place in the painter's order is kept. */
  hide(painted: Painted): void {
    if (painted.run && painted.run.count > 0) this.pages.write(painted.run, this.brush.words, 0, true)
    this.unmark(painted)
    this.setMoving(painted, false)
  }

  /** Moves the records of a component without an animation. Returns false if the component must be repainted. */
  shift(painted: Painted, dx: number, dy: number): boolean {
    if (!painted.run || painted.motion) return false
    this.pages.shift(painted.run, dx, dy)
    if (painted.mark) this.marks.shift(painted.mark, dx, dy)
    return true
  }

  remove(painted: Painted): void {
    if (painted.run) this.pages.remove(painted.run)
    painted.run = null
    if (painted.pictureSlots) painted.pictureSlots = this.images.settle(painted.pictureSlots)
    this.unmark(painted)
    this.setMoving(painted, false)
    this.motions.release(painted.motion)
    painted.motion = 0
  }

  /** Removes everything. Components painted before have no run any more. */
  clear(): void {
    this.moving = 0
    this.motions.clear()
    this.images.clear()
    if (this.ramps.isUsed) this.primitiveCache.clear()
    this.ramps.clear()
    this.pages.clear()
    this.marks.clear()
    this.layer = this.pages.insert(null)
  }

  private shadow({ shadowLength = 0, shadowColor = defaultShadow, shadowAngleDeg = 45 }: Extras): void {
    const angle = (shadowAngleDeg * Math.PI) / 180
    this.brush.shadow(shadowLength * Math.cos(angle), shadowLength * Math.sin(angle), shadowLength * 0.6, shadowColor)
  }

  /**
   * Marks the ramps of all records on pages, pending or being drawn. Cached primitives are discarded together with
   * their ramps.
   */
  private markRamps(mark: (row: number) => void): void {
    const visit = (words: Uint32Array, many: number): void => {
      for (let at = 0; at < many * wordsPerPrimitive; at += wordsPerPrimitive)
        if ((words[at + 15] & rampTone) !== 0) mark(words[at + 14])
    }
    this.primitiveCache.clear()
    visit(this.brush.words, this.brush.count)
    for (const { list } of [this.pages, this.marks]) {
      for (const page of list) {
        visit(page.words, page.used)
        for (const { pending, count } of page.runs) if (pending) visit(pending, count)
      }
    }
  }

  private begin(painted: Painted, frame: Frame, isFlipped: boolean, isFaded: boolean, isLine = false): void {
    this.brush.begin(
      frame.x,
      frame.y,
      frame.width,
      frame.height,
      frame.angleDeg,
      isFlipped && frame.flipX,
      isFlipped && frame.flipY,
      frame.opacity,
      isFaded,
      painted.motion,
      isLine,
    )
  }

  private mark(painted: Painted, frame: Frame, quality: Quality): void {
    const { brush } = this
    brush.begin(frame.x, frame.y, frame.width, frame.height, frame.angleDeg, false, false, 1, false, painted.motion)
    drawQualityFrame(brush, frame, quality)
    painted.mark ??= this.marks.insert(undefined)
    this.marks.write(painted.mark, brush.words, brush.count, false)
  }

  private unmark(painted: Painted): void {
    if (painted.mark) this.marks.remove(painted.mark)
    painted.mark = null
  }

  private setMoving(painted: Painted, isMoving: boolean): void {
    if (painted.isMoving === isMoving) return
    painted.isMoving = isMoving
    this.moving += isMoving ? 1 : -1
  }
}
