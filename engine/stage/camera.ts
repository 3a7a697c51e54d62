import type { Application, FederatedPointerEvent } from 'pixi.js'
import { Drag, Viewport } from 'pixi-viewport'
import type { Box, Point } from '../geometry/index.ts'

/** Smallest and largest zoom: a 100,000 px drawing fits a screen, a pixel fills it. */
const zoomLimits = { minScale: 0.01, maxScale: 64 }
const fitMargin = 0.96

/** Where a stage looks and how near. Screen points are CSS pixels from the canvas's corner, world points drawing pixels. */
export interface Camera {
  /** Screen pixels (CSS) a drawing pixel. */
  readonly scale: number
  /** The drawing point under a screen point. */
  toWorld(screen: Point): Point
  /** The screen point over a drawing point. */
  toScreen(world: Point): Point
  /** Shows the whole box, centred; without one, the drawing's layer. */
  fit(box?: Box): void
  /** Zooms, holding the given screen point (default: the middle) where it is. */
  zoomTo(scale: number, about?: Point): void
  /** Moves the picture by screen pixels. */
  moveBy(dx: number, dy: number): void
  /** The part of the drawing that is on screen. */
  readonly visible: Box
  /** Nobody drags or zooms: only `fit` changes what is shown. */
  readonly isLocked: boolean
  /** Called when place or scale has changed, several times a frame perhaps; answers how to stop listening. */
  onMoved(listener: () => void): () => void
}

/**
 * The camera, over pixi-viewport, which stays behind this face: it drags, pinches, zooms to the pointer and coasts.
 * `pan` says what a plain drag does: it moves the picture (a runner) or belongs to the tools (an editor, where the
 * middle button and two fingers move it). A locked one shows what `fit` was given, whatever pointer and keys do.
 */
export class ViewportCamera implements Camera {
  readonly viewport: Viewport
  readonly isLocked: boolean
  private readonly listeners = new Set<() => void>()
  private readonly layer: () => Box

  constructor(app: Application, pan: 'drag' | 'space', layer: () => Box, isLocked = false) {
    this.layer = layer
    this.isLocked = isLocked
    this.viewport = new Viewport({
      events: app.renderer.events, noTicker: true, passiveWheel: false,
      screenWidth: app.renderer.screen.width, screenHeight: app.renderer.screen.height,
    })
    if (!isLocked) {
      this.takeHands(pan)
      this.tellPens(pan)
    }
    this.viewport.on('moved', this.tell)
  }

  get scale(): number {
    return this.viewport.scale.x
  }

  get visible(): Box {
    const { x, y, width, height } = this.viewport.getVisibleBounds()
    return { x, y, width, height }
  }

  toWorld(screen: Point): Point {
    return { x: (screen.x - this.viewport.x) / this.scale, y: (screen.y - this.viewport.y) / this.scale }
  }

  toScreen(world: Point): Point {
    return { x: world.x * this.scale + this.viewport.x, y: world.y * this.scale + this.viewport.y }
  }

  fit(box: Box = this.layer()): void {
    const { screenWidth, screenHeight } = this.viewport
    const scale = clampScale(fitMargin * Math.min(screenWidth / Math.max(1, box.width), screenHeight / Math.max(1, box.height)))
    this.place(scale, screenWidth / 2 - (box.x + box.width / 2) * scale, screenHeight / 2 - (box.y + box.height / 2) * scale)
  }

  zoomTo(scale: number, about: Point = { x: this.viewport.screenWidth / 2, y: this.viewport.screenHeight / 2 }): void {
    if (this.isLocked) return
    const world = this.toWorld(about)
    const wanted = clampScale(scale)
    this.place(wanted, about.x - world.x * wanted, about.y - world.y * wanted)
  }

  moveBy(dx: number, dy: number): void {
    if (!this.isLocked) this.place(this.scale, this.viewport.x + dx, this.viewport.y + dy)
  }

  onMoved(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  resize(width: number, height: number): void {
    const dx = (width - this.viewport.screenWidth) / 2
    const dy = (height - this.viewport.screenHeight) / 2
    this.viewport.resize(width, height)
    this.place(this.scale, this.viewport.x + dx, this.viewport.y + dy)
  }

  destroy(): void {
    this.listeners.clear()
    this.viewport.off('moved', this.tell)
    this.viewport.destroy({ children: true })
  }

  private takeHands(pan: 'drag' | 'space'): void {
    if (pan === 'drag') this.viewport.drag({ mouseButtons: 'left-middle', wheel: false })
    else this.viewport.plugins.add('drag', new MiddleDrag(this.viewport, { mouseButtons: 'middle', wheel: false }))
    this.viewport.pinch()
      .wheel({ percent: 0.08 })
      .decelerate({ friction: 0.9 })
      .clampZoom(zoomLimits)
  }

  /**
   * The viewport takes a pen for one more finger, and the hand that holds it for a second one that pinches: while a pen is
   * down no finger is heard, and to an editor a pen is a tool alone.
   */
  private tellPens(pan: 'drag' | 'space'): void {
    const { viewport } = this
    const { input } = viewport
    let pen: number | null = null
    viewport.removeAllListeners('pointerdown')
    viewport.on('pointerdown', (event) => {
      if (pen !== null && event.pointerType === 'touch') return
      if (event.pointerType === 'pen') {
        pen = event.pointerId
        input.clear()
        if (pan === 'space') return
      }
      input.down(event)
    })
    for (const gone of ['pointerup', 'pointerupoutside', 'pointerleave'] as const) {
      viewport.on(gone, ({ pointerId }) => { if (pointerId === pen) pen = null })
    }
  }

  private place(scale: number, x: number, y: number): void {
    this.viewport.scale.set(scale)
    this.viewport.position.set(x, y)
    this.tell()
  }

  private readonly tell = (): void => {
    for (const listener of this.listeners) listener()
  }
}

/** The viewport's drag takes one finger and a pen for a mouse's main button, whatever buttons it is told: to an editor they are tools. */
class MiddleDrag extends Drag {
  override down(event: FederatedPointerEvent): boolean {
    return event.pointerType === 'mouse' && super.down(event)
  }

  override up(event: FederatedPointerEvent): boolean {
    return event.pointerType === 'mouse' && super.up(event)
  }
}

function clampScale(scale: number): number {
  return Math.max(zoomLimits.minScale, Math.min(zoomLimits.maxScale, scale))
}
