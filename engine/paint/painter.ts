import type { Quality } from '../bindings/quality.ts'
import type { AnyComponentType } from '../components/define.ts'
import type { Animation, Component } from '../document/component.ts'
import type { Extras } from '../document/promptFields.ts'
import type { FieldValue, Words } from '../schema/index.ts'
import type { Frame } from './inheritedState.ts'
import { GpuBrush } from './gpuBrush.ts'
import type { TextStyle } from './brush.ts'
import type { Held, ImageStore } from './images.ts'
import type { GlyphSource } from './truncateText.ts'
import { isMirrored } from './mirroring.ts'
import { MotionTable } from './motionTable.ts'
import { Pages, type Run } from './primitivePages.ts'
import { RampTable } from './gradientTexture.ts'
import { defaultShadow, isPlainColor, packColor, rampTone, wordsPerPrimitive } from './primitiveLayout.ts'
import { drawErrorBox, drawQualityFrame, isDesaturated } from './qualityOverlay.ts'
import { primitiveCacheKey, PrimitiveCache } from './primitiveCache.ts'

export type { Frame } from './inheritedState.ts'

const mostLooks = 4096
const errorStandIn = '#a8326e'

/** What a label is drawn with, one object for all that look the same. */
export interface LabelLook {
  readonly style: TextStyle
  /** The colour that stands for it when it is only a few pixels large. */
  readonly standIn: string
}

/** What the painter keeps of one component; whoever owns the component owns this too, so that nothing is looked up. */
export interface Painted {
  run: Run | null
  /** The frame that says its value is bad or stale. */
  mark: Run | null
  /** Its row of motion; 0: it stands still. */
  motion: number
  isMoving: boolean
  /** Whether something in it flows or waves, its motion aside. */
  isFlowing: boolean
  /** Whether it was drawn as strong as it is: neither faint nor drained of colour. */
  isFull: boolean
  /** The pictures it shows; null: none. */
  held: Held | null
}

/**
 * Turns components into records on pages. A component whose draw throws becomes an error box and the drawing runs
 * on; what moves by itself is counted, so that the stage knows when it may rest.
 */
export class Painter {
  readonly pages = new Pages()
  /** Frames of components whose values are bad or stale, above the drawing: they come and go and disturb no page. */
  readonly marks = new Pages()
  readonly motions = new MotionTable()
  readonly ramps = new RampTable((mark) => this.markRamps(mark))
  private readonly brush: GpuBrush
  private moving = 0
  private layer: Run
  private readonly isMotionPlayed: boolean
  private readonly images: ImageStore
  private readonly stamps = new PrimitiveCache()
  private readonly looks = new Map<string, LabelLook>()
  private labelStyle: TextStyle | null = null
  private standIn = ''

  constructor(glyphs: GlyphSource, images: ImageStore, isMotionPlayed: boolean) {
    this.isMotionPlayed = isMotionPlayed
    this.images = images
    this.brush = new GpuBrush(glyphs, images, this.ramps)
    this.layer = this.pages.insert(null)
  }

  /** In which language types say the few words of their own; what is painted already is not painted again for it. */
  set language(language: keyof Words | undefined) {
    this.brush.language = language
    this.stamps.clear()
  }

  /** Whether the shader moves anything. */
  get isMoving(): boolean {
    return this.moving > 0
  }

  /** Paints the layer's colour behind everything; null: something else does. */
  paintLayer(width: number, height: number, color: string | null): void {
    this.brush.begin(0, 0, width, height, 0, false, false, 1, false, 0)
    if (color) this.brush.rect(0, 0, width, height, { fill: color })
    this.pages.write(this.layer, this.brush.words, this.brush.count, true)
  }

  /** Gives a component its place in painter's order: behind another, before all (null) or at the end (undefined). */
  insert(painted: Painted, after: Painted | null | undefined): void {
    painted.run = this.pages.insert(after === null ? this.layer : after?.run ?? undefined)
  }

  /** Draws a component into its place. `type` undefined: a box with the unknown type's name; `animation`: the motion it follows, about the middle of `about`, `speed` times as fast as it says; 0: it stands still. `extras` are the component's, the live shadow in them. */
  paint(
    painted: Painted, component: Component, frame: Frame, type: AnyComponentType | undefined,
    props: Readonly<Record<string, FieldValue>>, quality: Quality, animation: Animation | null, about: Frame, speed: number, extras: Extras,
  ): void {
    if (!painted.run) return
    const { brush } = this
    const played = this.isMotionPlayed ? animation : null
    if (played || painted.motion) painted.motion = this.motions.assign(about, played, painted.motion, speed)
    const isFlipped = isMirrored(frame, type, props)
    this.begin(painted, frame, isFlipped, isDesaturated(quality), type?.isBar || (type?.curve !== undefined && !type.isArea))
    this.images.before = painted.held
    let isDrawn = false
    this.standIn = errorStandIn
    if (!type) drawErrorBox(brush, frame, component.type)
    else {
      try {
        if (type.isRepeated && brush.isStampable) this.drawRepeated(type, props, frame)
        else type.draw(brush, props, frame)
        // What is one primitive has no stand-in, unless it casts a shadow or its next words are more.
        if (brush.count > 1 || extras.shadowLength || type.label) this.standIn = typeof type.standIn === 'string' ? String(props[type.standIn] ?? '#999999') : type.standIn(props)
        isDrawn = true
      } catch {
        this.begin(painted, frame, isFlipped, isDesaturated(quality))
        drawErrorBox(brush, frame, component.name)
      }
    }
    if (painted.held || this.images.isAsked) painted.held = this.images.settle(painted.held)
    if (extras.shadowLength) this.shadow(extras)
    const label = type?.label && isDrawn && !extras.shadowLength && props[type.label.unless] !== true ? props[type.label.field] : undefined
    this.labelStyle = typeof label === 'string' ? brush.labelOf(label) : null
    if (brush.count > 1) brush.end(this.standIn)
    painted.isFull = isDrawn && frame.opacity >= 1 && !isDesaturated(quality)
    painted.isFlowing = brush.isFlowing
    this.setMoving(painted, brush.isFlowing || (painted.motion !== 0 && speed !== 0))
    this.pages.write(painted.run, brush.words, brush.count, brush.isSimple, brush.hasImage)
    if (isDesaturated(quality)) this.mark(painted, frame, quality)
    else if (painted.mark) this.unmark(painted)
  }

  /** What was drawn before has other places or looks now: letters of a font that came. Painted anew by who owns it. */
  glyphsChanged(): void {
    this.stamps.clear()
  }

  private drawRepeated(type: AnyComponentType, props: Readonly<Record<string, FieldValue>>, frame: Frame): void {
    const { brush, stamps } = this
    const key = primitiveCacheKey(type, props, frame.width, frame.height)
    const known = stamps.get(key)
    if (known) return brush.copy(known)
    type.draw(brush, props, frame)
    if (!brush.hasImage) stamps.keep(key, brush.stamp())
  }

  /** Starts, stops or speeds up the motion that a shown component was painted with: one row, nothing is painted again; false when it must be. */
  play(painted: Painted, animation: Animation, about: Frame, speed: number): boolean {
    if (!painted.run) return false
    if (!this.isMotionPlayed) return true
    if (!painted.motion) return false
    this.motions.assign(about, animation, painted.motion, speed)
    this.setMoving(painted, painted.isFlowing || speed !== 0)
    return true
  }

  /** Writes another colour into what a type with a `tint` was painted as; false when it must be painted again instead. */
  tint({ run, isFull }: Painted, color: string): boolean {
    return run !== null && isFull && isPlainColor(color) && this.pages.tint(run, packColor(color))
  }

  /** Whether what was painted last is a label and nothing else, so that its next words need no more than `writeLabel`. */
  get isLabel(): boolean {
    return this.labelStyle !== null
  }

  /** What the label that was painted last is drawn with; where it is goes to eight numbers from `at`. */
  keepLabel(places: Float64Array, at: number): LabelLook | null {
    const { labelStyle: style, standIn } = this
    if (!style) return null
    this.brush.keepLabel(places, at)
    const key = JSON.stringify([style, standIn])
    const look = this.looks.get(key) ?? { style, standIn }
    if (this.looks.size < mostLooks) this.looks.set(key, look)
    return look
  }

  /** Draws other words of a label that was painted before. */
  writeLabel(run: Run, content: string, { style, standIn }: LabelLook, places: Float64Array, at: number): void {
    const { brush } = this
    brush.label(places, at, content, style)
    if (brush.count > 1) brush.end(standIn)
    this.pages.write(run, brush.words, brush.count, brush.isSimple)
  }

  /** Paints nothing in the component's place: it is hidden. */
  hide(painted: Painted): void {
    if (painted.run && painted.run.count > 0) this.pages.write(painted.run, this.brush.words, 0, true)
    this.unmark(painted)
    this.setMoving(painted, false)
  }

  /** Moves a still component's records; false when it must be painted again instead. */
  shift(painted: Painted, dx: number, dy: number): boolean {
    if (!painted.run || painted.motion) return false
    this.pages.shift(painted.run, dx, dy)
    if (painted.mark) this.marks.shift(painted.mark, dx, dy)
    return true
  }

  remove(painted: Painted): void {
    if (painted.run) this.pages.remove(painted.run)
    painted.run = null
    if (painted.held) painted.held = this.images.settle(painted.held)
    this.unmark(painted)
    this.setMoving(painted, false)
    this.motions.release(painted.motion)
    painted.motion = 0
  }

  /** Takes everything off; what was painted has no place any more. */
  clear(): void {
    this.moving = 0
    this.motions.clear()
    this.images.clear()
    if (this.ramps.isUsed) this.stamps.clear()
    this.ramps.clear()
    this.pages.clear()
    this.marks.clear()
    this.layer = this.pages.insert(null)
  }

  private shadow({ shadowLength = 0, shadowColor = defaultShadow, shadowAngleDeg = 45 }: Extras): void {
    const angle = (shadowAngleDeg * Math.PI) / 180
    this.brush.shadow(shadowLength * Math.cos(angle), shadowLength * Math.sin(angle), shadowLength * 0.6, shadowColor)
  }

  /** The ramps of all that is on pages, waits for room there or is being drawn. Those of stamps go with the stamps. */
  private markRamps(mark: (row: number) => void): void {
    const visit = (words: Uint32Array, many: number): void => {
      for (let at = 0; at < many * wordsPerPrimitive; at += wordsPerPrimitive) if ((words[at + 15] & rampTone) !== 0) mark(words[at + 14])
    }
    this.stamps.clear()
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
      frame.x, frame.y, frame.width, frame.height, frame.angleDeg, isFlipped && frame.flipX, isFlipped && frame.flipY, frame.opacity, isFaded, painted.motion, isLine,
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
